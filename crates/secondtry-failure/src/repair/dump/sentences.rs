//! Libraries that tell of one fault in one sentence.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::{Number, Value};

use super::super::known_call::KnownCall;
use super::super::pattern::compiled;
use super::issues::{known_properties, rule};
use super::place::{of_value_under, steps};
use super::wording::{json_type, list, value};
use super::{Breach, decoders, jsonschema, runtimes, validators};
use crate::schema::fault::{Constraint, JsonType};

/// Takes every sentence that is understood out of `text`, and returns the rest.
///
/// `drops` says to take out what is surely a library's, even where the argument cannot be found.
pub(super) fn take(
    text: &str,
    call: &KnownCall<'_>,
    drops: bool,
    breaches: &mut Vec<Breach>,
) -> String {
    let mut rest = text.to_owned();
    for shape in SHAPES.iter() {
        let mut at = 0;
        for _ in 0..MOST_SENTENCES {
            let Some(found) = shape.pattern.captures_at(&rest, at) else { break };
            let Some(whole) = found.get(0) else { break };
            let range = whole.range();
            let read = (shape.read)(&found, call);
            if read.is_empty() && !(drops && shape.is_plain) {
                at = range.end.max(range.start + 1);
                if at >= rest.len() || !rest.is_char_boundary(at) {
                    break;
                }
            } else {
                at = range.start;
                breaches.extend(read);
                rest.replace_range(range, "");
            }
        }
    }
    rest
}

/// What a sentence tells of.
pub(super) type Read = fn(&Captures<'_>, &KnownCall<'_>) -> Vec<Breach>;

/// A form of sentence, and how it is read.
pub(super) struct Shape {
    pattern: Regex,
    /// Nobody but a library writes so.
    is_plain: bool,
    read: Read,
}

/// A form that just a library has.
pub(super) fn plain(pattern: &str, read: Read) -> Shape {
    let pattern = compiled(&format!("(?m){pattern}"));
    Shape { pattern, is_plain: true, read }
}

/// A form that people may use as well.
pub(super) fn loose(pattern: &str, read: Read) -> Shape {
    Shape { is_plain: false, ..plain(pattern, read) }
}

pub(super) fn one(breach: Option<Breach>) -> Vec<Breach> {
    breach.into_iter().collect()
}

/// A rule about the only argument that has the value printed as `shown`.
pub(super) fn about(
    shown: &str,
    constraint: Option<Constraint>,
    call: &KnownCall<'_>,
) -> Vec<Breach> {
    let found = || {
        let (value, constraint) = (value(shown)?, constraint?);
        let parameter = of_value_under(&value, &constraint, call)?;
        let path: Vec<String> = parameter.tokens().collect();
        rule(constraint, &path, call)
    };
    one(found())
}

/// A rule about the argument at `path`.
pub(super) fn at(path: &str, constraint: Option<Constraint>, call: &KnownCall<'_>) -> Vec<Breach> {
    one(constraint.and_then(|constraint| rule(constraint, &steps(path), call)))
}

/// Properties that are too many, by name.
pub(super) fn surplus(
    names: &[Value],
    known: Option<&[String]>,
    call: &KnownCall<'_>,
) -> Vec<Breach> {
    let names = names.iter().filter_map(|name| name.as_str().map(str::to_owned));
    let breaches = names.filter_map(|name| {
        let path = [name];
        let known = known.map_or_else(|| known_properties(&path, call), <[String]>::to_vec);
        rule(Constraint::AdditionalProperties(known), &path, call)
    });
    breaches.collect()
}

/// Properties that are missing, by name.
pub(super) fn missing(names: Vec<Value>, call: &KnownCall<'_>) -> Vec<Breach> {
    let names = texts(names).into_iter();
    names.filter_map(|name| rule(Constraint::Required, &[name], call)).collect()
}

pub(super) fn texts(values: Vec<Value>) -> Vec<String> {
    let texts = values.into_iter().filter_map(|value| match value {
        Value::String(text) => Some(text),
        Value::Array(_) | Value::Bool(_) | Value::Null | Value::Number(_) | Value::Object(_) => {
            None
        }
    });
    texts.collect()
}

pub(super) fn types(names: &str) -> Option<Constraint> {
    let types: Vec<JsonType> =
        texts(list(names)).iter().filter_map(|name| json_type(name)).collect();
    (!types.is_empty()).then_some(Constraint::Type(types))
}

pub(super) fn bound(number: Option<Number>, is_least: bool, is_strict: bool) -> Option<Constraint> {
    let number = number?;
    Some(match (is_least, is_strict) {
        (true, false) => Constraint::Minimum(number),
        (true, true) => Constraint::ExclusiveMinimum(number),
        (false, false) => Constraint::Maximum(number),
        (false, true) => Constraint::ExclusiveMaximum(number),
    })
}

const MOST_SENTENCES: usize = 20;

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let mut shapes = jsonschema::shapes();
    shapes.extend(validators::shapes());
    shapes.extend(runtimes::shapes());
    shapes.extend(decoders::shapes());
    shapes
});
