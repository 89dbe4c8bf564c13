//! The reason in `error.data`, where the message of a JSON-RPC error does not give it.

use serde_json::Value;

use crate::judge::facts::stock_sentence;

#[cfg(test)]
mod tests;

/// The words in `data` as one text; `None` where they give no reason.
pub(crate) fn reason_text(data: &Value) -> Option<String> {
    let mut words = Vec::new();
    collect(data, None, 0, &mut words);
    let text = words.join("; ");
    let is_told = text.split_whitespace().nth(FEWEST_WORDS - 1).is_some();
    (is_told && !stock_sentence(&text)).then_some(text)
}

fn collect<'v>(value: &'v Value, key: Option<&str>, depth: usize, words: &mut Vec<&'v str>) {
    if depth > DEEPEST || words.len() >= MOST_TEXTS || key.is_some_and(is_internal) {
        return;
    }
    match value {
        Value::Array(items) => {
            for item in items {
                collect(item, None, depth + 1, words);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                collect(member, Some(key), depth + 1, words);
            }
        }
        Value::String(text) if !text.trim().is_empty() => words.push(text.trim()),
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_) => (),
    }
}

/// What tells of the program and not of the failure.
fn is_internal(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    ["stack", "trace", "backtrace", "timestamp", "request_id", "requestid"]
        .iter()
        .any(|word| key.contains(word))
}

/// Fewer words than these name something and give no reason.
const FEWEST_WORDS: usize = 3;

/// How far down words are looked for.
const DEEPEST: usize = 6;

/// How many texts are read.
const MOST_TEXTS: usize = 50;
