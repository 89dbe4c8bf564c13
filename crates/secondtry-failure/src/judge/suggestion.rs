//! The corrected value that follows from what was given, beyond doubt: a number in quotes, a choice in other letters, a
//! misspelt property, a day in another form.
//!
//! Nothing is invented: a value that is not derived from the caller's own would be copied and be wrong. A suggestion is
//! for people and models to act on; whoever wants to apply it must ask first.

mod alias;
mod bound;
mod date;
mod place;
pub(crate) mod spelling;

use serde_json::{Number, Value};

use self::alias::alias;
use self::bound::nearest_number;
use self::place::{accepts, subschema};
use self::spelling::nearest;
use crate::message::plain_value::plain_value;
use crate::schema::fault::{Constraint, Fault, JsonType};

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
    let kind = part.and_then(|part| part.get("type"));
    // A count that is too large is cut to the most there is; a measure that is out of bounds was meant to be another.
    let is_count = kind.and_then(Value::as_str) == Some("integer");
    let given = fault.given.as_ref().filter(|_| is_count)?;
    let value = nearest_number(given, &fault.constraint)?;
    accepts(schema, part, &value).then_some(value)
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
        Constraint::Type(types) => retyped(given.as_str()?.trim(), types),
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
        Value::String(text) => text.as_str(),
        // A number or a truth value that is listed in quotes.
        Value::Bool(_) | Value::Number(_) => {
            let text = given.to_string();
            return choices.iter().find(|choice| choice.as_str() == Some(&text)).cloned();
        }
        Value::Array(_) | Value::Null | Value::Object(_) => return None,
    };
    let bare = serde_json::from_str::<Value>(text.trim()).ok();
    let is_bare = |choice: &&Value| {
        matches!(choice, Value::Bool(_) | Value::Number(_)) && Some(*choice) == bare.as_ref()
    };
    let listed_bare = choices.iter().find(is_bare);
    let by_spelling = || nearest(text, choices.iter().filter_map(Value::as_str));
    let by_alias = || alias(text, choices.iter().filter_map(Value::as_str));
    listed_bare.cloned().or_else(|| by_spelling().or_else(by_alias).map(Value::from))
}

/// The same text in the form that is asked for: a day, or other letters.
fn reformed(given: &str, fault: &Fault, part: Option<&Value>) -> Option<Value> {
    let says = |key: &str| part.and_then(|part| part.get(key)).and_then(Value::as_str);
    let asks_for_a_day = says("format") == Some("date")
        || says("description").is_some_and(|text| text.to_uppercase().contains("YYYY-MM-DD"))
        || matches!(&fault.constraint, Constraint::Pattern(pattern) if pattern.contains("{4}-"));
    if asks_for_a_day && let Some(day) = date::iso_day(given) {
        return Some(day.into());
    }
    let Constraint::Pattern(pattern) = &fault.constraint else { return None };
    let part = part?;
    let bare = given.trim();
    let prefixed = fixed_prefix(pattern).map(|prefix| format!("{prefix}{bare}"));
    let mut fitting = [bare.to_owned(), bare.to_uppercase(), bare.to_lowercase()]
        .into_iter()
        .chain(prefixed)
        .filter(|text| bare.len() <= LONGEST_CODE && text != given)
        .filter(|text| accepts(part, Some(part), &Value::String(text.clone())));
    let first = fitting.next()?;
    fitting.all(|other| other == first).then(|| first.into())
}

/// The text that every match of `pattern` begins with.
fn fixed_prefix(pattern: &str) -> Option<&str> {
    let rest = pattern.strip_prefix('^')?;
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '#' | '@' | '/');
    let end = rest.find(|c: char| !is_plain(c)).unwrap_or(rest.len());
    // What repeats the last sign makes it optional, and a choice makes all of it so.
    let is_fixed = end > 0 && !rest[end..].starts_with(['?', '*', '{', '+']) && !rest.contains('|');
    is_fixed.then(|| &rest[..end])
}

/// What stands in the text, as one of `types`.
fn retyped(text: &str, types: &[JsonType]) -> Option<Value> {
    let mut readings = types.iter().filter_map(|kind| match kind {
        JsonType::Array | JsonType::Object => {
            plain_value(text).ok().filter(|value| JsonType::of(value) == *kind)
        }
        JsonType::Boolean => match text.to_ascii_lowercase().as_str() {
            "true" => Some(true.into()),
            "false" => Some(false.into()),
            _ => None,
        },
        JsonType::Integer => text.parse::<i64>().ok().map(Value::from),
        JsonType::Number => serde_json::from_str::<Number>(text).ok().map(Value::Number),
        JsonType::Null | JsonType::String => None,
    });
    let first = readings.next()?;
    readings.all(|other| other == first).then_some(first)
}

/// How many values of a list are looked at.
const MOST_CHOICES: usize = 500;

/// How many branches are looked at.
const MOST_BRANCHES: usize = 20;

/// How far branches are followed into branches.
const NESTING: usize = 3;

/// Longer texts are no codes, of which the case says nothing.
const LONGEST_CODE: usize = 64;
