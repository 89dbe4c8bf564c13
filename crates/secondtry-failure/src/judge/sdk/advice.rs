//! One line a flaw and an SDK: how it is mended there. Taken from the section "Fix" of each rule's page, which says more.

use super::Sdk;

/// Returns how the flaw of `rule` is mended in `sdk`, if that is known.
pub fn advice(rule: &str, sdk: Sdk) -> Option<&'static str> {
    WAYS.iter().find(|(code, sdks, _)| *code == rule && sdks.contains(&sdk)).map(|(.., way)| *way)
}

const TYPESCRIPT: &[Sdk] = &[Sdk::TypeScript1, Sdk::TypeScript2];
const TYPESCRIPT_1: &[Sdk] = &[Sdk::TypeScript1];
const TYPESCRIPT_2: &[Sdk] = &[Sdk::TypeScript2];
const PYTHON: &[Sdk] = &[Sdk::Python1, Sdk::Python2];
const PYTHON_1: &[Sdk] = &[Sdk::Python1];
const PYTHON_2: &[Sdk] = &[Sdk::Python2];
const FASTMCP: &[Sdk] = &[Sdk::Fastmcp];
const GO: &[Sdk] = &[Sdk::Go];
const RMCP: &[Sdk] = &[Sdk::Rmcp];

