//! What `error.data` tells, in words or as it is.

use serde_json::{Map, Value};

use super::head;
use crate::judge::case::error_data::reason_text;

/// The words in `error.data` or in structured content.
pub(super) fn data_words(data: Option<&Value>) -> Option<String> {
    let data = data?;
    reason_text(data).map(|reason| head(&reason).to_owned())
}

/// What `data` holds besides codes, traces and waits, as JSON; `None` where that is nothing or much.
pub(super) fn details(data: &Value) -> Option<String> {
    let kept = match data {
        Value::Object(members) => {
            let kept = members.iter().filter(|(key, value)| !value.is_null() && !is_status(key));
            let kept: Map<String, Value> =
                kept.map(|(key, value)| (key.clone(), value.clone())).collect();
            Value::from(kept)
        }
        Value::Array(_) | Value::Number(_) | Value::String(_) => data.clone(),
        Value::Bool(_) | Value::Null => return None,
    };
    let text = kept.to_string();
    let is_told = text.len() <= LONGEST_DETAILS && !matches!(text.as_str(), "{}" | "[]" | "\"\"");
    is_told.then_some(text)
}

/// Members of `error.data` that are for programs.
fn is_status(key: &str) -> bool {
    let key: String = key.chars().filter(char::is_ascii_alphanumeric).collect();
    let key = key.to_ascii_lowercase();
    ["code", "status", "trace", "stack", "timestamp", "requestid", "retryafter", "retryin"]
        .iter()
        .any(|word| key.contains(word))
        || matches!(key.as_str(), "type" | "name")
}

/// Longer details are left out, in bytes.
const LONGEST_DETAILS: usize = 1000;
