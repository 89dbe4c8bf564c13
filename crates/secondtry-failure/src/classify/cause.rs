//! Sorts a JSON-RPC error that answers `tools/call`: does it speak of the protocol, or did the tool fail?
//!
//! The code alone does not tell: SDKs send -32602 and -32603 for both. The first match of a fixed ladder does.

use serde_json::Value;

use super::call::Standing;
use crate::message::error_code::ErrorCode;
use crate::message::protocol_version::ProtocolVersion;
use crate::message::tool::Tool;

#[cfg(test)]
mod tests;

/// What a JSON-RPC error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCause {
    /// The server itself cannot run calls at present; the tool never ran.
    Host,
    /// The protocol, by a code that means nothing else.
    Protocol,
    /// The request, which breaks what its revision requires.
    Request,
    /// The tool, its arguments or its work: a tool failure on the wrong channel.
    ToolFailure,
    /// The name of the tool.
    UnknownTool,
}

/// The call that an error answers.
#[derive(Clone, Copy, Debug)]
pub struct FailedCall<'a> {
    /// The whole request.
    pub request: &'a Value,
    /// What is known of it.
    pub standing: &'a Standing,
    /// The tool, where it is listed.
    pub tool: Option<&'a Tool>,
    /// Whether there is a complete list of tools.
    pub has_list: bool,
    /// The revision in force.
    pub protocol: ProtocolVersion,
}

/// Returns what the error with `code` and `message` is about.
pub fn cause_of(code: ErrorCode, message: &str, call: FailedCall<'_>) -> ErrorCause {
    let needs_task =
        code == ErrorCode::METHOD_NOT_FOUND && call.tool.is_some_and(Tool::requires_task);
    if code.is_protocol_matter() || needs_task {
        ErrorCause::Protocol
    } else if matches!(call.standing, Standing::Malformed(_)) || breaks_revision(code, call) {
        ErrorCause::Request
    } else if *call.standing == Standing::UnknownTool
        || !call.has_list && tells_unknown_tool(message)
    {
        ErrorCause::UnknownTool
    } else if tells_host_failure(message) {
        ErrorCause::Host
    } else {
        ErrorCause::ToolFailure
    }
}

/// The request lacks what 2026-07-28 requires of `_meta`, or continues an earlier round that the server refuses.
///
/// Source: 2026-07-28 `basic/index`, Per-request protocol fields; `basic/patterns/mrtr`, Error Handling.
fn breaks_revision(code: ErrorCode, call: FailedCall<'_>) -> bool {
    let params = &call.request["params"];
    let meta = &params["_meta"];
    let lacks_meta = call.protocol.is_modern()
        && (!meta["io.modelcontextprotocol/protocolVersion"].is_string()
            || !meta["io.modelcontextprotocol/clientCapabilities"].is_object());
    let continues = params.get("inputResponses").is_some() || params.get("requestState").is_some();
    lacks_meta || continues && code == ErrorCode::INVALID_PARAMS
}

/// Whether `message` says that there is no such tool, and nothing of an argument.
pub fn tells_unknown_tool(message: &str) -> bool {
    let text = message.to_lowercase();
    let mentions = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let unknown =
        mentions(&[
            "unknown tool",
            "no such tool",
            "tool not found",
            "not a known tool",
            "no tool named",
        ]) || mentions(&["no tool is called", "unrecognized tool", "tool does not exist"])
            || text.contains("tool")
                && mentions(&["not found", "does not exist", "is not available", "not registered"]);
    unknown && !mentions(&["argument", "parameter", "field", "property", "input"])
}

/// Whether `message` says that the server itself cannot run the call at present.
pub fn tells_host_failure(message: &str) -> bool {
    let text = message.to_lowercase();
    let Some(at) = HOST_CONDITIONS.iter().filter_map(|condition| text.find(condition)).min() else {
        return false;
    };
    // "Out of memory" says it all; anything longer must name the server, and not somebody else's.
    let is_whole = text.trim_matches(|c: char| !c.is_alphanumeric()).len()
        <= "temporarily shutting down".len()
        && at == 0;
    is_whole || speaks_of_itself(&text)
}

fn speaks_of_itself(text: &str) -> bool {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .filter(|word| !word.is_empty())
        .collect();
    words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).map_or("", |before| words[before]);
        SELVES.contains(word)
            && matches!(before, "" | "the" | "this" | "mcp" | "tool" | "error" | "because" | "our")
    })
}

/// How a server names itself.
const SELVES: [&str; 4] = ["host", "process", "registry", "server"];

/// A closed list: what keeps a server from running any call.
const HOST_CONDITIONS: [&str; 8] = [
    "draining",
    "not initialized",
    "not started",
    "out of memory",
    "overloaded",
    "restarting",
    "shutting down",
    "starting",
];
