//! What makes strict clients drop an answer, put right where that can be done in one way only.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::outlook::Outlook;
use super::settings::RepairName;
use super::{Draft, text_item};
use crate::message::call_tool::text_of_result;

/// Mends the id, the envelope and the members of the result.
pub(super) fn mend(draft: &mut Draft<'_>) {
    if !draft.is_on(RepairName::Shape) {
        return;
    }
    mend_id(draft);
    mend_envelope(draft);
    if draft.outlook.is_none() {
        mend_result(draft);
    }
}

/// Whoever asks has paired the two beyond doubt already.
fn mend_id(draft: &mut Draft<'_>) {
    let id = draft.call.id();
    if id.is_null() || draft.answer.get("id") == Some(id) {
        return;
    }
    draft.answer.to_mut()["id"] = id.clone();
    draft.note(RepairName::Shape, ["response-id-mismatch"]);
}

fn mend_envelope(draft: &mut Draft<'_>) {
    let result = draft.answer.get("result");
    let error = draft.answer.get("error");
    match (result.filter(|result| !result.is_null()), error.filter(|error| !error.is_null())) {
        (Some(Value::Object(_)), None) if error.is_none() => return,
        (Some(Value::Object(_)), None) => remove(draft, "error"),
        (Some(bare), None) => {
            let content = content_of(bare);
            draft.answer.to_mut()["result"] = json!({"content": content});
            remove(draft, "error");
        }
        (None, Some(error)) => {
            let mended = mended_error(error);
            if result.is_none() && mended.is_none() {
                return;
            }
            if let Some(mended) = mended {
                draft.answer.to_mut()["error"] = mended;
            }
            remove(draft, "result");
        }
        (Some(_), Some(_)) => fail_with_both(draft),
        (None, None) => {
            let text = format!(
                "{} was answered with neither a result nor an error, so whether the work was done is not known.",
                draft.call.subject()
            );
            draft.fail(&text, Outlook::UNKNOWN);
        }
    }
    draft.note(RepairName::Shape, ["ambiguous-envelope"]);
}

fn remove(draft: &mut Draft<'_>, member: &str) {
    if let Some(members) = draft.answer.to_mut().as_object_mut() {
        members.remove(member);
    }
}

/// An error object with an integer `code` and a string `message`; `None` where it is one already.
fn mended_error(error: &Value) -> Option<Value> {
    let Some(members) = error.as_object() else {
        let message = error.as_str().map_or_else(|| error.to_string(), str::to_owned);
        return Some(json!({"code": -32603, "message": message}));
    };
    let code = members.get("code").and_then(Value::as_i64);
    let message = members.get("message").and_then(Value::as_str);
    if code.is_some() && message.is_some() {
        return None;
    }
    let mut mended = members.clone();
    if code.is_none() {
        let read = members.get("code").and_then(Value::as_str).and_then(|text| text.parse().ok());
        mended.insert("code".into(), read.unwrap_or(-32603_i64).into());
    }
    if message.is_none() {
        let words = match members.get("message") {
            None | Some(Value::Null) => String::new(),
            Some(other) => other.to_string(),
        };
        mended.insert("message".into(), words.into());
    }
    Some(mended.into())
}

fn fail_with_both(draft: &mut Draft<'_>) {
    let error = &draft.answer["error"];
    let message = error.get("message").or(Some(error)).and_then(Value::as_str).unwrap_or_default();
    let result = &draft.answer["result"];
    let told = if result.is_object() { text_of_result(result) } else { result.to_string() };
    let mut text = format!(
        "{} was answered with both a result and an error, so whether the work was done is not known.",
        draft.call.subject()
    );
    for (name, words) in [("error", message), ("result", told.as_str())] {
        if !words.trim().is_empty() {
            let words: String = words.trim().chars().take(MOST_WORDS).collect();
            _ = write!(text, "\nThe {name}: {words}");
        }
    }
    let text = super::withhold::cleaned(&text, draft.call).unwrap_or(text);
    draft.fail(&text, Outlook::UNKNOWN);
}

