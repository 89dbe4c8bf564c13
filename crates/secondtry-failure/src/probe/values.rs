//! Calls that the schema allows and only the tool can refuse: a day long past, an id of nothing, a file that is not there.

use serde_json::{Value, json};

use super::base_call::{Maker, is_date_like, is_handle_like, is_id_like, is_path_like, put};
use super::kind::ProbeKind;
use super::random::Random;
use super::view::View;
use crate::schema::compile::Schema;
use crate::schema::fault::{JsonType, Pointer};

#[cfg(test)]
mod tests;

/// A call that is valid by the schema and yet unlikely to succeed.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueProbe {
    /// What is unlikely about it.
    pub kind: ProbeKind,
    /// The argument concerned.
    pub parameter: Pointer,
    /// The arguments to send; the schema accepts them.
    pub arguments: Value,
}

/// The value probes that start from `base`, a call that `schema` accepts; at most [`MAX_VALUE_PROBES`].
pub fn value_probes(schema: &Schema, base: &Value, seed: u64) -> Vec<ValueProbe> {
    value_probes_by(&mut Maker::new(schema, seed), base, seed)
}

/// [`value_probes`] with a maker at hand.
pub(super) fn value_probes_by(maker: &mut Maker<'_>, base: &Value, seed: u64) -> Vec<ValueProbe> {
    let mut random = Random::new(seed, "value probes");
    let root = maker.view(&[maker.schema.source()]);
    let mut names = root.required();
    names.extend(root.property_names().into_iter().filter(|name| !root.required().contains(name)));
    let mut found: Vec<ValueProbe> = Vec::new();
    for name in names.into_iter().take(MAX_PARAMETERS) {
        let view = maker.view(&maker.property_anywhere(&root, name));
        let mut at = Pointer::root().child(name);
        let given = at.look_up(base).cloned();
        let is_required = given.is_some();
        let mut start = base.clone();
        let mut given = given.unwrap_or_else(|| maker.value(name, &view));
        if !is_required {
            put(&mut start, &at, given.clone());
        }
        if let Value::Array(items) = &given {
            let Some(first) = items.first().cloned() else { continue };
            at = at.child("0");
            given = first;
        }
        for (kind, value) in unlikely(name, &view, &given, is_required, &mut random) {
            let mut arguments = start.clone();
            put(&mut arguments, &at, value);
            if arguments != *base && maker.schema.accepts(&arguments) {
                found.push(ValueProbe { kind, parameter: at.clone(), arguments });
            }
            if found.len() >= MAX_VALUE_PROBES {
                return found;
            }
        }
    }
    found
}

/// Values for the parameter `name` that name nothing or mean nothing, like `given` in form.
fn unlikely(
    name: &str,
    view: &View<'_>,
    given: &Value,
    is_required: bool,
    random: &mut Random,
) -> Vec<(ProbeKind, Value)> {
    let stated = view.values("enum").chain(view.values("const")).next().is_some();
    if stated {
        return Vec::new();
    }
    let mut probes = Vec::new();
    match given {
        Value::String(text) => {
            if is_date_like(name, view) {
                probes.push((ProbeKind::PastDate, json!(in_the_past(text))));
            } else if is_handle_like(name) {
                let unknown = format!("zz-{}", random.digits(8));
                probes.push((ProbeKind::UnknownHandle, json!(unknown)));
            } else if is_path_like(name, view) {
                let missing = format!("zz-no-such-file-{}.txt", random.letters(6));
                probes.push((ProbeKind::MissingFile, json!(missing)));
            } else if is_id_like(name, view) {
                probes.push((ProbeKind::UnknownId, json!(unknown_id(text, random))));
            } else if is_required {
                let nonsense = format!("{} {}", random.letters(7), random.letters(5));
                probes.push((ProbeKind::Nonsense, json!(nonsense)));
            }
            if is_required {
                probes.push((ProbeKind::EmptyString, json!("")));
            }
        }
        Value::Number(_) if is_id_like(name, view) && JsonType::of(given) == JsonType::Integer => {
            probes.push((ProbeKind::UnknownId, json!(987_654_321)));
        }
        Value::Array(_) | Value::Bool(_) | Value::Null | Value::Number(_) | Value::Object(_) => (),
    }
    probes
}

/// The day or moment of `text` in the year 1999; where it shows no year, a day of that year.
fn in_the_past(text: &str) -> String {
    let year = text.split('-').next().filter(|year| year.len() == 4);
    match year.and_then(|year| text.strip_prefix(year)) {
        Some(rest) if rest.starts_with('-') => format!("1999{rest}"),
        _ => "1999-01-01".to_owned(),
    }
}

/// An id of nothing, in the form of `text`.
fn unknown_id(text: &str, random: &mut Random) -> String {
    if text.len() == 36 && text.split('-').count() == 5 {
        return format!("00000000-0000-4000-8000-{}", random.digits(12));
    }
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return random.digits(9);
    }
    format!("zz-{}", random.digits(8))
}

/// The most value probes of one tool.
pub const MAX_VALUE_PROBES: usize = 60;
const MAX_PARAMETERS: usize = 128;
