"""What the official conformance suite asks a server for: tools, resources and prompts, under the names it knows them by."""

import base64
import struct
import time
import zlib


def answer(method, params, call):
    """The result of a request. `call` can ask and tell the client meanwhile. A LookupError is a protocol error."""
    match method:
        case "initialize":
            return {
                "protocolVersion": params["protocolVersion"] if params["protocolVersion"] in SPOKEN else SPOKEN[-1],
                "capabilities": {
                    "completions": {},
                    "logging": {},
                    "prompts": {},
                    "resources": {"subscribe": True},
                    "tools": {},
                },
                "serverInfo": {"name": "conformance", "version": "1.0.0"},
            }
        case "ping" | "logging/setLevel" | "resources/subscribe" | "resources/unsubscribe":
            return {}
        case "completion/complete":
            return {"completion": {"values": ["testing", "tested"], "total": 2, "hasMore": False}}
        case "tools/list":
            return {"tools": [tool(name, *offered[:2]) for name, offered in TOOLS.items()]}
        case "tools/call":
            return chosen(TOOLS, params["name"], "tool")[2](params.get("arguments") or {}, call)
        case "resources/list":
            return {"resources": [{"uri": uri, "name": uri[7:], "mimeType": kind} for uri, kind in RESOURCES.items()]}
        case "resources/templates/list":
            return {"resourceTemplates": [{"uriTemplate": "test://template/{id}/data", "name": "data"}]}
        case "resources/read":
            return {"contents": [content(params["uri"])]}
        case "prompts/list":
            return {"prompts": [prompt(name, *offered[:2]) for name, offered in PROMPTS.items()]}
        case "prompts/get":
            given = params.get("arguments") or {}
            return {"messages": [said(part) for part in chosen(PROMPTS, params["name"], "prompt")[2](given)]}
    return None


def chosen(offered, name, kind):
    if name not in offered:
        raise LookupError(f"unknown {kind}: {name}")
    return offered[name]


def tool(name, description, schema):
    return {"name": name, "description": description, "inputSchema": {"type": "object", **schema}}


def prompt(name, description, arguments):
    listed = [{"name": argument, "description": "any text", "required": True} for argument in arguments]
    return {"name": name, "description": description, "arguments": listed}


def said(part):
    return {"role": "user", "content": part}


def content(uri):
    if uri == "test://static-binary":
        return {"uri": uri, "mimeType": "image/png", "blob": PIXEL}
    if uri.startswith("test://template/") and uri.endswith("/data"):
        given = uri.removeprefix("test://template/").removesuffix("/data")
        return {"uri": uri, "mimeType": "application/json", "text": f'{{"id":"{given}","templateTest":true}}'}
    return {"uri": uri, "mimeType": chosen(RESOURCES, uri, "resource"), "text": "The content of a resource."}


def text(words):
    return {"type": "text", "text": words}


def resource(uri, words="The content of an embedded resource."):
    return {"type": "resource", "resource": {"uri": uri, "mimeType": "text/plain", "text": words}}


def fixed(*parts, **more):
    """A tool that always answers alike."""
    return lambda _arguments, _call: {"content": list(parts), **more}


def log(_arguments, call):
    for words in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        call.tell("notifications/message", {"level": "info", "data": words})
        time.sleep(STEP)
    return {"content": [text("Three messages were logged.")]}


def progress(_arguments, call):
    for done in (0, 50, 100):
        if call.progress_token is not None:
            told = {"progressToken": call.progress_token, "progress": done, "total": 100}
            call.tell("notifications/progress", told)
        time.sleep(STEP)
    return {"content": [text("Progress was told three times.")]}


def sample(arguments, call):
    message = {"role": "user", "content": text(arguments["prompt"])}
    asked = {"messages": [message], "maxTokens": 100}
    return {"content": [text(f"LLM response: {call.ask('sampling/createMessage', asked)}")]}


def elicit(properties, required=()):
    """A tool that asks the user for `properties`."""

    def run(arguments, call):
        schema = {"type": "object", "properties": properties, "required": list(required)}
        asked = {"message": arguments.get("message", "Please choose."), "requestedSchema": schema}
        return {"content": [text(f"Elicitation completed: {call.ask('elicitation/create', asked)}")]}

    return run


def reconnect(_arguments, call):
    call.hang_up()
    time.sleep(STEP)
    return {"content": [text("The stream was closed, and resumed.")]}


