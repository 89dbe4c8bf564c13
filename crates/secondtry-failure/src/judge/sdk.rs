//! Which SDK a server is built on, told by its wording and its behaviour, and that SDK's way out of each flaw.
//!
//! Only what was seen of servers of a known make counts; two makes that look alike count as none.

mod advice;

use serde_json::Value;

use crate::classify::call::Standing;
use crate::classify::channel::Channel;
use crate::classify::exchange::{Exchange, Sent};
use crate::classify::outcome::Outcome;
use crate::classify::run::Run;
use crate::message::error_code::ErrorCode;

pub use advice::advice;

#[cfg(test)]
mod tests;

/// A kit that servers are built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Sdk {
    /// The official C# SDK.
    DotNet,
    /// `fastmcp` for Python, any version.
    Fastmcp,
    /// `fastmcp` for JavaScript.
    FastmcpNpm,
    /// The official Go SDK.
    Go,
    /// `mark3labs/mcp-go`.
    McpGo,
    /// `pmcp` for Rust.
    Pmcp,
    /// `mcp` for Python before version 2.
    Python1,
    /// `mcp` for Python from version 2 on.
    Python2,
    /// The official Rust SDK.
    Rmcp,
    /// `rust-mcp-sdk`.
    RustMcpSdk,
    /// `@modelcontextprotocol/sdk`, the first TypeScript SDK.
    TypeScript1,
    /// `@modelcontextprotocol/server`, the second.
    TypeScript2,
}

impl Sdk {
    /// All of them; where several fit equally well, none is told.
    pub const ALL: [Self; 12] = [
        Self::DotNet,
        Self::Fastmcp,
        Self::FastmcpNpm,
        Self::Go,
        Self::McpGo,
        Self::Pmcp,
        Self::Python1,
        Self::Python2,
        Self::Rmcp,
        Self::RustMcpSdk,
        Self::TypeScript1,
        Self::TypeScript2,
    ];

    /// The name in a report.
    pub fn name(self) -> &'static str {
        match self {
            Self::DotNet => "csharp-sdk",
            Self::Fastmcp => "fastmcp",
            Self::FastmcpNpm => "fastmcp (npm)",
            Self::Go => "go-sdk",
            Self::McpGo => "mcp-go",
            Self::Pmcp => "pmcp",
            Self::Python1 => "python mcp 1.x",
            Self::Python2 => "python mcp 2.x",
            Self::Rmcp => "rmcp",
            Self::RustMcpSdk => "rust-mcp-sdk",
            Self::TypeScript1 => "typescript 1.x",
            Self::TypeScript2 => "typescript 2.x",
        }
    }
}

/// Returns the SDK that the answers of `run` speak for, if one stands out.
pub fn sdk_of(run: &Run) -> Option<Sdk> {
    let mut marks = [0_usize; Sdk::ALL.len()];
    for exchange in run.exchanges.iter().take(MOST_EXCHANGES) {
        if let Some((sdk, weight)) = mark(exchange, run) {
            marks[sdk as usize] += weight;
        }
    }
    let best = *marks.iter().max()?;
    let mut leaders = Sdk::ALL.into_iter().filter(|sdk| best > 0 && marks[*sdk as usize] == best);
    leaders.next().filter(|_| leaders.next().is_none())
}

/// What one answer speaks for, and how plainly: wording that just one SDK has counts more than a habit that a layer on
/// top of it shares.
fn mark(exchange: &Exchange, run: &Run) -> Option<(Sdk, usize)> {
    let full = exchange.text();
    let text = full.char_indices().nth(HEAD).map_or(full.as_str(), |(end, _)| &full[..end]).trim();
    let of_error = exchange.outcome.code().and_then(|code| by_code(code, text, exchange, run));
    of_error.or_else(|| by_text(text, exchange, run)).or_else(|| by_shape(exchange))
}

