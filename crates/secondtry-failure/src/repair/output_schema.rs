//! `structuredContent` that breaks `outputSchema`: strict clients drop such a result whole.

use serde_json::Value;

use super::failure_meta::{Retry, Work};
use super::outlook::Outlook;
use super::settings::RepairName;
use super::{Draft, text_item};
use crate::message::protocol_version::ProtocolVersion;
use crate::schema::compile::Schema;
use crate::schema::describe::accepted;
use crate::schema::fault::Constraint;

/// A failure loses structured content that breaks the schema, or that the schema asks for otherwise.
pub(super) fn mend_failure(draft: &mut Draft<'_>) {
    let Some(structured) = draft.result().and_then(|result| result.get("structuredContent")) else {
        return;
    };
    if structured.is_null() || breach(draft, structured).is_none() {
        return;
    }
    let structured = structured.clone();
    take_structured(draft);
    let text = draft.text();
    if !tells(&text, &structured) {
        let words = format!("{}\nStructured content: {structured}", text.trim_end());
        draft.set_text(&words);
    }
    draft.note(RepairName::OutputSchema, ["error-breaks-output-schema"]);
}

/// A success that breaks the schema becomes a failure with the content that came.
pub(super) fn mend_success(draft: &mut Draft<'_>) {
    let structured = draft.result().and_then(|result| result.get("structuredContent"));
    let Some(why) = breach(draft, structured.unwrap_or(&Value::Null)) else { return };
    let structured = structured.cloned();
    let how = if structured.is_some() {
        format!("its structured content breaks its own output schema: {why}")
    } else {
        "without the structured content that its output schema promises".to_owned()
    };
    let note = format!(
        "{} answered, but {how}. The call was run: do not repeat it for this. What it returned follows.",
        draft.call.subject()
    );
    take_structured(draft);
    let text = draft.text();
    let Some(result) = draft.result_mut() else { return };
    result.insert("isError".into(), true.into());
    if let Some(items) = result.get_mut("content").and_then(Value::as_array_mut) {
        items.insert(0, text_item(&note));
        if let Some(structured) = structured.filter(|structured| !tells(&text, structured)) {
            items.push(text_item(&structured.to_string()));
        }
    }
    draft.outlook = Some(Outlook { retry: Retry::No, work: Work::Unknown, after_ms: None });
    draft.note(RepairName::OutputSchema, ["result-breaks-output-schema"]);
}

/// How `structured` breaks the tool's `outputSchema`; `None` where it does not, or where that is not proved.
fn breach(draft: &Draft<'_>, structured: &Value) -> Option<String> {
    if !draft.is_on(RepairName::OutputSchema)
        || draft.call.protocol < ProtocolVersion::V2025_06_18
        || !is_within(structured, &mut { LARGEST }, 0)
    {
        return None;
    }
    let schema: &Schema = draft.call.tool?.output.as_ref()?.as_ref().ok()?;
    if !schema.can_judge(structured) || schema.accepts(structured) {
        return None;
    }
    let faults = schema.faults(structured);
    Some(match faults.first() {
        None => "it is refused".into(),
        Some(fault) => match (fault.parameter.as_str(), &fault.constraint) {
            ("", _) => format!("it should be {}", accepted(fault)),
            (place, Constraint::Required) => format!("`{place}` is missing"),
            (place, _) => format!("`{place}` should be {}", accepted(fault)),
        },
    })
}

fn take_structured(draft: &mut Draft<'_>) {
    if let Some(result) = draft.result_mut() {
        result.remove("structuredContent");
    }
}

/// Whether `text` holds every word of `structured`, so that nothing is lost with it.
fn tells(text: &str, structured: &Value) -> bool {
    match structured {
        Value::Array(items) => items.iter().all(|item| tells(text, item)),
        Value::Object(members) => members
            .iter()
            .all(|(key, member)| STATUS.contains(&key.as_str()) || tells(text, member)),
        Value::String(words) => words.trim().is_empty() || text.contains(words.trim()),
        Value::Number(number) => text.contains(&number.to_string()),
        Value::Bool(_) | Value::Null => true,
    }
}

/// Whether `value` takes no more than about `budget` bytes.
fn is_within(value: &Value, budget: &mut usize, depth: usize) -> bool {
    let own = match value {
        Value::String(text) => text.len() + 2,
        Value::Object(members) => members.keys().map(|key| key.len() + 4).sum(),
        Value::Array(items) => items.len(),
        Value::Bool(_) | Value::Null | Value::Number(_) => 4,
    };
    if own > *budget || depth > DEEPEST {
        return false;
    }
    *budget -= own;
    match value {
        Value::Array(items) => items.iter().all(|item| is_within(item, budget, depth + 1)),
        Value::Object(members) => members.values().all(|item| is_within(item, budget, depth + 1)),
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_) => true,
    }
}

/// Members that say just that it failed.
const STATUS: [&str; 5] = ["code", "error_code", "isError", "status", "success"];

/// Larger content is not held against a schema, in bytes.
const LARGEST: usize = 1024 * 1024;

const DEEPEST: usize = 96;
