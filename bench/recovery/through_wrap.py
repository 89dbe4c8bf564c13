"""What a model is told when the bad call of a scenario goes through `secondtry wrap`."""
import json
import subprocess
import sys
import threading

from failing_server import VERSION
from scenario_set import HERE, HIDDEN

LIMIT_S = 60


def texts_of(program, scenarios, conditions, options=()):
    """{scenario: {condition without W-: text}}"""
    return {scenario["id"]: {condition: text_of(program, scenarios, scenario, condition, options) for condition in conditions}
            for scenario in scenarios.SCENARIOS}


def text_of(program, scenarios, scenario, condition, options):
    server = [sys.executable, str(HERE / "failing_server.py"), str(scenarios.PATH), scenario["id"], condition]
    child = subprocess.Popen([program, "wrap", *options, "--", *server], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True)
    guard = threading.Timer(LIMIT_S, child.kill)
    guard.start()
    try:
        ask(child, 1, "initialize", {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": {"name": "recovery", "version": "1"}})
        send(child, {"method": "notifications/initialized"})
        ask(child, 2, "tools/list", {})
        answer = ask(child, 3, "tools/call", {"name": scenario["tool"], "arguments": scenario["bad"]})
    finally:
        child.stdin.close()
        child.wait()
        guard.cancel()
    result = answer.get("result")
    if result is None:
        return HIDDEN
    if result.get("isError") is not True:
        sys.exit(f"{scenario['id']}, {condition}: answered as a success")
    return "\n".join(item["text"] for item in result["content"] if item["type"] == "text")


def send(child, message):
    child.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    child.stdin.flush()


def ask(child, number, method, params):
    send(child, {"id": number, "method": method, "params": params})
    for line in child.stdout:
        message = json.loads(line)
        if message.get("id") == number and "method" not in message:
            return message
        if "id" in message and "method" in message:
            send(child, {"id": message["id"], "result": {}})
    sys.exit(f"no answer to {method} within {LIMIT_S} s")
