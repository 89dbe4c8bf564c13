//! Checks arguments against the schemas of our own tools.
//!
//! Knows the keywords that these schemas use and no others: a schema from outside is for a real validator.

mod fault;
mod form;
mod pattern;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

pub(crate) use self::fault::{Fault, Kind};
pub(crate) use self::form::shortened;
use self::form::{fits, form_of};

/// Lists every way in which `arguments` break `schema`, at most one for each place.
pub(crate) fn faults(schema: &Value, arguments: &Map<String, Value>) -> Vec<Fault> {
    let mut found = Vec::new();
    check_object(schema, arguments, "", &mut found);
    found
}

fn check_object(schema: &Value, object: &Map<String, Value>, path: &str, found: &mut Vec<Fault>) {
    let place = |name: &str| match path {
        "" => name.to_owned(),
        outer => format!("{outer}.{name}"),
    };
    let properties = &schema["properties"];
    for name in names(&schema["required"]).filter(|name| !object.contains_key(*name)) {
        found.push(Fault {
            parameter: place(name),
            given: None,
            expected: form_of(&properties[name]),
            suggestion: None,
            kind: Kind::Missing,
        });
    }
    let mut known: Vec<&str> =
        properties.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    known.sort_unstable();
    for (name, value) in object {
        if known.contains(&name.as_str()) {
            check(&properties[name], value, &place(name), found);
        } else if schema["additionalProperties"] == false {
            let meant =
                known.iter().find(|known| near(known, name) && !object.contains_key(**known));
            found.push(Fault {
                parameter: place(name),
                given: Some(shortened(value)),
                expected: quoted_names(known.iter().copied()),
                suggestion: meant.map(|known| format!("`{known}`")),
                kind: Kind::Unexpected,
            });
        }
    }
}

fn check(schema: &Value, value: &Value, path: &str, found: &mut Vec<Fault>) {
    if !fits(schema, value) {
        found.push(Fault {
            parameter: path.to_owned(),
            given: Some(shortened(value)),
            expected: form_of(schema),
            suggestion: corrected(schema, value).map(|value| value.to_string()),
            kind: Kind::Value,
        });
        return;
    }
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                check(&schema["items"], item, &format!("{path}[{index}]"), found);
            }
        }
        Value::Object(object) => check_object(schema, object, path, found),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => (),
    }
}

/// Finds the value that was beyond doubt meant: a number in a string, or an enum value in another case.
fn corrected(schema: &Value, value: &Value) -> Option<Value> {
    let text = value.as_str()?;
    let allowed = schema["enum"].as_array().into_iter().flatten();
    let same = |allowed: &&Value| {
        allowed.as_str().is_some_and(|allowed| allowed.eq_ignore_ascii_case(text.trim()))
    };
    allowed.clone().find(same).cloned().or_else(|| {
        let number: Value = serde_json::from_str(text.trim()).ok()?;
        (number.is_number() && fits(schema, &number)).then_some(number)
    })
}

/// Whether two names differ only in case, in separators, or in one letter more or less.
fn near(known: &str, sent: &str) -> bool {
    let plain = |name: &str| name.replace(['_', '-', ' '], "").to_ascii_lowercase();
    let (known, sent) = (plain(known), plain(sent));
    let (long, short) = if known.len() >= sent.len() { (known, sent) } else { (sent, known) };
    long == short
        || (long.len() == short.len() + 1
            && long.char_indices().any(|(at, letter)| {
                long.get(..at) == short.get(..at)
                    && long.get(at + letter.len_utf8()..) == short.get(at..)
            }))
}

fn names(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// Joins names for a sentence: "`a`, `b` and `c`"; "no arguments" where there is none.
fn quoted_names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut quoted: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match (quoted.pop(), quoted.is_empty()) {
        (None, _) => "no arguments".to_owned(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} and {last}", quoted.join(", ")),
    }
}
