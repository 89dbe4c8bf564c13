//! Sentences for a model: which argument is wrong, what is accepted, what was sent, and what should have been.
//!
//! A concrete value is shown only where it is derived from the caller's own. Any other is copied by models and wrong.

mod alone;
mod corrected;
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
use crate::judge::suggestion::{Suggestion, nearest_accepted, suggestion, under_another_name};
use crate::schema::fault::{Constraint, Fault, JsonType, Pointer};

pub(super) use self::alone::alone;
pub(super) use self::corrected::{Fix, corrected_arguments};
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
    /// What makes the arguments right; none where that does not follow from them.
    pub(super) fixes: Vec<Fix>,
    /// What the fixes take for granted.
    pub(super) proviso: Option<&'static str>,
}

/// Tells of `fault`, a breach of the tool's `inputSchema` or of a rule that the server stated.
pub(super) fn tell(fault: &Fault, call: &KnownCall<'_>) -> Told {
    tell_by(fault, call.input_schema(), call)
}

/// Tells of each of `faults`, once where several come to the same words, and once of an argument that is missing under
/// its name and too many under another.
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
    once_renamed(all)
}

/// Leaves out what is too many and stands in place of something missing that is told as well.
pub(super) fn once_renamed(mut all: Vec<Told>) -> Vec<Told> {
    let renamed: Vec<String> = all
        .iter()
        .flat_map(|told| told.fixes.iter().map(move |fix| (&told.fault.parameter, fix)))
        .filter_map(|(parameter, fix)| match fix {
            Fix::Rename(from, _) if from.as_str() != parameter => Some(from.as_str().to_owned()),
            Fix::Rename(..) | Fix::Set(..) => None,
        })
        .collect();
    all.retain(|told| !renamed.contains(&told.fault.parameter));
    all
}

/// The place of `name` in the object that `parameter` is in.
fn beside(parameter: &Pointer, name: &str) -> Pointer {
    let tokens: Vec<String> = parameter.tokens().collect();
    let owner = tokens.split_last().map(|(_, owner)| owner).unwrap_or_default();
    owner.iter().fold(Pointer::root(), |at, token| at.child(token)).child(name)
}

/// As [`tell`], by `schema` in place of the tool's own.
pub(super) fn tell_by(fault: &Fault, schema: &Value, call: &KnownCall<'_>) -> Told {
    if let Some((inner, schema)) = alone::beside_null(fault, schema) {
        return tell_by(&inner, &schema, call);
    }
    let other_name = under_another_name(fault, schema, call.arguments());
    let suggested = suggestion(fault, schema)
        .or_else(|| nearest_accepted(fault, schema).map(Suggestion::Value))
        .or_else(|| other_name.as_ref().map(|(_, value)| Suggestion::Value((*value).clone())));
    let part = subschema::at(schema, &fault.parameter);
    let (statement, expected) = statement(fault, part, schema, call);
    let mut sentences = statement;
    if let Some((name, _)) = &other_name {
        let missing = fault.parameter.leaf().unwrap_or_default();
        _ = write!(sentences, " You sent `{name}`, which is not known. Did you mean `{missing}`?");
    } else if let Some(sent) = sent(fault) {
        sentences.push(' ');
        sentences.push_str(&sent);
    }
    let mut proviso = None;
    match &suggested {
        Some(Suggestion::Name(name)) => {
            _ = write!(sentences, " Did you mean `{name}`?");
        }
        Some(Suggestion::Value(_)) if is_secret(&fault.parameter) => (),
        Some(Suggestion::Value(value)) => {
            _ = write!(sentences, " Suggested value: {}.", shown(value));
        }
        None => {
            if let Some(value) = form::in_utc(fault, part) {
                _ = write!(sentences, " Suggested value if the time is in UTC: {}.", shown(&value));
                proviso =
                    Some((value, "if the time is in UTC; otherwise put the offset in place of Z"));
            }
        }
    }
    if suggested.is_none() && counts_money(fault, part) {
        sentences.push_str(
            " Do not round it: if the tool counts in a smaller unit, such as cents, convert it.",
        );
    }
    let suggestion = suggested.filter(|_| !is_secret(&fault.parameter));
    let fixes = match (&suggestion, other_name) {
        (None, _) if proviso.is_some() => {
            let value = proviso.as_ref().map(|(value, _)| value.clone());
            value.map(|value| Fix::Set(fault.parameter.clone(), value)).into_iter().collect()
        }
        (Some(Suggestion::Value(_)), Some((name, _))) => vec![Fix::Rename(
            beside(&fault.parameter, &name),
            fault.parameter.leaf().unwrap_or_default(),
        )],
        (Some(Suggestion::Value(value)), None) => {
            vec![Fix::Set(fault.parameter.clone(), value.clone())]
        }
        (Some(Suggestion::Name(name)), _) => {
            vec![Fix::Rename(fault.parameter.clone(), name.clone())]
        }
        (None, _) => Vec::new(),
    };
    Told {
        sentences,
        fixes,
        proviso: proviso.map(|(_, words)| words),
        fault: ToldFault {
            parameter: fault.parameter.as_str().to_owned(),
            expected,
            suggestion: suggestion.map(Suggestion::into_value),
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
    if let Some(hint) = form::right_but_for_the_year(words, given) {
        sentences.push(' ');
        sentences.push_str(&hint);
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
        fixes: Vec::new(),
        proviso: None,
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
            format!(" ({})", rule::counted(text.chars().count() as u64, "character"))
        }
        (Constraint::MaxItems(_) | Constraint::MinItems(_), Value::Array(items)) => {
            return Some(format!("You sent {}.", rule::counted(items.len() as u64, "item")));
        }
        _ => String::new(),
    };
    Some(format!("You sent {}{length}.", shown(given)))
}

/// Whether an amount with a fraction stands where a whole one is due. A model that is told no more rounds it.
fn counts_money(fault: &Fault, part: Option<&Value>) -> bool {
    let is_whole = matches!(&fault.constraint, Constraint::Type(types) if types.contains(&JsonType::Integer) && !types.contains(&JsonType::Number));
    let has_fraction = fault.given.as_ref().is_some_and(Value::is_f64);
    let name = fault.parameter.leaf().unwrap_or_default().to_lowercase();
    let description = part.and_then(described).unwrap_or_default().to_lowercase();
    let money =
        ["amount", "balance", "budget", "cost", "fee", "payment", "price", "salary", "total"];
    is_whole
        && has_fraction
        && money.iter().any(|word| name.contains(word) || description.contains(word))
}

/// A value in quotes where a bare one is due.
fn quotes(types: &[JsonType], given: Option<&Value>) -> &'static str {
    let Some(Value::String(text)) = given else { return "" };
    if types.contains(&JsonType::String) {
        ""
    } else if types.iter().any(|kind| matches!(kind, JsonType::Array | JsonType::Object)) {
        if text.contains(['[', '{', ',']) { ", not a text that holds one" } else { "" }
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
    is_secret_name(&parameter.leaf().unwrap_or_default())
}

fn is_secret_name(name: &str) -> bool {
    let name = name.to_lowercase();
    ["password", "passwd", "passphrase", "secret", "token", "api_key", "apikey", "credential"]
        .iter()
        .any(|word| name.contains(word))
}
