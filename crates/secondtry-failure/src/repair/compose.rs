//! Sentences for a model: which argument is wrong, what is accepted, what was sent, and what should have been.
//!
//! A concrete value is shown only where it is derived from the caller's own. Any other is copied by models and wrong.

mod form;
mod rule;
mod shown;

use std::fmt::Write as _;

use serde_json::Value;

use self::rule::{Rule, rule};
use self::shown::{described, listed, place};
use super::failure_meta::ToldFault;
use super::known_call::KnownCall;
use crate::judge::facts::subschema;
use crate::judge::suggestion::{Suggestion, nearest_accepted, suggestion};
use crate::schema::fault::{Constraint, Fault, JsonType, Pointer};

pub(super) use self::form::unlike_its_form;
pub(super) use self::shown::{place as place_of, shown};

#[cfg(test)]
mod tests;

/// One fault in words.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Told {
    /// For the model.
    pub(super) sentences: String,
    /// For programs.
    pub(super) fault: ToldFault,
}

/// Tells of `fault`, a breach of the tool's `inputSchema` or of a rule that the server stated.
pub(super) fn tell(fault: &Fault, call: &KnownCall<'_>) -> Told {
    tell_by(fault, call.input_schema(), call)
}

/// Tells of each of `faults`, once where several come to the same words.
pub(super) fn tell_all<'f>(
    faults: impl IntoIterator<Item = &'f Fault>,
    call: &KnownCall<'_>,
) -> Vec<Told> {
    let mut all: Vec<Told> = Vec::new();
    for fault in faults {
        let told = tell(fault, call);
        if !all.iter().any(|known| known.sentences == told.sentences) {
            all.push(told);
        }
    }
    all
}

/// As [`tell`], by `schema` in place of the tool's own.
pub(super) fn tell_by(fault: &Fault, schema: &Value, call: &KnownCall<'_>) -> Told {
    let suggested = suggestion(fault, schema)
        .or_else(|| nearest_accepted(fault, schema).map(Suggestion::Value));
    let part = subschema::at(schema, &fault.parameter);
    let (statement, expected) = statement(fault, part, schema, call);
    let mut sentences = statement;
    if let Some(sent) = sent(fault) {
        sentences.push(' ');
        sentences.push_str(&sent);
    }
    match &suggested {
        Some(Suggestion::Name(name)) => {
            _ = write!(sentences, " Did you mean `{name}`?");
        }
        Some(Suggestion::Value(value)) => {
            _ = write!(sentences, " Suggested value: {}.", shown(value));
        }
        None => {
            if let Some(hint) = form::zone_hint(fault, part) {
                sentences.push(' ');
                sentences.push_str(&hint);
            }
        }
    }
    Told {
        sentences,
        fault: ToldFault {
            parameter: fault.parameter.as_str().to_owned(),
            expected,
            suggestion: suggested.map(Suggestion::into_value),
        },
    }
}

/// Tells that the argument at `parameter` breaks a rule that is known in words alone, such as "must be in the future".
pub(super) fn tell_words(
    parameter: &Pointer,
    words: &str,
    given: Option<&Value>,
    call: &KnownCall<'_>,
) -> Told {
    let part = subschema::at(call.input_schema(), parameter);
    let is_predicate = ["cannot ", "has ", "is ", "may ", "must ", "needs ", "should "]
        .iter()
        .any(|verb| words.starts_with(verb));
    let colon = if is_predicate { "" } else { ":" };
    let mut sentences = format!("{}{colon} {words}.", subject(parameter, part));
    let given = given.or_else(|| parameter.look_up(call.arguments()));
    if let Some(given) = given.filter(|_| !parameter.as_str().is_empty() && !is_secret(parameter)) {
        _ = write!(sentences, " You sent {}.", shown(given));
    }
    let expected = ["must be ", "must have ", "must "]
        .iter()
        .find_map(|verb| words.strip_prefix(verb))
        .unwrap_or(words);
    Told {
        sentences,
        fault: ToldFault {
            parameter: parameter.as_str().to_owned(),
            expected: expected.to_owned(),
            suggestion: None,
        },
    }
}