/// By rule, then by SDK.
pub(super) static WAYS: &[(&str, &[Sdk], &str)] = &[
    (
        "constraint-not-stated",
        TYPESCRIPT,
        "give the zod field an `error` text that states the form, and use `z.discriminatedUnion` where `z.union` says \"Invalid input\"",
    ),
    (
        "constraint-not-stated",
        PYTHON,
        "`Literal` and `Field(ge=..., le=...)` state the constraint; for other types write a validator with a text of your own",
    ),
    (
        "constraint-not-stated",
        FASTMCP,
        "`Literal` and `Field(ge=..., le=...)` state the constraint; for other types write a validator with a text of your own",
    ),
    (
        "constraint-not-stated",
        RMCP,
        "take the value as a string or an enum: serde lists an enum's variants, and what you parse yourself goes into `Err(String)`",
    ),
    (
        "failure-without-is-error",
        TYPESCRIPT,
        "throw in the handler, or return `{ content: [{ type: 'text', text }], isError: true }`",
    ),
    ("failure-without-is-error", PYTHON, "raise `ToolError` in place of `return {\"error\": ...}`"),
    (
        "failure-without-is-error",
        FASTMCP,
        "raise `ToolError`, or return `ToolResult(content=..., is_error=True)`",
    ),
    (
        "failure-without-is-error",
        GO,
        "set `IsError: true` where the handler builds the result itself",
    ),
    (
        "failure-without-is-error",
        RMCP,
        "return `Err(String)` or `CallToolResult::error(...)`, not `Ok(format!(\"Error: ...\"))`",
    ),
    (
        "hangs-on-eof",
        TYPESCRIPT,
        "listen for `end` on `process.stdin`, close what is open, then exit",
    ),
    (
        "hangs-on-eof",
        PYTHON,
        "start threads with `daemon=True`, or end with `os._exit(0)` after `run()`",
    ),
    (
        "hangs-on-eof",
        FASTMCP,
        "start threads with `daemon=True`, or end with `os._exit(0)` after `run()`",
    ),
    (
        "hangs-on-eof",
        RMCP,
        "call `std::process::exit(0)` after `service.waiting().await`; blocking tasks hold the runtime",
    ),
    (
        "input-error-as-protocol-error",
        TYPESCRIPT_1,
        "use `McpServer.registerTool` of 1.22 or newer; on the low-level `Server` check the arguments and return `isError: true`",
    ),
    (
        "input-error-as-protocol-error",
        TYPESCRIPT_2,
        "use `McpServer.registerTool`; on the low-level `Server` check the arguments and return `isError: true`",
    ),
    (
        "input-error-as-protocol-error",
        PYTHON,
        "use `MCPServer`; on the low-level `Server` validate with `jsonschema` and return `CallToolResult(..., is_error=True)`",
    ),
    (
        "input-error-as-protocol-error",
        GO,
        "in a raw handler return a `CallToolResult` with `IsError: true` and a nil error",
    ),
    (
        "input-error-as-protocol-error",
        RMCP,
        "move to rmcp 3, and return `Err(String)` for a value in place of `ErrorData::invalid_params`",
    ),
    (
        "internals-in-message",
        TYPESCRIPT,
        "wrap each handler: log what was not foreseen, and give the model one sentence with a reference",
    ),
    (
        "internals-in-message",
        PYTHON,
        "do not turn every exception into `ToolError(str(e))`; from 2.1.0 the SDK withholds the others' texts",
    ),
    (
        "internals-in-message",
        FASTMCP,
        "`FastMCP(..., mask_error_details=True)`, and `ToolError` for what the model should know",
    ),
    (
        "internals-in-message",
        GO,
        "translate library errors in the tool: name the API and its status, and log the rest",
    ),
    (
        "internals-in-message",
        RMCP,
        "`map_err` each library error into a text for the model; log the source",
    ),
    (
        "invalid-arguments-accepted",
        TYPESCRIPT,
        "put each rule into the zod schema of `McpServer`, with `z.strictObject` and without `z.coerce`; the low-level `Server` checks nothing",
    ),
    (
        "invalid-arguments-accepted",
        PYTHON,
        "`Field(strict=True)`, `Field(ge=...)` and `Literal` refuse values; the low-level `Server` checks nothing",
    ),
    ("invalid-arguments-accepted", FASTMCP, "`FastMCP(..., strict_input_validation=True)`"),
    (
        "invalid-arguments-accepted",
        GO,
        "use a typed handler; a raw one gets the arguments unchecked",
    ),
    (
        "invalid-arguments-accepted",
        RMCP,
        "`#[serde(deny_unknown_fields)]` closes the object; check ranges in the tool, since schemars only advertises them",
    ),
    (
        "no-reason-given",
        TYPESCRIPT,
        "throw an `Error` with a message for the model; an empty one, or a thrown object, says nothing",
    ),
    (
        "no-reason-given",
        PYTHON_2,
        "raise `ToolError`: from 2.1.0 the text of any other exception is withheld",
    ),
    ("no-reason-given", PYTHON_1, "raise an exception with a text for the model"),
    (
        "no-reason-given",
        FASTMCP,
        "raise `ToolError`; its text passes even with `mask_error_details=True`",
    ),
    ("no-reason-given", RMCP, "return `Err(String)` with the cause; walk `source()` for it"),
    (
        "no-response",
        TYPESCRIPT,
        "`fetch(url, { signal: AbortSignal.timeout(20_000) })`, and a deadline on every other promise",
    ),
    ("no-response", PYTHON, "`with anyio.fail_after(20):` around the work; catch `SystemExit`"),
    ("no-response", FASTMCP, "`@server.tool(timeout=20)`"),
    (
        "no-response",
        RMCP,
        "`tokio::time::timeout` around the work, and a task of its own for work that may panic",
    ),
    (
        "parameter-not-named",
        TYPESCRIPT,
        "give `refine` a `path`; on the low-level `Server` print the validator's path in front of its text",
    ),
    (
        "parameter-not-named",
        PYTHON,
        "with `jsonschema` print `fault.json_path` in front of `fault.message`; in a tool name the argument in `ToolError`",
    ),
    (
        "parameter-not-named",
        RMCP,
        "deserialise with the crate `serde_path_to_error`, and print the path",
    ),
    (
        "stdout-not-protocol",
        TYPESCRIPT,
        "point `console.log` at stderr before anything else is imported",
    ),
    (
        "stdout-not-protocol",
        PYTHON_1,
        "`print(..., file=sys.stderr)`, and no stdout for child processes",
    ),
    ("stdout-not-protocol", PYTHON_2, "print nothing before `run()`"),
    ("stdout-not-protocol", GO, "use `log`, which writes to stderr, and no `fmt.Print`"),
    (
        "stdout-not-protocol",
        RMCP,
        "`eprintln!` for `println!`, and `tracing_subscriber::fmt().with_writer(std::io::stderr)`",
    ),
    (
        "tool-failure-as-protocol-error",
        TYPESCRIPT,
        "register the tool on `McpServer` and throw; on the low-level `Server` catch and return `isError: true`",
    ),
    (
        "tool-failure-as-protocol-error",
        PYTHON,
        "raise `ToolError`, not `MCPError`; on the low-level `Server` return `CallToolResult(..., is_error=True)`",
    ),
    ("tool-failure-as-protocol-error", FASTMCP, "raise `ToolError`"),
    (
        "tool-failure-as-protocol-error",
        GO,
        "use a typed handler (`mcp.AddTool`), or return a `CallToolResult` with `IsError: true` and a nil error",
    ),
    (
        "tool-failure-as-protocol-error",
        RMCP,
        "return `Err(String)` or `CallToolResult::error(...)`; `Err(ErrorData)` is always a protocol error",
    ),
    (
        "unknown-tool-as-result",
        TYPESCRIPT_1,
        "`McpServer` has no switch for it: refuse the name before the SDK sees the message, or move to version 2",
    ),
    (
        "unknown-tool-as-result",
        PYTHON_2,
        "add a middleware that raises `MCPError(code=-32602, ...)` for a name that is not listed",
    ),
    (
        "unknown-tool-as-result",
        PYTHON_1,
        "the SDK has no switch for it: check the name in a handler of your own, or move to version 2 and use a middleware",
    ),
    (
        "unknown-tool-as-result",
        FASTMCP,
        "add a `Middleware` whose `on_call_tool` raises `MCPError(code=-32602, ...)` for a name that is not there",
    ),
    (
        "valid-call-rejected",
        TYPESCRIPT,
        "`const args = params.arguments ?? {}` on the low-level `Server`; for faults outside the schema throw in `McpServer`",
    ),
    (
        "valid-call-rejected",
        PYTHON,
        "raise `ToolError` for a value, not `MCPError(code=-32602)`; on the low-level `Server` `params.arguments or {}`",
    ),
    (
        "valid-call-rejected",
        GO,
        "test `len(req.Params.Arguments) == 0` before you unmarshal in a raw handler",
    ),
    (
        "valid-call-rejected",
        RMCP,
        "`Err(String)` for a value: `ErrorData::invalid_params` speaks of the request",
    ),
    (
        "value-not-given",
        TYPESCRIPT,
        "one line of zod configuration (`z.config({ customError: ... })`) adds the value to all its texts",
    ),
    ("value-not-given", GO, "`%q` for what was given"),
    ("value-not-given", RMCP, "`{:?}` for what was given"),
    (
        "wrapped-error-text",
        TYPESCRIPT_1,
        "throw `new Error(text)`, not `McpError`; for refused arguments strip the prefix where the message leaves, or move to version 2",
    ),
    (
        "wrapped-error-text",
        PYTHON,
        "raise `ToolError` once, near the tool; share a function instead of calling another tool",
    ),
    (
        "wrong-error-code",
        TYPESCRIPT_1,
        "check the request before the SDK does; in a low-level handler throw with `code: -32602`",
    ),
    (
        "wrong-error-code",
        TYPESCRIPT_2,
        "in a low-level handler throw `new ProtocolError(ProtocolErrorCode.InvalidParams, text)`",
    ),
    (
        "wrong-error-code",
        PYTHON,
        "in a low-level handler raise `MCPError(code=-32602, message=...)`",
    ),
    ("wrong-error-code", GO, "in a raw handler return the SDK's wire error with -32602"),
    (
        "wrong-error-code",
        RMCP,
        "answer the malformed call in `on_custom_request` with `ErrorData::invalid_params`",
    ),
];
