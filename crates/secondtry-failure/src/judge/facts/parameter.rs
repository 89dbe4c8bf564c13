//! Whether a message names the argument at fault, spelt as in the schema.
//!
//! A noun of the same spelling counts, since a model takes it for the argument. A hit by accident
//! does not: inside a value, an address, the tool's name or another program's words.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::pattern::{Pattern, any_case, exact};
use super::reading::{PLACEHOLDER, Reading};
use super::spot::{QUOTES, Spot, is_word, spots};
use super::{Broken, GradedCall};

#[cfg(test)]
mod tests;

/// Returns whether `reading` names the argument at fault; `None` where no single one is.
pub(super) fn names(reading: &Reading, call: &GradedCall<'_>) -> Option<bool> {
    let parameter = match call.broken {
        Broken::Argument { parameter, breach: _ } => parameter,
        Broken::MalformedCall { given: _ } | Broken::UnknownTool | Broken::Upstream => return None,
    };
    let leaf = parameter.leaf()?;
    if leaf.is_empty() || reading.names.contains(&leaf) || points_at(&reading.prose, &leaf) {
        return Some(!leaf.is_empty());
    }
    let text = without_values(&reading.prose, call.arguments, &leaf);
    let text = FOREIGN.replace_all(&text, " ");
    let capital = capitalised(&leaf);
    let is_noun = !needs_proof(&leaf);
    let spelt = spots(&text, &leaf).any(|spot| is_noun && !is_compound(spot) || is_marked(spot));
    let opens = || {
        spots(&text, &capital).any(|spot| {
            spot.begins_segment()
                && (is_noun || is_subject(spot) || GIVEN_AFTER.is_match(spot.just_after()))
        })
    };
    Some(spelt || leaf != capital && opens())
}

/// Whether a JSON Pointer or a path of a schema in `text` ends in `leaf`.
fn points_at(text: &str, leaf: &str) -> bool {
    POINTER.find_iter(text).any(|found| {
        let before = text[..found.start()].chars().next_back();
        if before.is_some_and(|c| is_word(c) || matches!(c, '.' | '/' | ':')) {
            return false;
        }
        let mut steps: Vec<&str> = found.as_str().split('/').skip(1).collect();
        steps.pop() == Some(leaf)
            && steps
                .iter()
                .all(|step| matches!(*step, "arguments" | "items" | "params" | "properties"))
    })
}

/// Puts the placeholder where a value of `arguments` is repeated.
fn without_values<'t>(text: &'t str, arguments: &Value, leaf: &str) -> Cow<'t, str> {
    let mut text = Cow::Borrowed(text);
    let mut open = vec![arguments];
    for _ in 0..MOST_VALUES {
        match open.pop() {
            Some(Value::Array(items)) => open.extend(items),
            Some(Value::Object(members)) => open.extend(members.values()),
            Some(Value::String(value)) if value.len() > 2 && value != leaf => {
                if text.contains(value.as_str()) {
                    text = Cow::Owned(text.replace(value.as_str(), &PLACEHOLDER.to_string()));
                }
            }
            Some(Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_)) => (),
            None => break,
        }
    }
    text
}

/// Whether `leaf` is so common a word in messages that it takes more than its occurrence.
fn needs_proof(leaf: &str) -> bool {
    leaf.chars().count() < 2 || COMMON.binary_search(&leaf).is_ok()
}

/// Whether the word at `spot` belongs to a longer noun that means something else.
fn is_compound(spot: Spot<'_>) -> bool {
    COMPOUND_BEFORE.is_match(spot.just_before()) || COMPOUND_AFTER.is_match(spot.just_after())
}

/// Whether the word at `spot` is marked as a name: by quotes, a dot, a list, or a word like "argument".
fn is_marked(spot: Spot<'_>) -> bool {
    let (before, after) = (spot.just_before(), spot.just_after());
    spot.is_quoted()
        || before.ends_with(QUOTES) && is_index(after)
        || before.ends_with('.') && before.len() > 1 && !before.ends_with(" .")
        || after.starts_with('.') && after[1..].starts_with(char::is_alphanumeric)
        || LISTED_BEFORE.is_match(before) && LISTED_AFTER.is_match(after)
        || LISTED_BEFORE.is_match(before) && SUBJECT_AFTER.is_match(after)
        || MARKED_BEFORE.is_match(before) && spot.ends_segment()
        || MARKED_BEFORE.is_match(before) && SUBJECT_AFTER.is_match(after)
        || before.ends_with("--")
        || GIVEN_AFTER.is_match(after)
        || is_subject(spot)
}

