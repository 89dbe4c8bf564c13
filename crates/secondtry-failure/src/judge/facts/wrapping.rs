//! Announcements that layers put in front of the cause.

use std::sync::LazyLock;

use regex::Regex;

use super::pattern::{Pattern, any_case, exact};

#[cfg(test)]
mod tests;

/// Returns the length of the announcements at the start of `text` that an SDK put there, such as
/// `MCP error -32602: MCP error -32602: `; less than the whole text, unless that is empty.
pub fn wrapping_prefix(text: &str) -> usize {
    let mut cut = 0;
    while let Some(found) = PREFIX.find(&text[cut..]) {
        if text[cut + found.end()..].trim().is_empty() {
            break;
        }
        cut += found.end();
    }
    cut
}

/// Returns whether several layers announce the failure: a JSON-RPC error's text within another, or two headings.
pub(super) fn wrapped(text: &str) -> bool {
    RPC_ERROR.is_match(text) || announcements(text) > 1
}

/// Counts the parts before a colon or a dump that say that something failed, and no more.
fn announcements(text: &str) -> usize {
    let text = ONE_LAYER.replace_all(text, "Invalid input: ");
    let mut count = 0;
    let mut rest: &str = &text;
    while let Some(found) = HEADING_END.find(rest) {
        let heading = &rest[..found.start()];
        let from = heading.rfind(['\n', ';', '"']).map_or(0, |at| at + 1);
        let from = heading.rfind(". ").map_or(from, |at| from.max(at + 2));
        let heading = heading[from..].trim();
        count += usize::from(FAILURE.is_match(heading) && !LABEL.is_match(heading));
        rest = &rest[found.end()..];
    }
    count
}

static PREFIX: Pattern = Pattern::exact(
    &["mcp error", "error ", "tool "],
    concat!(
        r"\A\s*(?:(?:(?:McpError|MCPError|Error): )?MCP error -?\d+: ?",
        r#"|Error (?:executing|calling) tool ['"`]?[\w./:-]+['"`]?: "#,
        r#"|Tool ['"`][\w./:-]+['"`] execution failed: )"#,
    ),
);

static RPC_ERROR: Pattern = Pattern::any_case(&["mcp error"], r"\bMCP error -?\d+\b");

/// What one SDK writes in two parts.
static ONE_LAYER: Pattern = Pattern::exact(
    &["put validation error"],
    r"(?i)\b(?:in|out)put validation error: (?:invalid (?:arguments|structured content) for tool \S+: )?",
);

static HEADING_END: LazyLock<Regex> =
    LazyLock::new(|| exact(r":[ \t]*(?:\s|$)|\bvalidation errors? for \S+$"));

static FAILURE: LazyLock<Regex> = LazyLock::new(|| {
    any_case(concat!(
        r"\bfail(?:ed|ure)\b|\b(?:could not|unable to|cannot)\b|\berror\b|\bexception\b|^\d+$",
        r"|\binvalid (?:arguments|params|parameters|request)\b",
    ))
});

/// A heading that only names a class of error.
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    any_case(r"^[#✖ ]*(?:\w*(?:error|exception)|fatal error|\w+ error|### error)$")
});
