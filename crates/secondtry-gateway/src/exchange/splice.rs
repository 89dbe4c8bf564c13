//! A repaired answer in the bytes of the one that came: what did not change stands as it was written, order, escapes and
//! big numbers included.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

#[cfg(test)]
mod tests;

/// `after` as JSON, where `raw` is the text that `before` was read from.
pub(crate) fn spliced(raw: &str, before: &Value, after: &Value) -> String {
    let mut out = String::with_capacity(raw.len() + 256);
    splice(raw, before, after, &mut out);
    out
}

fn splice(raw: &str, before: &Value, after: &Value, out: &mut String) {
    if before == after {
        out.push_str(raw.trim());
        return;
    }
    match (before, after) {
        (Value::Object(old), Value::Object(_)) => {
            // A key that stands twice was read as one.
            if let Ok(Members(members)) = serde_json::from_str(raw)
                && members.len() == old.len()
            {
                return splice_members(&members, before, after, out);
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            if let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(raw) {
                out.push('[');
                for (place, ((raw, old), new)) in items.iter().zip(old).zip(new).enumerate() {
                    if place > 0 {
                        out.push(',');
                    }
                    splice(raw.get(), old, new, out);
                }
                out.push(']');
                return;
            }
        }
        _ => (),
    }
    out.push_str(&after.to_string());
}

fn splice_members(
    members: &[(String, &RawValue)],
    before: &Value,
    after: &Value,
    out: &mut String,
) {
    let mut is_first = true;
    let mut key = |name: &str, out: &mut String| {
        if !std::mem::take(&mut is_first) {
            out.push(',');
        }
        out.push_str(&Value::from(name).to_string());
        out.push(':');
    };
    out.push('{');
    for (name, raw) in members {
        if let (Some(old), Some(new)) = (before.get(name), after.get(name)) {
            key(name, out);
            splice(raw.get(), old, new, out);
        }
    }
    for (name, new) in after.as_object().into_iter().flatten() {
        if before.get(name).is_none() {
            key(name, out);
            out.push_str(&new.to_string());
        }
    }
    out.push('}');
}

/// The members of an object in their order, each value as it was written.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = access.next_entry::<String, &'de RawValue>()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}
