"""The two prompts that a model reads, up to where it writes the arguments of its next call."""
import json

SYSTEM = """You call tools for the user. Today is {today}.
The tool you have:
{tool}
Answer with one tool call: {{"name": "...", "arguments": {{...}}}}
When a tool call fails, call the tool again with corrected arguments."""


def chat(scenarios, scenario, text):
    """Turns of ChatML."""
    def turn(role, content):
        return f"<|im_start|>{role}\n{content}<|im_end|>\n"

    name = scenario["tool"]
    system = SYSTEM.format(today=scenarios.TODAY, tool=json.dumps(scenarios.TOOLS[name]))
    call = json.dumps({"name": name, "arguments": scenario["bad"]})
    return (turn("system", system) + turn("user", scenario["user"]) + turn("assistant", f"<tool_call>\n{call}\n</tool_call>")
            + turn("user", f"<tool_response>\n{text}\n</tool_response>")
            + f'<|im_start|>assistant\n<tool_call>\n{{"name": "{name}", "arguments":')


def shots(scenarios, scenario, text):
    """A plain log that begins with two calls that recovered."""
    log = "The log of a program that calls tools. After a failed call, it calls the tool again with corrected arguments.\n\n"
    for tool, user, calls in EXAMPLES:
        log += block(scenarios.TODAY, tool, user, calls) + "\n"
    return log + block(scenarios.TODAY, scenarios.TOOLS[scenario["tool"]], scenario["user"], [(scenario["bad"], text)]) + 'Call: {"arguments":'


def block(today, tool, user, calls):
    lines = f"Tool: {json.dumps(tool)}\nToday: {today}\nUser: {user}\n"
    return lines + "".join(f'Call: {json.dumps({"arguments": arguments})}\nResult: {text}\n' for arguments, text in calls)


EXAMPLES = [
    ({"name": "set_volume", "description": "Set a speaker's volume.", "parameters": {"type": "object", "properties": {
        "speaker": {"type": "string"}, "level": {"type": "integer", "minimum": 0, "maximum": 10}}, "required": ["speaker", "level"]}},
     "Turn the kitchen speaker all the way up.",
     [({"speaker": "kitchen", "level": 11}, "Error"), ({"speaker": "kitchen", "level": 10}, "Done.")]),
    ({"name": "send_sms", "description": "Send a text message.", "parameters": {"type": "object", "properties": {
        "to": {"type": "string", "description": "Phone number"}, "text": {"type": "string"}}, "required": ["to", "text"]}},
     "Text 079 555 01 02 in Switzerland that I am running late.",
     [({"to": "079 555 01 02", "text": "I am running late."}, "The number needs its country code and no spaces"),
      ({"to": "+41795550102", "text": "I am running late."}, "Done.")]),
]

PROMPTS = {"chat": chat, "shots": shots}
