//! Sentences that fit any failure.

use super::pattern::Pattern;
use crate::message::plain_value::plain_value;

#[cfg(test)]
mod tests;

/// Returns whether `text` tells nothing specific: an empty text, "Internal error", "[object Object]".
pub fn stock_sentence(text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    let text = PREFIX.replace_all(text.trim(), " ").to_lowercase();
    if plain_value(&text).is_ok_and(|value| value.is_object() || value.is_array()) {
        return stock_report(&text);
    }
    words(&text)
}

/// Whether a report in JSON says nothing but stock words and numbers of its own.
fn stock_report(text: &str) -> bool {
    let mut told = super::reading::Reading::default();
    super::dump::read(text, &mut told);
    told.names.is_empty() && words(&told.prose)
}

fn words(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| GENERIC.binary_search(&word).is_ok())
}

const LONGEST: usize = 400;

/// Sorted: words that by themselves tell of no cause.
const GENERIC: [&str; 78] = [
    "a",
    "administrator",
    "again",
    "an",
    "and",
    "argument",
    "arguments",
    "bad",
    "call",
    "calling",
    "calls",
    "check",
    "code",
    "contact",
    "details",
    "error",
    "errors",
    "exception",
    "executing",
    "execution",
    "fail",
    "failed",
    "failure",
    "fatal",
    "for",
    "generic",
    "handler",
    "has",
    "have",
    "in",
    "information",
    "input",
    "internal",
    "invalid",
    "invoking",
    "is",
    "it",
    "later",
    "log",
    "logs",
    "mcp",
    "more",
    "no",
    "null",
    "object",
    "occurred",
    "of",
    "oops",
    "operation",
    "or",
    "parameter",
    "parameters",
    "params",
    "please",
    "processing",
    "request",
    "result",
    "running",
    "see",
    "server",
    "something",
    "sorry",
    "support",
    "the",
    "this",
    "to",
    "tool",
    "tools",
    "try",
    "undefined",
    "unexpected",
    "unhandled",
    "unknown",
    "validation",
    "was",
    "went",
    "while",
    "wrong",
];

static PREFIX: Pattern = Pattern::any_case(
    &["mcp error", "error ", "tool ", "invalid "],
    concat!(
        r"\bMCP error -?\d+:?",
        r#"|\berror (?:executing|calling|invoking|running) (?:tool )?['"`]?[\w./:-]+['"`]?:?"#,
        r#"|\berror occurred (?:executing|calling|invoking|running) ['"`]?[\w./:-]+['"`]?"#,
        r#"|\btool ['"`]?[\w./:-]+['"`]? (?:parameter validation|execution) failed:?"#,
        r#"|\binvalid (?:arguments|params|parameters) for (?:tool )?['"`]?[\w./:-]+['"`]?:?"#,
    ),
);
