//! The corrected value that follows from what was given, beyond doubt: a number in quotes, a choice in other letters, a
//! misspelt property, a day in another form.
//!
//! Nothing is invented: a value that is not derived from the caller's own would be copied and be wrong. A suggestion is
//! for people and models to act on; whoever wants to apply it must ask first.

mod alias;
mod bound;
mod date;
mod form;
pub(crate) mod moment;
mod place;
mod quantity;
mod retype;
pub(crate) mod spelling;

use serde_json::Value;

use self::alias::alias;
use self::bound::nearest_number;
use self::form::reformed;
use self::place::{accepts, subschema};
use self::retype::retyped;
use self::spelling::{begun, nearest};
use crate::message::plain_value::plain_value;
use crate::schema::fault::{Constraint, Fault, Pointer};

#[cfg(test)]
mod tests;

/// What should have been sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Suggestion {
    /// The property under this name.
    Name(String),
    /// This value.
    Value(Value),
}

impl Suggestion {
    /// The suggestion as a report shows it.
    pub fn into_value(self) -> Value {
        match self {
            Self::Name(name) => Value::String(name),
            Self::Value(value) => value,
        }
    }

    /// The words by which a text would give it.
    pub fn words(&self) -> String {
        match self {
            Self::Name(name) => name.clone(),
            Self::Value(Value::String(text)) => text.clone(),
            Self::Value(value) => value.to_string(),
        }
    }
}

/// Returns what should have been sent in place of what `fault` tells of, by `schema`, the whole `inputSchema`; `None`
/// where there is room for doubt.
pub fn suggestion(fault: &Fault, schema: &Value) -> Option<Suggestion> {
    if let Constraint::AdditionalProperties(known) = &fault.constraint {
        let name = fault.parameter.tokens().last()?;
        return nearest(&name, known.iter().map(String::as_str))
            .map(|name| Suggestion::Name(name.to_owned()));
    }
    let part = subschema(schema, &fault.parameter);
    let value = corrected(fault, part, NESTING)?;
    accepts(schema, part, &value).then_some(Suggestion::Value(value))
}

/// Returns the accepted number nearest to the one that is out of bounds. It need not be what was meant, so a report does
/// not give it; a caller that must choose again is helped by it.
pub(crate) fn nearest_accepted(fault: &Fault, schema: &Value) -> Option<Value> {
    let part = subschema(schema, &fault.parameter);
    let given = fault.given.as_ref().filter(|_| may_be_cut(fault, part))?;
    let value = nearest_number(given, &fault.constraint, part)?;
    accepts(schema, part, &value).then_some(value)
}

/// A count that is too large is cut to the most there is, and a quantity likewise; a measure that may be below zero, as
/// a latitude may, was meant to be another.
fn may_be_cut(fault: &Fault, part: Option<&Value>) -> bool {
    let bound = |key: &str| part.and_then(|part| part.get(key)?.as_f64());
    let is_quantity =
        bound("minimum").or(bound("exclusiveMinimum")).is_some_and(|least| least >= 0.0);
    match only_type(part) {
        Some("integer") => true,
        Some("number") => {
            is_quantity && matches!(fault.constraint, Constraint::Maximum(_))
                || matches!(fault.constraint, Constraint::MultipleOf(_))
        }
        Some(_) | None => false,
    }
}

/// Returns the name and the value of the argument that stands in `arguments` in place of the missing one that `fault`
/// tells of, under a name that `schema` does not know.
pub(crate) fn under_another_name<'a>(
    fault: &Fault,
    schema: &Value,
    arguments: &'a Value,
) -> Option<(String, &'a Value)> {
    if !matches!(fault.constraint, Constraint::DependentRequired(_) | Constraint::Required) {
        return None;
    }
    let tokens: Vec<String> = fault.parameter.tokens().collect();
    let (missing, owner) = tokens.split_last()?;
    let owner = owner.iter().fold(Pointer::root(), |at, token| at.child(token));
    let known = subschema(schema, &owner)?.get("properties")?.as_object()?;
    let sent = owner.look_up(arguments)?.as_object()?;
    let unknown = || sent.iter().filter(|(name, _)| !known.contains_key(*name)).take(MOST_UNKNOWN);
    let names = || known.keys().map(String::as_str);
    let means = |name: &str| nearest(name, names()).or_else(|| begun(name, names()));
    let mut found = unknown().filter(|(name, _)| means(name) == Some(missing));
    let (name, value) = found.next().filter(|_| found.next().is_none())?;
    let part = subschema(schema, &fault.parameter);
    accepts(schema, part, value).then(|| (name.clone(), value))
}