fn by_code(code: ErrorCode, text: &str, exchange: &Exchange, run: &Run) -> Option<(Sdk, usize)> {
    let is_malformed = matches!(exchange.standing, Standing::Malformed(_));
    let mark = match code {
        ErrorCode::INVALID_PARAMS if text.starts_with("Invalid tools/call request: [") => {
            (Sdk::TypeScript2, PLAIN)
        }
        ErrorCode::INVALID_PARAMS if is_named(text, "Tool ", " not found") => {
            (Sdk::TypeScript2, PLAIN)
        }
        ErrorCode::INVALID_PARAMS if text == "Invalid request parameters" => (python(run), HABIT),
        ErrorCode::INVALID_PARAMS if is_named(text, "unknown tool \"", "\"") => (Sdk::Go, PLAIN),
        ErrorCode::INVALID_PARAMS if is_named(text, "tool '", "' not found: tool not found") => {
            (Sdk::McpGo, PLAIN)
        }
        ErrorCode::INVALID_PARAMS if is_named(text, "Unknown tool: '", "'") => (Sdk::DotNet, PLAIN),
        ErrorCode::INVALID_PARAMS if text == "tool not found" => (Sdk::Rmcp, PLAIN),
        ErrorCode::INVALID_PARAMS if text.starts_with("failed to deserialize parameters: ") => {
            (Sdk::Rmcp, PLAIN)
        }
        ErrorCode::INVALID_REQUEST if text.starts_with("unparsable tools/call request") => {
            (Sdk::McpGo, PLAIN)
        }
        ErrorCode::METHOD_NOT_FOUND if is_malformed && text == "tools/call" => (Sdk::Rmcp, PLAIN),
        ErrorCode::METHOD_NOT_FOUND if text == "No handler is implemented for custom requests." => {
            (Sdk::RustMcpSdk, PLAIN)
        }
        ErrorCode::INTERNAL_ERROR if is_malformed && is_zod_dump(text) => (Sdk::TypeScript1, HABIT),
        ErrorCode::INTERNAL_ERROR if text.starts_with("Resource not found: Tool '") => {
            (Sdk::Pmcp, PLAIN)
        }
        ErrorCode(0) if is_malformed && text.contains("unmarshal") => (Sdk::Go, PLAIN),
        _ => return None,
    };
    Some(mark)
}

fn by_text(text: &str, exchange: &Exchange, run: &Run) -> Option<(Sdk, usize)> {
    let is_result = exchange.outcome == Outcome::Answered(Channel::ToolExecutionError);
    let mark = if text.contains("' parameter validation failed: ") && text.contains("Tool '") {
        (Sdk::FastmcpNpm, PLAIN)
    } else if !is_result {
        return None;
    } else if is_named(text, "Tool '", "' execution failed: ") {
        (Sdk::FastmcpNpm, PLAIN)
    } else if text
        .starts_with("MCP error -32602: Input validation error: Invalid arguments for tool ")
        || is_named(text, "MCP error -32602: Tool ", " not found")
    {
        (Sdk::TypeScript1, PLAIN)
    } else if text.starts_with("Input validation error: Invalid arguments for tool ") {
        (Sdk::TypeScript2, PLAIN)
    } else if text.contains(" for call[") && text.contains(" validation error")
        || text.starts_with("Error calling tool '")
    {
        (Sdk::Fastmcp, PLAIN)
    } else if is_named(text, "Unknown tool: '", "'") {
        (Sdk::Fastmcp, HABIT)
    } else if text.starts_with("Error executing tool ") {
        (python(run), PLAIN)
    } else if is_json_schema_fault(text) {
        (python(run), HABIT)
    } else if text.starts_with("failed to deserialize parameters: ") {
        (Sdk::Rmcp, PLAIN)
    } else if text.starts_with("An error occurred invoking '") {
        (Sdk::DotNet, PLAIN)
    } else if text.starts_with("Invalid arguments for tool '")
        && text.contains("': missing field `")
    {
        (Sdk::Pmcp, PLAIN)
    } else {
        return None;
    };
    Some(mark)
}

/// A server that dies of a call without a name.
fn by_shape(exchange: &Exchange) -> Option<(Sdk, usize)> {
    let is_death = matches!(
        exchange.outcome,
        Outcome::Silent(crate::classify::outcome::Silence::Exited { code: Some(0), .. })
    );
    let is_malformed = matches!(exchange.standing, Standing::Malformed(_))
        && matches!(exchange.sent, Sent::ToolCall { .. });
    (is_death && is_malformed).then_some((Sdk::Pmcp, HABIT))
}

/// Version 1 always writes an empty `experimental` among its capabilities and knows no later revision.
fn python(run: &Run) -> Sdk {
    let is_first = !run.version().is_modern()
        && run.capabilities.get("experimental").is_some_and(Value::is_object);
    if is_first { Sdk::Python1 } else { Sdk::Python2 }
}

/// `text` is `before`, a name, `after`, and whatever follows.
fn is_named(text: &str, before: &str, after: &str) -> bool {
    text.strip_prefix(before).is_some_and(|rest| {
        rest.find(after).is_some_and(|end| !rest[..end].contains(char::is_whitespace))
    })
}

/// What `jsonschema` writes, and the first Python SDK passes on.
fn is_json_schema_fault(text: &str) -> bool {
    let Some(fault) = text.strip_prefix("Input validation error: ") else { return false };
    [" is a required property", " is not of type '", " is not one of [", " does not match '"]
        .iter()
        .any(|words| fault.contains(words))
}

fn is_zod_dump(text: &str) -> bool {
    text.starts_with('[') && text.contains("\"code\"") && text.contains("\"path\"")
}

/// Wording of just one SDK.
const PLAIN: usize = 3;

/// What a layer on top may share, or write as well.
const HABIT: usize = 1;

/// So much of a text is read, in characters.
const HEAD: usize = 400;

/// So many exchanges are read.
const MOST_EXCHANGES: usize = 2000;
