//! Whether an answer that counts as a success tells of a failure all the same.
//!
//! Words in data are no proof: a log search may return a hundred errors and succeed. A text counts only where it opens
//! with a failure and is short, or where a member that states success says there was none.

use serde_json::{Map, Value};

use crate::message::plain_value::plain_value;
use crate::message::tool::Tool;

#[cfg(test)]
mod tests;

/// How a success tells of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToldFailure {
    /// It does not.
    No,
    /// A member that states success or failure says so.
    ByStatus,
    /// The words say so.
    ByText,
}

/// What the call was, as far as it sharpens the reading.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expectation<'a> {
    /// The argument that breaks `inputSchema`, by its own name.
    pub broken_parameter: Option<&'a str>,
    /// The tool hands out pages, so that HTML is no failure.
    pub returns_html: bool,
}

/// Reads a `CallToolResult` that does not say `isError`.
pub fn told_failure(
    text: &str,
    structured: Option<&Value>,
    expected: Expectation<'_>,
) -> ToldFailure {
    let from_text = plain_value(text.trim()).ok().filter(Value::is_object);
    for object in structured.into_iter().chain(&from_text).filter_map(Value::as_object) {
        if states_failure(object) {
            return ToldFailure::ByStatus;
        }
        if holds_only_an_error(object) {
            return ToldFailure::ByText;
        }
    }
    if from_text.is_some() {
        return ToldFailure::No;
    }
    let is_told = opens_with_failure(text)
        || is_html_page(text) && !expected.returns_html
        || expected.broken_parameter.is_some_and(|name| complains_of(text, name));
    if is_told { ToldFailure::ByText } else { ToldFailure::No }
}

/// Whether `tool` hands out pages, by its own words.
pub fn returns_html(tool: &Tool) -> bool {
    let words = format!("{} {}", tool.name, tool.description()).to_lowercase();
    ["html", "page", "url", "web", "fetch", "browse", "render", "scrape"]
        .iter()
        .any(|word| words.contains(word))
}

/// A top-level member whose only purpose is to say whether the work was done says that it was not.
fn states_failure(object: &Map<String, Value>) -> bool {
    let says_no = ["success", "ok", "succeeded"]
        .iter()
        .any(|key| object.get(*key) == Some(&Value::Bool(false)));
    let says_yes =
        ["isError", "is_error"].iter().any(|key| object.get(*key) == Some(&Value::Bool(true)));
    let status = object.get("status").and_then(Value::as_str).map(str::to_ascii_lowercase);
    let is_failed = matches!(status.as_deref(), Some("error" | "failed" | "failure"));
    // A status of "failed" may be what was asked for: the state of a build, a task, a payment.
    let explains =
        ["error", "message", "reason", "detail"].iter().any(|key| object.contains_key(*key));
    says_no && explains || says_yes || is_failed && explains && object.len() <= STATUS_MEMBERS
}

/// `error` says something, and every other member says nothing or belongs to the error.
fn holds_only_an_error(object: &Map<String, Value>) -> bool {
    let says_something = match object.get("error") {
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Object(error)) => error.contains_key("message") || error.contains_key("code"),
        Some(Value::Array(_) | Value::Bool(_) | Value::Null | Value::Number(_)) | None => false,
    };
    says_something
        && object.iter().all(|(key, value)| {
            ERROR_MEMBERS.contains(&key.as_str())
                || match value {
                    Value::Array(items) => items.is_empty(),
                    Value::Bool(is_true) => !is_true,
                    Value::Null => true,
                    Value::Object(members) => members.is_empty(),
                    Value::Number(_) => false,
                    Value::String(text) => text.is_empty(),
                }
        })
}

/// The first words are those of a failure, and the text is no longer than a failure's.
fn opens_with_failure(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '"');
    if text.chars().count() > LONGEST_FAILURE {
        return false;
    }
    let lower = text.to_lowercase();
    let first_line = lower.lines().next().unwrap_or_default();
    OPENINGS.iter().any(|opening| first_line.starts_with(opening))
        || opens_with_named_error(text)
        || is_error_by_subject(first_line)
}

/// `Error:`, `Database error: …`, `TypeError: …`, `Error fetching …`: an error named at the start.
fn opens_with_named_error(text: &str) -> bool {
    let head = text.split([':', '\n']).next().unwrap_or_default();
    let is_followed = text.len() > head.len() && text.as_bytes()[head.len()] == b':';
    let words: Vec<&str> = head.split_whitespace().collect();
    let last_names_it = words.last().is_some_and(|word| {
        let lower = word.to_lowercase();
        lower.ends_with("error")
            || lower.ends_with("exception")
            || lower == "violation"
            || lower == "failed"
    });
    let begins_gerund = words.first().is_some_and(|word| word.eq_ignore_ascii_case("error"))
        && words.get(1).is_some_and(|word| {
            word.ends_with("ing") || matches!(*word, "while" | "in" | "during" | "executing")
        });
    is_followed && last_names_it && words.len() <= 4 || begins_gerund
}

/// `some/path: Error - ENOENT …`: each line gives a subject and its error.
fn is_error_by_subject(line: &str) -> bool {
    let Some((subject, rest)) = line.split_once(": error") else { return false };
    !subject.contains(' ') && rest.starts_with([' ', ':', '-'])
}

/// Names the argument that is known to be wrong, and says what is wrong with it.
fn complains_of(text: &str, parameter: &str) -> bool {
    let lower = text.to_lowercase();
    lower.len() <= LONGEST_FAILURE
        && lower
            .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-')
            .any(|word| word == parameter.to_lowercase())
        && COMPLAINTS.iter().any(|complaint| lower.contains(complaint))
        // The work was done all the same.
        && !lower.contains("ignored")
}

fn is_html_page(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(15).collect::<String>().to_ascii_lowercase();
    start.starts_with("<!doctype html") || start.starts_with("<html")
}

/// Longer texts are data that begins like a failure.
const LONGEST_FAILURE: usize = 600;

/// A status object that holds more than this is data with a status.
const STATUS_MEMBERS: usize = 5;

/// Members that describe an error.
const ERROR_MEMBERS: [&str; 14] = [
    "code",
    "detail",
    "details",
    "error",
    "error_code",
    "error_type",
    "hint",
    "message",
    "ok",
    "reason",
    "status",
    "success",
    "suggestion",
    "type",
];

/// How a failure opens.
const OPENINGS: [&str; 22] = [
    "access denied",
    "an error occurred",
    "an unexpected error",
    "cannot ",
    "connection refused",
    "could not ",
    "couldn't ",
    "enoent",
    "exception:",
    "failed to ",
    "failed:",
    "fatal:",
    "fetch failed",
    "internal error",
    "internal server error",
    "invalid argument",
    "mcp error -",
    "permission denied",
    "something went wrong",
    "traceback (most recent call last)",
    "unable to ",
    "unknown tool",
];

/// What is said of an argument that is wrong.
const COMPLAINTS: [&str; 15] = [
    "are required",
    "expected",
    "invalid",
    "is missing",
    "is not",
    "is required",
    "missing",
    "must be",
    "must have",
    "must match",
    "not allowed",
    "not given",
    "not supported",
    "unexpected",
    "unknown",
];