fn corrected(fault: &Fault, part: Option<&Value>, depth: usize) -> Option<Value> {
    let given = fault.given.as_ref()?;
    match &fault.constraint {
        Constraint::AnyOf(branches) | Constraint::OneOf(branches) => {
            of_branches(branches, fault, part, depth.checked_sub(1)?)
        }
        Constraint::Const(only) => chosen(given, std::slice::from_ref(only)),
        Constraint::Enum(choices) => chosen(given, choices),
        Constraint::Format(_)
        | Constraint::MaxLength(_)
        | Constraint::MinLength(_)
        | Constraint::Pattern(_) => reformed(given.as_str()?, fault, part),
        Constraint::Type(types) => {
            let name = fault.parameter.leaf().unwrap_or_default();
            retyped(given, types, &name, schema_says(part, "description"))
        }
        Constraint::AdditionalProperties(_)
        | Constraint::DependentRequired(_)
        | Constraint::ExclusiveMaximum(_)
        | Constraint::ExclusiveMinimum(_)
        | Constraint::MaxItems(_)
        | Constraint::MaxProperties(_)
        | Constraint::Maximum(_)
        | Constraint::MinItems(_)
        | Constraint::MinProperties(_)
        | Constraint::Minimum(_)
        | Constraint::MultipleOf(_)
        | Constraint::Other(_)
        | Constraint::Required
        | Constraint::UniqueItems => None,
    }
}

/// Branches that ask for the same value agree; two that ask for different ones leave doubt.
fn of_branches(
    branches: &[Vec<Fault>],
    whole: &Fault,
    part: Option<&Value>,
    depth: usize,
) -> Option<Value> {
    let mut found: Option<Value> = None;
    for faults in branches.iter().take(MOST_BRANCHES) {
        let [fault] = faults.as_slice() else { continue };
        if fault.parameter != whole.parameter {
            continue;
        }
        match (corrected(fault, part, depth), &found) {
            (Some(value), None) => found = Some(value),
            (Some(value), Some(known)) if value != *known => return None,
            (Some(_) | None, _) => (),
        }
    }
    found
}

/// The allowed value that was meant.
fn chosen(given: &Value, choices: &[Value]) -> Option<Value> {
    let choices = choices.get(..choices.len().min(MOST_CHOICES))?;
    let text = match given {
        Value::String(text) => text.trim().trim_matches(['"', '\'', '`']),
        // A number or a truth value that is listed in quotes.
        Value::Bool(_) | Value::Number(_) => {
            let text = given.to_string();
            return choices.iter().find(|choice| choice.as_str() == Some(&text)).cloned();
        }
        Value::Array(_) | Value::Null | Value::Object(_) => return None,
    };
    let bare = plain_value(text.trim()).ok();
    let is_bare = |choice: &&Value| {
        matches!(choice, Value::Bool(_) | Value::Number(_)) && Some(*choice) == bare.as_ref()
    };
    let unquoted = choices.iter().find(|choice| choice.as_str() == Some(text));
    let listed_bare = unquoted.or_else(|| choices.iter().find(is_bare));
    let by_spelling = || nearest(text, choices.iter().filter_map(Value::as_str));
    let by_alias = || alias(text, choices.iter().filter_map(Value::as_str));
    let by_beginning = || begun(text, choices.iter().filter_map(Value::as_str));
    let by_word = || by_spelling().or_else(by_alias).or_else(by_beginning);
    listed_bare.cloned().or_else(|| by_word().map(Value::from))
}

/// The type that is asked for, beside null.
fn only_type(part: Option<&Value>) -> Option<&str> {
    match part?.get("type")? {
        Value::String(name) => Some(name),
        Value::Array(names) => {
            let mut names = names.iter().filter_map(Value::as_str).filter(|name| *name != "null");
            names.next().filter(|_| names.next().is_none())
        }
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::Object(_) => None,
    }
}

fn schema_says<'p>(part: Option<&'p Value>, key: &str) -> Option<&'p str> {
    part.and_then(|part| part.get(key)).and_then(Value::as_str)
}

/// How many values of a list are looked at.
const MOST_CHOICES: usize = 500;

/// How many unknown arguments are looked at.
const MOST_UNKNOWN: usize = 50;

/// How many branches are looked at.
const MOST_BRANCHES: usize = 20;

/// How far branches are followed into branches.
const NESTING: usize = 3;
