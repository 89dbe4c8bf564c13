"""The four tools on MCPServer, the high-level API."""

from datetime import date as Date
from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import Field

from serve import serve

mcp = MCPServer("python-mcp", version="1.0.0")
read_only = ToolAnnotations(read_only_hint=True)
invoices = {
    "INV-1001": "INV-1001: 120.00 EUR, paid",
    "INV-1002": "INV-1002: 75.50 USD, open",
}


@mcp.tool(annotations=read_only)
def divide(a: float, b: float) -> float:
    """Divides a by b"""
    return a / b


@mcp.tool(annotations=read_only)
def book_flight(date: Annotated[Date, Field(description="Day of departure, YYYY-MM-DD")]) -> str:
    """Books a flight on a day in the future"""
    if date <= Date.today():
        raise ValueError(f"Invalid departure date {date}: must be in the future")
    return f"Booked a flight on {date}"


@mcp.tool(annotations=read_only)
def get_invoice(id: Annotated[str, Field(description="Number of the invoice")]) -> str:
    """Returns an invoice"""
    if id not in invoices:
        raise ValueError(f"Invoice '{id}' not found")
    return invoices[id]


@mcp.tool(annotations=read_only)
def convert(amount: Annotated[float, Field(ge=0)], currency: Literal["USD", "EUR", "GBP"]) -> str:
    """Converts an amount of money"""
    return f"Converted {amount} {currency}"


if __name__ == "__main__":
    serve(mcp.run, mcp.streamable_http_app)