/// What is accepted, as a sentence and as a phrase.
fn statement(
    fault: &Fault,
    part: Option<&Value>,
    schema: &Value,
    call: &KnownCall<'_>,
) -> (String, String) {
    let Rule { verb, phrase } = rule(fault, part, schema);
    let subject = subject_of(fault, part);
    let sentence = match &fault.constraint {
        Constraint::AdditionalProperties(known) => return surplus(&fault.parameter, known, call),
        Constraint::Required if phrase.is_empty() => {
            return (format!("{subject} is required."), "a value".into());
        }
        Constraint::Required => format!("{subject} is required and {verb} {phrase}."),
        Constraint::DependentRequired(other) if phrase.is_empty() => {
            format!("{subject} is required because `{other}` is given.")
        }
        Constraint::DependentRequired(other) => {
            format!("{subject} is required because `{other}` is given, and {verb} {phrase}.")
        }
        Constraint::Type(types) => {
            format!("{subject} {verb} {phrase}{}.", quotes(types, fault.given.as_ref()))
        }
        Constraint::AnyOf(_)
        | Constraint::Const(_)
        | Constraint::Enum(_)
        | Constraint::ExclusiveMaximum(_)
        | Constraint::ExclusiveMinimum(_)
        | Constraint::Format(_)
        | Constraint::MaxItems(_)
        | Constraint::MaxLength(_)
        | Constraint::MaxProperties(_)
        | Constraint::Maximum(_)
        | Constraint::MinItems(_)
        | Constraint::MinLength(_)
        | Constraint::MinProperties(_)
        | Constraint::Minimum(_)
        | Constraint::MultipleOf(_)
        | Constraint::OneOf(_)
        | Constraint::Other(_)
        | Constraint::Pattern(_)
        | Constraint::UniqueItems => format!("{subject} {verb} {phrase}."),
    };
    (sentence, phrase)
}

/// Tells that an object knows no such property.
fn surplus(parameter: &Pointer, known: &[String], call: &KnownCall<'_>) -> (String, String) {
    let tokens: Vec<String> = parameter.tokens().collect();
    let (name, owner) = match tokens.as_slice() {
        [] => (String::new(), call.subject()),
        [name] => (name.clone(), call.subject()),
        [owners @ .., name] => {
            let owner = owners.iter().fold(Pointer::root(), |at, token| at.child(token));
            (name.clone(), format!("`{}`", place(&owner)))
        }
    };
    let kind = if tokens.len() < 2 { "argument" } else { "property" };
    if known.is_empty() {
        let expected = format!("no {kind}s");
        return (format!("{owner} has no {kind} `{name}`; it takes {expected}."), expected);
    }
    let names = listed(known.iter().map(|name| format!("`{name}`")));
    (format!("{owner} has no {kind} `{name}`. It accepts {names}."), format!("only {names}"))
}

fn sent(fault: &Fault) -> Option<String> {
    match &fault.constraint {
        Constraint::AdditionalProperties(_) => return None,
        Constraint::DependentRequired(_) | Constraint::Required => {
            return Some("You sent no value.".into());
        }
        _ if fault.parameter.as_str().is_empty() => return None,
        _ => (),
    }
    let given = fault.given.as_ref()?;
    if is_secret(&fault.parameter) {
        return None;
    }
    let length = match (&fault.constraint, given) {
        (Constraint::MaxLength(_) | Constraint::MinLength(_), Value::String(text)) => {
            format!(" ({} characters)", text.chars().count())
        }
        (Constraint::MaxItems(_) | Constraint::MinItems(_), Value::Array(items)) => {
            return Some(format!("You sent {}.", rule::counted(items.len() as u64, "item")));
        }
        _ => String::new(),
    };
    Some(format!("You sent {}{length}.", shown(given)))
}

/// A value in quotes where a bare one is due.
fn quotes(types: &[JsonType], given: Option<&Value>) -> &'static str {
    let is_text = matches!(given, Some(Value::String(_)));
    if !is_text || types.contains(&JsonType::String) {
        ""
    } else if types.iter().any(|kind| matches!(kind, JsonType::Array | JsonType::Object)) {
        ", not a text that holds one"
    } else {
        ", without quotes"
    }
}

fn subject_of(fault: &Fault, part: Option<&Value>) -> String {
    let needs_description = match &fault.constraint {
        Constraint::Format(_) | Constraint::Other(_) | Constraint::Pattern(_) => true,
        Constraint::DependentRequired(_) | Constraint::Required => {
            part.is_some_and(|part| part.get("enum").is_none() && part.get("const").is_none())
        }
        _ => false,
    };
    subject(&fault.parameter, part.filter(|_| needs_description))
}

/// The argument as the subject of a sentence, with its description where `part` is given and has a plain one.
fn subject(parameter: &Pointer, part: Option<&Value>) -> String {
    if parameter.as_str().is_empty() {
        return "The arguments".into();
    }
    let description = part.and_then(described).map(|text| format!(" ({text})")).unwrap_or_default();
    format!("Argument `{}`{description}", place(parameter))
}

/// Whether the argument's own name says that its value is nobody's business.
fn is_secret(parameter: &Pointer) -> bool {
    let name = parameter.leaf().unwrap_or_default().to_lowercase();
    ["password", "passwd", "passphrase", "secret", "token", "api_key", "apikey", "credential"]
        .iter()
        .any(|word| name.contains(word))
}