def one_pixel():
    """A red PNG."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0\xff\0\0")
    whole = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return base64.b64encode(whole).decode()


def two_samples():
    """A WAV of silence."""
    form = struct.pack("<HHIIHH", 1, 1, 8000, 8000, 1, 8)
    body = b"WAVEfmt " + struct.pack("<I", 16) + form + b"data" + struct.pack("<I", 2) + b"\x80\x80"
    return base64.b64encode(b"RIFF" + struct.pack("<I", len(body)) + body).decode()


def of(kind, **more):
    return {"type": kind, **more}


def titled(*values):
    return [{"const": value, "title": value.capitalize()} for value in values]


SPOKEN = ("2025-03-26", "2025-06-18", "2025-11-25")

# Between two things that a tool tells, in seconds.
STEP = 0.05

PIXEL = one_pixel()
IMAGE = {"type": "image", "data": PIXEL, "mimeType": "image/png"}
AUDIO = {"type": "audio", "data": two_samples(), "mimeType": "audio/wav"}

USER = {"username": of("string", description="A name"), "email": of("string", description="An address")}
DEFAULTS = {
    "name": of("string", default="John Doe"),
    "age": of("integer", default=30),
    "score": of("number", default=95.5),
    "status": of("string", enum=["active", "inactive", "pending"], default="active"),
    "verified": of("boolean", default=True),
}
CHOICES = {
    "untitledSingle": of("string", enum=["option1", "option2", "option3"]),
    "titledSingle": of("string", oneOf=titled("value1", "value2", "value3")),
    "legacyEnum": of("string", enum=["opt1", "opt2", "opt3"], enumNames=["Option 1", "Option 2", "Option 3"]),
    "untitledMulti": of("array", items=of("string", enum=["option1", "option2", "option3"])),
    "titledMulti": of("array", items={"anyOf": titled("value1", "value2", "value3")}),
}

DIALECT = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {"address": {"type": "object", "properties": {"street": of("string"), "city": of("string")}}},
    "properties": {"name": of("string"), "address": {"$ref": "#/$defs/address"}},
    "additionalProperties": False,
}


def needs(name):
    return {"properties": {name: of("string")}, "required": [name]}


# By name: what it is, what its input schema has, and what it does.
TOOLS = {
    "test_simple_text": ("Answers with a text", {}, fixed(text("This is a simple text response for testing."))),
    "test_image_content": ("Answers with an image", {}, fixed(IMAGE)),
    "test_audio_content": ("Answers with a sound", {}, fixed(AUDIO)),
    "test_embedded_resource": ("Answers with a resource", {}, fixed(resource("test://embedded-resource"))),
    "test_multiple_content_types": (
        "Answers with a text, an image and a resource",
        {},
        fixed(text("Multiple content types test:"), IMAGE, resource("test://mixed-content-resource")),
    ),
    "test_tool_with_logging": ("Logs three messages", {}, log),
    "test_error_handling": (
        "Always fails",
        {},
        fixed(text("This tool intentionally returns an error for testing"), isError=True),
    ),
    "test_tool_with_progress": ("Tells of its progress", {}, progress),
    "test_sampling": ("Asks the client's model", needs("prompt"), sample),
    "test_elicitation": ("Asks the user", needs("message"), elicit(USER, USER)),
    "test_elicitation_sep1034_defaults": ("Asks with defaults", {}, elicit(DEFAULTS)),
    "test_elicitation_sep1330_enums": ("Asks for choices", {}, elicit(CHOICES)),
    "test_reconnection": ("Hangs up before it answers", {}, reconnect),
    "json_schema_2020_12_tool": ("Has a schema of its own dialect", DIALECT, fixed(text("Well formed."))),
}

# By URI: the media type.
RESOURCES = {
    "test://static-text": "text/plain",
    "test://static-binary": "image/png",
    "test://watched-resource": "text/plain",
}

# By name: what it is, its arguments, and its messages.
PROMPTS = {
    "test_simple_prompt": ("One text", (), lambda _given: [text("This is a simple prompt for testing.")]),
    "test_prompt_with_arguments": (
        "A text with what was given",
        ("arg1", "arg2"),
        lambda given: [text(f"Prompt with arguments: arg1='{given['arg1']}', arg2='{given['arg2']}'")],
    ),
    "test_prompt_with_embedded_resource": (
        "A resource",
        ("resourceUri",),
        lambda given: [resource(given["resourceUri"]), text("Please process the embedded resource above.")],
    ),
    "test_prompt_with_image": ("An image", (), lambda _given: [IMAGE, text("Please analyze the image above.")]),
}
