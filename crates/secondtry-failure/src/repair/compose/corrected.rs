//! The arguments as they should have been sent, where every fault has its suggestion.

use serde_json::Value;

use super::{Told, is_secret_name};
use crate::judge::facts::shows_secret;
use crate::repair::known_call::KnownCall;
use crate::schema::fault::Pointer;

/// What makes an argument right.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::repair) enum Fix {
    /// The property at this place gets this name.
    Rename(Pointer, String),
    /// This value stands at this place.
    Set(Pointer, Value),
}

/// Returns the arguments of `call` with all that `told` suggests, as JSON; `None` where a fault is without a suggestion,
/// the whole is long or holds a secret, or the schema does not accept it.
///
/// A model that is shown the whole call sends it; one that is shown a value alone may put it elsewhere.
pub(in crate::repair) fn corrected_arguments(
    told: &[Told],
    call: &KnownCall<'_>,
) -> Option<String> {
    if told.is_empty() || told.iter().any(|told| told.fixes.is_empty()) {
        return None;
    }
    let mut arguments = call.arguments().clone();
    for fix in told.iter().flat_map(|told| &told.fixes) {
        match fix {
            Fix::Rename(from, to) => {
                let (owner, name) = apart(from)?;
                let owner = arguments.pointer_mut(owner.as_str())?.as_object_mut()?;
                let value = owner.remove(&name)?;
                owner.entry(to.as_str()).or_insert(value);
            }
            Fix::Set(at, value) => {
                let (owner, name) = apart(at)?;
                match arguments.pointer_mut(owner.as_str())? {
                    Value::Object(members) => _ = members.insert(name, value.clone()),
                    Value::Array(items) => {
                        *items.get_mut(name.parse::<usize>().ok()?)? = value.clone();
                    }
                    Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_) => {
                        return None;
                    }
                }
            }
        }
    }
    if is_over(&arguments, &mut LONGEST.clone()) {
        return None;
    }
    let schema = call.tool.and_then(|listed| listed.input.as_ref().ok());
    if schema.is_some_and(|schema| !schema.accepts(&arguments)) {
        return None;
    }
    let text = in_order(&arguments, call.input_schema());
    (text.len() <= LONGEST && !shows_secret(&text)).then_some(text)
}

/// The members of `arguments`, those that `schema` requires first and in its order: models write them so, and copy best
/// what stands in the order in which they write.
fn in_order(arguments: &Value, schema: &Value) -> String {
    let required = schema.get("required").and_then(Value::as_array);
    let required: Vec<&str> = required.into_iter().flatten().filter_map(Value::as_str).collect();
    let mut members: Vec<(&String, &Value)> = arguments.as_object().into_iter().flatten().collect();
    let place = |name: &str| required.iter().position(|known| *known == name);
    members.sort_by_key(|(name, _)| place(name).unwrap_or(required.len()));
    let written =
        members.iter().map(|(name, value)| format!("{}: {value}", Value::from(name.as_str())));
    format!("{{{}}}", written.collect::<Vec<_>>().join(", "))
}

/// The object or array that `at` is in, and its name there.
fn apart(at: &Pointer) -> Option<(Pointer, String)> {
    let tokens: Vec<String> = at.tokens().collect();
    let (name, owner) = tokens.split_last()?;
    Some((owner.iter().fold(Pointer::root(), |at, token| at.child(token)), name.clone()))
}

/// Whether `value` is longer than `left`, or has a member that is nobody's business.
fn is_over(value: &Value, left: &mut usize) -> bool {
    let own = match value {
        Value::String(text) => text.len(),
        Value::Array(_) | Value::Bool(_) | Value::Null | Value::Number(_) | Value::Object(_) => 1,
    };
    let Some(rest) = left.checked_sub(own) else { return true };
    *left = rest;
    match value {
        Value::Array(items) => items.iter().any(|item| is_over(item, left)),
        Value::Object(members) => {
            members.iter().any(|(name, item)| is_secret_name(name) || is_over(item, left))
        }
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_) => false,
    }
}

/// Longer arguments are not repeated, in bytes.
const LONGEST: usize = 500;
