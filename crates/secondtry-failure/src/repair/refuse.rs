//! Calls that are answered before the server sees them: broken arguments, and, where the server gave no answer of its
//! own, malformed calls and unknown tools.

use serde_json::{Map, Value, json};

use super::compose::tell_all;
use super::failed_result;
use super::failure_meta::{FAILURE_META, FailureMeta, Retry, ToldFault, Work};
use super::known_call::KnownCall;
use super::message::{closing, count};
use super::settings::{RepairName, RepairSettings};
use crate::classify::call::Standing;
use crate::judge::suggestion::spelling::nearest;
use crate::judge::suggestion::{Suggestion, suggestion};
use crate::message::call_tool::{Malformed, borrowed_params};
use crate::message::error_code::ErrorCode;
use crate::schema::fault::Fault;

#[cfg(test)]
mod tests;

/// Returns the whole answer for a call whose arguments break `inputSchema` beyond doubt; `None` where it is to be
/// passed on, or the repair is not on.
///
/// A number in a string, where it is the only fault, is passed on: servers differ in whether they take it.
pub fn refuse_arguments(call: &KnownCall<'_>, settings: &RepairSettings) -> Option<Value> {
    if !settings.is_on(RepairName::Arguments) {
        return None;
    }
    breaks_arguments(call).map(|faults| refusal(&faults, call))
}

/// The faults for which a call would be refused; empty never.
pub(super) fn breaks_arguments(call: &KnownCall<'_>) -> Option<Vec<Fault>> {
    match call.standing() {
        Standing::BadArguments(faults) if !is_number_in_a_string(&faults, call) => Some(faults),
        Standing::BadArguments(_)
        | Standing::Malformed(_)
        | Standing::Unjudged(_)
        | Standing::UnknownTool
        | Standing::Valid { .. } => None,
    }
}

fn is_number_in_a_string(faults: &[Fault], call: &KnownCall<'_>) -> bool {
    let [fault] = faults else { return false };
    let Some(Value::String(given)) = &fault.given else { return false };
    match suggestion(fault, call.input_schema()) {
        Some(Suggestion::Value(value @ Value::Number(_))) => {
            serde_json::from_str(given.trim()).ok() == Some(value)
        }
        Some(Suggestion::Name(_) | Suggestion::Value(_)) | None => false,
    }
}

/// Returns the whole answer for a call with `faults`, each of them told and none let pass.
pub fn refuse_faults(faults: &[Fault], call: &KnownCall<'_>) -> Value {
    refusal(faults, call)
}

fn refusal(faults: &[Fault], call: &KnownCall<'_>) -> Value {
    let told = tell_all(faults.iter().take(MOST_FAULTS), call);
    let more = faults.len().saturating_sub(MOST_FAULTS);
    let mut lines = vec![format!("{} was not run: {}.", call.subject(), count(&told, more))];
    lines.extend(told.iter().map(|told| told.sentences.clone()));
    lines.extend(closing(&told, more, call));
    let told: Vec<ToldFault> = told.into_iter().map(|told| told.fault).collect();
    let meta = FailureMeta {
        rules: &[],
        retry: Retry::ChangedCall,
        work: Work::NotRun,
        retry_after_ms: None,
        faults: &told,
        code: None,
        reference: None,
    };
    failure(&lines.join("\n"), &meta, call)
}

/// Returns the error for a `tools/call` that breaks `CallToolRequest`; `None` where it does not.
///
/// Source: `server/tools`, Error Handling, and `schema.ts`, `CallToolRequest`.
pub fn refuse_malformed(call: &KnownCall<'_>) -> Option<Value> {
    let message = malformed_in_words(call)?;
    Some(protocol_error(ErrorCode::INVALID_PARAMS, &message, &not_run(&[]), call))
}

/// How a `tools/call` breaks `CallToolRequest`; `None` where it does not.
pub(super) fn malformed_in_words(call: &KnownCall<'_>) -> Option<String> {
    let malformed = call.is_tool_call().then(|| borrowed_params(call.request).err())??;
    let given = |place: &str| call.request.pointer(place).map_or("nothing", kind);
    Some(match malformed {
        Malformed::ArgumentsNoObject | Malformed::ArgumentsNull => format!(
            "Invalid params: `arguments` must be an object, not {}",
            given("/params/arguments")
        ),
        Malformed::NameMissing => {
            "Invalid params: `name` is missing; it must be the name of a tool".into()
        }
        Malformed::NameNoString => {
            format!("Invalid params: `name` must be a string, not {}", given("/params/name"))
        }
        Malformed::ParamsMissing => format!(
            "Invalid params: `params` must be an object with the `name` of a tool, not {}",
            given("/params")
        ),
    })
}

/// Returns the error for a call of a tool that is not among `names`, the tools of a complete list.
pub fn refuse_unknown_tool(call: &KnownCall<'_>, names: &[&str]) -> Value {
    let name = call.name().unwrap_or_default();
    let hint = match nearest(name, names.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if names.is_empty() => String::new(),
        None => {
            let shown = names.iter().take(MOST_NAMES).map(|name| format!("`{name}`"));
            let more = names.len().saturating_sub(MOST_NAMES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("; there are {}{more}", shown.collect::<Vec<_>>().join(", "))
        }
    };
    let name: String = name.chars().take(LONGEST_NAME).collect();
    let message = format!("Unknown tool: `{name}`{hint}");
    protocol_error(ErrorCode::INVALID_PARAMS, &message, &not_run(&[]), call)
}

fn not_run(rules: &'static [&'static str]) -> FailureMeta<'static> {
    FailureMeta {
        rules,
        retry: Retry::ChangedCall,
        work: Work::NotRun,
        retry_after_ms: None,
        faults: &[],
        code: None,
        reference: None,
    }
}

/// A whole answer with `isError: true`.
pub(super) fn failure(text: &str, meta: &FailureMeta<'_>, call: &KnownCall<'_>) -> Value {
    let mut result = failed_result(text);
    if call.protocol.is_modern() {
        result.insert("resultType".into(), "complete".into());
    }
    result.insert("_meta".into(), Map::from_iter([(FAILURE_META.into(), meta.to_value())]).into());
    json!({"jsonrpc": "2.0", "id": call.id(), "result": result})
}

/// A whole answer with a JSON-RPC error.
pub(super) fn protocol_error(
    code: ErrorCode,
    message: &str,
    meta: &FailureMeta<'_>,
    call: &KnownCall<'_>,
) -> Value {
    let data = Map::from_iter([(FAILURE_META.into(), meta.to_value())]);
    let error = json!({"code": code.0, "message": message, "data": data});
    // A request without a readable id gets an answer without one.
    match call.id() {
        Value::Null => json!({"jsonrpc": "2.0", "error": error}),
        id => json!({"jsonrpc": "2.0", "id": id, "error": error}),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Array(_) => "an array",
        Value::Bool(_) => "a boolean",
        Value::Null => "null",
        Value::Number(_) => "a number",
        Value::Object(_) => "an object",
        Value::String(_) => "a string",
    }
}

/// How many faults are told.
const MOST_FAULTS: usize = 12;

/// How many names of tools are listed.
const MOST_NAMES: usize = 20;

/// How much of an unknown name is repeated, in characters.
const LONGEST_NAME: usize = 100;
