"""The four tools on Server, the low-level API: the schemas are only advertised, one handler serves all calls."""

import asyncio
from datetime import date
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from serve import serve

read_only = types.ToolAnnotations(read_only_hint=True)
invoices = {
    "INV-1001": "INV-1001: 120.00 EUR, paid",
    "INV-1002": "INV-1002: 75.50 USD, open",
}
tools = [
    types.Tool(
        name="divide",
        description="Divides a by b",
        input_schema={
            "type": "object",
            "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
            "required": ["a", "b"],
        },
        annotations=read_only,
    ),
    types.Tool(
        name="book_flight",
        description="Books a flight on a day in the future",
        input_schema={
            "type": "object",
            "properties": {
                "date": {
                    "type": "string",
                    "format": "date",
                    "description": "Day of departure, YYYY-MM-DD",
                }
            },
            "required": ["date"],
        },
        annotations=read_only,
    ),
    types.Tool(
        name="get_invoice",
        description="Returns an invoice",
        input_schema={
            "type": "object",
            "properties": {"id": {"type": "string", "description": "Number of the invoice"}},
            "required": ["id"],
        },
        annotations=read_only,
    ),
    types.Tool(
        name="convert",
        description="Converts an amount of money",
        input_schema={
            "type": "object",
            "properties": {
                "amount": {"type": "number", "minimum": 0},
                "currency": {"type": "string", "enum": ["USD", "EUR", "GBP"]},
            },
            "required": ["amount", "currency"],
        },
        annotations=read_only,
    ),
]


async def list_tools(
    ctx: ServerRequestContext, params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    return types.ListToolsResult(tools=tools)


async def call_tool(
    ctx: ServerRequestContext, params: types.CallToolRequestParams
) -> types.CallToolResult:
    text = call(params.name, params.arguments or {})
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)])


def call(name: str, arguments: dict[str, Any]) -> str:
    match name:
        case "divide":
            return str(arguments["a"] / arguments["b"])
        case "book_flight":
            day = date.fromisoformat(arguments["date"])
            if day <= date.today():
                raise ValueError(f"Invalid departure date {day}: must be in the future")
            return f"Booked a flight on {day}"
        case "get_invoice":
            return invoices[arguments["id"]]
        case "convert":
            return f"Converted {arguments['amount']} {arguments['currency']}"
        case _:
            raise ValueError(f"Unknown tool: {name}")


server = Server(
    "python-mcp-lowlevel", version="1.0.0", on_list_tools=list_tools, on_call_tool=call_tool
)


async def run_stdio() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    serve(lambda: asyncio.run(run_stdio()), server.streamable_http_app)