/// Whether `after` is the index of an item, as in `x[0]`, with the quote that ends it.
fn is_index(after: &str) -> bool {
    let rest =
        after.strip_prefix('[').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    rest.and_then(|rest| rest.strip_prefix(']')).is_some_and(|rest| rest.starts_with(QUOTES))
}

/// Whether the word at `spot` opens a sentence that says how it must be, or has a colon of its own.
fn is_subject(spot: Spot<'_>) -> bool {
    spot.begins_segment() && SUBJECT_AFTER.is_match(spot.just_after().trim_start_matches(QUOTES))
}

fn capitalised(leaf: &str) -> String {
    let mut chars = leaf.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}

const MOST_VALUES: usize = 64;

/// Sorted: words without which hardly a message is written.
const COMMON: [&str; 62] = [
    "a",
    "all",
    "an",
    "and",
    "any",
    "argument",
    "arguments",
    "array",
    "as",
    "at",
    "be",
    "been",
    "boolean",
    "by",
    "call",
    "can",
    "error",
    "expected",
    "field",
    "for",
    "from",
    "has",
    "have",
    "if",
    "in",
    "input",
    "integer",
    "invalid",
    "is",
    "it",
    "item",
    "key",
    "list",
    "message",
    "missing",
    "must",
    "no",
    "not",
    "number",
    "object",
    "of",
    "on",
    "only",
    "or",
    "output",
    "parameter",
    "parameters",
    "params",
    "property",
    "request",
    "required",
    "result",
    "server",
    "string",
    "the",
    "this",
    "to",
    "tool",
    "type",
    "value",
    "values",
    "with",
];

static POINTER: LazyLock<Regex> = LazyLock::new(|| exact(r"(?:/[\w$-]+)+"));

/// Addresses, files, stack frames, the words of the system and the output of other programs.
static FOREIGN: LazyLock<Regex> = LazyLock::new(|| {
    any_case(concat!(
        r"\b\w[\w+.-]*://\S+",
        r"|(?:/[\w.@%~+-]+){2,}",
        r"|\b[a-z]:\\\S+",
        r"|\b(?:stderr|stdout|cmdline|command failed):.*$",
        r"|^\s*at [\w$.<>]+(?:[ .(].*)?(?:\)|:\d+|line \d+)$",
        r#"|^\s*File ".*$"#,
        r"|\b(?:no such file or directory|not a directory|is a directory|file exists|bad file descriptor|permission denied)\b",
        r"|\b(?:exit|status|error|return) codes?\b",
        r"|\binvalid (?:type|value):",
        r"|\belement\(s\)",
        r"|\[object object\]",
    ))
});

static COMPOUND_BEFORE: Pattern = Pattern::any_case(&["regular", "same"], r"\b(?:regular|same) \z");

static COMPOUND_AFTER: Pattern = Pattern::any_case(&[" zone"], r"\A zones?\b");

static LISTED_BEFORE: LazyLock<Regex> =
    LazyLock::new(|| exact(r"(?:[(\[,]|\b(?:and|or|both|either))\s*\z"));

static LISTED_AFTER: LazyLock<Regex> = LazyLock::new(|| exact(r"\A\s*[,)\]]"));

static MARKED_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    any_case(concat!(
        r"\b(?:arguments?|params?|parameters?|fields?|keys?|property|properties|options?|attributes?|inputs?",
        r#"|flags?|required|missing|named|called|at|for)(?: is| are|:| =)?\s*["'`]?\z"#,
    ))
});

static GIVEN_AFTER: LazyLock<Regex> = LazyLock::new(|| exact("\\A:?[ \\t]*[\"'`]?\u{fffc}"));

static SUBJECT_AFTER: LazyLock<Regex> = LazyLock::new(|| {
    any_case(concat!(
        r#"\A["'`]?(?:\s*[:=]|(?: (?:parameter|argument|field|property|option|value))? (?:is|are|must|should|cannot|can't"#,
        r"|can not|has to|have to|needs?|may|was|does|exceeds|requires|expects?|missing|required|not)\b)",
    ))
});
