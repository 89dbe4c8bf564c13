"""An MCP server over stdio, revision 2025-11-25, with the one tool of a scenario; it fails as a faulty server does.

    failing_server.py SET SCENARIO CONDITION

A call that the pretend server takes is answered with "Done.". Any other fails: A with -32603 "Internal error", B with
-32602 "Invalid params", C with isError "Invalid input", D with isError and the library's text, Dp with -32602 and it.
"""
import json
import sys

from scenario_set import load

VERSION = "2025-11-25"


def failure(scenarios, scenario, condition):
    if condition in ("A", "B", "Dp"):
        code, message = {"A": (-32603, "Internal error"), "B": (-32602, "Invalid params"),
                         "Dp": (-32602, scenarios.response(scenario, "D"))}[condition]
        return {"error": {"code": code, "message": message}}
    text = scenarios.response(scenario, "D") if condition == "D" else "Invalid input"
    return {"result": {"content": [{"type": "text", "text": text}], "isError": True}}


def answer(scenarios, scenario, condition, request):
    """The members of an answer besides its id."""
    tool, params = scenarios.TOOLS[scenario["tool"]], request.get("params") or {}
    match request["method"]:
        case "initialize":
            return {"result": {"protocolVersion": VERSION, "capabilities": {"tools": {}},
                               "serverInfo": {"name": "failing-server", "version": "1.0.0"}}}
        case "ping":
            return {"result": {}}
        case "tools/list":
            shown = {"name": tool["name"], "description": tool["description"], "inputSchema": tool["parameters"]}
            return {"result": {"tools": [shown]}}
        case "tools/call" if scenarios.server(scenario["tool"], params.get("arguments", {})):
            return {"result": {"content": [{"type": "text", "text": "Done."}]}}
        case "tools/call":
            return failure(scenarios, scenario, condition)
        case method:
            return {"error": {"code": -32601, "message": f"Method not found: {method}"}}


def main():
    spec, name, condition = sys.argv[1:]
    scenarios = load(spec)
    scenario = next(found for found in scenarios.SCENARIOS if found["id"] == name)
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request and "method" in request:
            reply = {"jsonrpc": "2.0", "id": request["id"], **answer(scenarios, scenario, condition, request)}
            print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