fn mend_result(draft: &mut Draft<'_>) {
    let Some(result) = draft.result().and_then(Value::as_object) else { return };
    if is_of_another_kind(result) {
        return;
    }
    let content = mended_content(result);
    let is_error = match result.get("isError") {
        None | Some(Value::Bool(_)) => None,
        Some(other) => Some(is_true(other)),
    };
    // A result type that is no string is none.
    let lacks_type = match result.get("resultType") {
        Some(Value::String(_)) => false,
        None => draft.call.protocol.is_modern(),
        Some(_) => true,
    };
    let mut rules = Vec::new();
    if content.is_some() {
        rules.push("content-missing");
    }
    if is_error.is_some() {
        rules.push("ambiguous-envelope");
    }
    if lacks_type {
        rules.push("result-type-missing");
    }
    if rules.is_empty() {
        return;
    }
    let is_modern = draft.call.protocol.is_modern();
    let Some(result) = draft.result_mut() else { return };
    if let Some(content) = content {
        result.insert("content".into(), content);
    }
    if let Some(is_error) = is_error {
        result.insert("isError".into(), is_error.into());
    }
    if lacks_type && is_modern {
        result.insert("resultType".into(), "complete".into());
    } else if lacks_type {
        result.remove("resultType");
    }
    draft.note(RepairName::Shape, rules);
}

/// A task, a request for input, or what an extension defines: its content comes later, if ever.
fn is_of_another_kind(result: &Map<String, Value>) -> bool {
    let kind = result.get("resultType").and_then(Value::as_str);
    let says_more = ["inputRequests", "requestState", "task", "taskId"]
        .iter()
        .any(|member| result.contains_key(*member));
    kind.is_some_and(|kind| kind != "complete") || says_more && !result.contains_key("content")
}

/// `content` as a list of items with a `type`; `None` where it is one already.
fn mended_content(result: &Map<String, Value>) -> Option<Value> {
    let items = match result.get("content") {
        Some(Value::Array(items)) if items.iter().all(is_item) => return None,
        Some(Value::Array(items)) => {
            let mended = |item: &Value| {
                if is_item(item) { vec![item.clone()] } else { content_of(item) }
            };
            return Some(items.iter().flat_map(mended).collect());
        }
        Some(item @ Value::Object(_)) if is_item(item) => vec![item.clone()],
        Some(Value::Null) | None => content_beside(result),
        Some(other) => content_of(other),
    };
    Some(items.into())
}

fn is_item(item: &Value) -> bool {
    match item.get("type").and_then(Value::as_str) {
        None => false,
        Some("text") => item.get("text").is_some_and(Value::is_string),
        Some(_) => true,
    }
}

/// What the result holds instead of `content`.
fn content_beside(result: &Map<String, Value>) -> Vec<Value> {
    if let Some(structured) = result.get("structuredContent").filter(|value| !value.is_null()) {
        return vec![text_item(&structured.to_string())];
    }
    let own = ["_meta", "content", "isError", "resultType", "structuredContent"];
    let others: Map<String, Value> = result
        .iter()
        .filter(|(key, _)| !own.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    if others.is_empty() { Vec::new() } else { content_of(&others.into()) }
}

/// `value` as text.
fn content_of(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => Vec::new(),
        Value::String(text) => vec![text_item(text)],
        Value::Object(members) => match members.get("text") {
            Some(Value::String(text)) if members.len() == 1 || members.contains_key("type") => {
                vec![text_item(text)]
            }
            Some(_) | None => vec![text_item(&value.to_string())],
        },
        Value::Array(_) | Value::Bool(_) | Value::Number(_) => vec![text_item(&value.to_string())],
    }
}

/// What was meant by a flag that is no boolean.
fn is_true(flag: &Value) -> bool {
    match flag {
        Value::Array(_) | Value::Object(_) => true,
        Value::Bool(flag) => *flag,
        Value::Null => false,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => {
            !matches!(text.to_ascii_lowercase().as_str(), "" | "0" | "false" | "no")
        }
    }
}

/// How much of either side of an ambiguous answer is repeated, in characters.
const MOST_WORDS: usize = 4000;
