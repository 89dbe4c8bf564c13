//! A schema that speaks of one argument alone.

use serde_json::{Map, Value, json};

use crate::judge::facts::subschema;
use crate::schema::fault::{Constraint, Fault, JsonType, Pointer};

/// A schema in which `part` is said of `parameter` and nothing of any other; `own` is the tool's, and gives what is shared.
pub(in crate::repair) fn alone(
    parameter: &Pointer,
    part: Map<String, Value>,
    own: &Value,
) -> Value {
    let tokens: Vec<String> = parameter.tokens().collect();
    let mut schema = Value::Object(part);
    for token in tokens.iter().rev() {
        let is_index = !token.is_empty() && token.bytes().all(|b| b.is_ascii_digit());
        schema = if is_index {
            json!({"type": "array", "items": schema})
        } else {
            json!({"type": "object", "properties": {token.as_str(): schema}})
        };
    }
    for key in ["$defs", "definitions"] {
        if let (Some(shared), Some(members)) = (own.get(key), schema.as_object_mut()) {
            members.insert(key.into(), shared.clone());
        }
    }
    schema
}

/// The fault and the schema of the branch beside `null`, where `fault` says that neither fits: whoever sent a value meant
/// no null.
pub(super) fn beside_null(fault: &Fault, schema: &Value) -> Option<(Fault, Value)> {
    let (branches, key) = match &fault.constraint {
        Constraint::AnyOf(branches) => (branches, "anyOf"),
        Constraint::OneOf(branches) => (branches, "oneOf"),
        _ => return None,
    };
    let is_null = |faults: &&Vec<Fault>| matches!(faults.as_slice(), [only] if only.constraint == Constraint::Type(vec![JsonType::Null]));
    let [one, other] = branches.as_slice() else { return None };
    let (at, faults) = match (is_null(&one), is_null(&other)) {
        (true, false) => (1, other),
        (false, true) => (0, one),
        (true, true) | (false, false) => return None,
    };
    let inner = faults.first().filter(|inner| inner.parameter == fault.parameter)?;
    let part = subschema::at(schema, &fault.parameter)?;
    let mut branch = part.get(key)?.get(at)?.as_object()?.clone();
    if let Some(description) = part.get("description") {
        branch.entry("description").or_insert_with(|| description.clone());
    }
    Some((inner.clone(), alone(&fault.parameter, branch, schema)))
}
