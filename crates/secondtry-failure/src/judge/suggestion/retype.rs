//! The same value as another type: a number out of its quotes, a truth in words, an only item as a list.

use serde_json::{Number, Value};

use super::quantity::{in_hundredths, number_in};
use crate::message::plain_value::plain_value;
use crate::schema::fault::JsonType;

/// Returns `given` as one of `types`; `None` where that can be read in two ways. `name` and `description` are the
/// argument's, and tell its unit.
pub(super) fn retyped(
    given: &Value,
    types: &[JsonType],
    name: &str,
    description: Option<&str>,
) -> Option<Value> {
    let text = match given {
        Value::String(text) => text.trim(),
        Value::Number(number) if is_only(types, JsonType::Integer) => {
            return in_hundredths(number.as_f64()?, name, description);
        }
        Value::Bool(_) | Value::Number(_) => {
            let is_text = is_only(types, JsonType::String);
            return is_text.then(|| Value::from(given.to_string()));
        }
        Value::Array(items) => {
            return match items.as_slice() {
                [only] if types.contains(&JsonType::of(only)) => Some(only.clone()),
                _ => None,
            };
        }
        Value::Null | Value::Object(_) => return None,
    };
    let mut readings = types.iter().filter_map(|kind| in_quotes(text, *kind));
    if let Some(first) = readings.next() {
        return readings.all(|other| other == first).then_some(first);
    }
    if is_only(types, JsonType::Array) {
        let is_one = !text.is_empty() && !text.contains([',', ';', '\n', '[', '{']);
        return is_one.then(|| Value::from(vec![text]));
    }
    if is_only(types, JsonType::Boolean) {
        return truth(text);
    }
    let is_integer = is_only(types, JsonType::Integer);
    (is_integer || is_only(types, JsonType::Number))
        .then(|| number_in(text, name, description, is_integer))
        .flatten()
}

/// Whether `types` has but `kind`, and perhaps null.
fn is_only(types: &[JsonType], kind: JsonType) -> bool {
    types.contains(&kind) && types.iter().all(|other| *other == kind || *other == JsonType::Null)
}

fn in_quotes(text: &str, kind: JsonType) -> Option<Value> {
    match kind {
        JsonType::Array | JsonType::Object => {
            plain_value(text).ok().filter(|value| JsonType::of(value) == kind)
        }
        JsonType::Boolean => match text.to_ascii_lowercase().as_str() {
            "true" => Some(true.into()),
            "false" => Some(false.into()),
            _ => None,
        },
        JsonType::Integer => text.parse::<i64>().ok().map(Value::from),
        JsonType::Number => serde_json::from_str::<Number>(text).ok().map(Value::Number),
        JsonType::Null | JsonType::String => None,
    }
}

fn truth(text: &str) -> Option<Value> {
    match text.to_ascii_lowercase().as_str() {
        "enabled" | "on" | "y" | "yes" => Some(true.into()),
        "disabled" | "n" | "no" | "off" => Some(false.into()),
        _ => None,
    }
}
