//! What is accepted for an argument, as a verb and a phrase: the rule that is broken together with its neighbours in
//! the schema, so that the next value does not break another.

use serde_json::Value;

use super::form::{format_in_words, pattern_in_words};
use super::shown::{listed, shown};
use crate::schema::describe::accepted;
use crate::schema::fault::{Constraint, Fault, JsonType};

/// `must be` and `an integer from 1 to 100`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rule {
    pub(super) verb: &'static str,
    pub(super) phrase: String,
}

/// What is accepted in place of what `fault` tells of; for a missing argument whatever `part` says, an empty phrase
/// where it says nothing. `schema` is the whole one.
pub(super) fn rule(fault: &Fault, part: Option<&Value>, schema: &Value) -> Rule {
    let none = Value::Null;
    let part = part.unwrap_or(&none);
    match &fault.constraint {
        Constraint::Const(value) => be(shown(value)),
        Constraint::DependentRequired(_) | Constraint::Required => whole(part),
        Constraint::Enum(values) => be(one_of(values)),
        Constraint::ExclusiveMaximum(_)
        | Constraint::ExclusiveMinimum(_)
        | Constraint::Maximum(_)
        | Constraint::Minimum(_) => be(number(part).unwrap_or_else(|| accepted(fault))),
        Constraint::MultipleOf(step) => {
            let bounds = bounds(part).map(|bounds| format!(" {bounds}")).unwrap_or_default();
            be(format!("a multiple of {step}{bounds}"))
        }
        Constraint::Format(format) => {
            be(format_in_words(format).map_or_else(|| accepted(fault), str::to_owned))
        }
        Constraint::MaxItems(_) | Constraint::MinItems(_) => {
            have(range(part, "minItems", "maxItems", "item").unwrap_or_else(|| accepted(fault)))
        }
        Constraint::MaxLength(_) | Constraint::MinLength(_) => have(
            range(part, "minLength", "maxLength", "character").unwrap_or_else(|| accepted(fault)),
        ),
        Constraint::MaxProperties(_) | Constraint::MinProperties(_) => have(accepted(fault)),
        Constraint::Pattern(pattern) => pattern_rule(pattern),
        Constraint::Type(types) => be(typed(types, part)),
        Constraint::UniqueItems => have("no two equal items".into()),
        Constraint::AnyOf(branches) | Constraint::OneOf(branches) => {
            alternatives(fault, branches, schema)
        }
        Constraint::Other(keyword) if keyword == "not" => excluded(fault, schema),
        Constraint::AdditionalProperties(_) | Constraint::Other(_) => be(accepted(fault)),
    }
}

/// Everything that `part` asks for in one phrase; an empty one where it asks for nothing that is plain.
fn whole(part: &Value) -> Rule {
    if let Some(Value::Array(values)) = part.get("enum") {
        return be(one_of(values));
    }
    if let Some(value) = part.get("const") {
        return be(shown(value));
    }
    if let Some(pattern) = part.get("pattern").and_then(Value::as_str) {
        return pattern_rule(pattern);
    }
    if let Some(words) = part.get("format").and_then(Value::as_str).and_then(format_in_words) {
        return be(words.to_owned());
    }
    let types = types_of(part);
    be(if types.is_empty() { String::new() } else { typed(&types, part) })
}

fn pattern_rule(pattern: &str) -> Rule {
    match pattern_in_words(pattern) {
        Some(words) => be(words),
        None => Rule { verb: "must match", phrase: format!("the pattern `{pattern}`") },
    }
}

fn typed(types: &[JsonType], part: &Value) -> String {
    if let [JsonType::Integer | JsonType::Number] = types
        && let Some(words) = number(part)
    {
        return words;
    }
    if let Some(Value::Array(values)) = part.get("enum") {
        return one_of(values);
    }
    let nulls = types.iter().filter(|kind| **kind == JsonType::Null);
    let ordered = types.iter().filter(|kind| **kind != JsonType::Null).chain(nulls);
    let words: Vec<&str> = ordered.map(|kind| with_article(*kind)).collect();
    let plain = words.join(" or ");
    match types {
        [JsonType::String] => match range(part, "minLength", "maxLength", "character") {
            Some(range) => format!("{plain} with {range}"),
            None => plain,
        },
        [JsonType::Array] => {
            let items = part.get("items").map(types_of).unwrap_or_default();
            match items.as_slice() {
                [] => plain,
                items => format!(
                    "an array of {}",
                    items.iter().map(|kind| plural(*kind)).collect::<Vec<_>>().join(" or ")
                ),
            }
        }
        _ => plain,
    }
}

/// `an integer from 1 to 100`
fn number(part: &Value) -> Option<String> {
    let kind = match types_of(part).as_slice() {
        [JsonType::Integer] | [JsonType::Integer, JsonType::Null] => "an integer",
        [JsonType::Number] | [JsonType::Null, JsonType::Number] => "a number",
        _ => return None,
    };
    let step = part.get("multipleOf").filter(|step| step.is_number());
    let step = step.map(|step| format!(", a multiple of {step}")).unwrap_or_default();
    let bounds = bounds(part).map(|bounds| format!(" {bounds}")).unwrap_or_default();
    Some(format!("{kind}{bounds}{step}"))
}

/// `from 1 to 100`, `of at least 1`
fn bounds(part: &Value) -> Option<String> {
    let limit = |key: &str| part.get(key).filter(|limit| limit.is_number());
    let least = limit("minimum").map(|least| (least, true));
    let least = limit("exclusiveMinimum").map(|least| (least, false)).or(least);
    let most = limit("maximum").map(|most| (most, true));
    let most = limit("exclusiveMaximum").map(|most| (most, false)).or(most);
    Some(match (least, most) {
        (None, None) => return None,
        (Some((least, true)), Some((most, true))) => format!("from {least} to {most}"),
        (least, most) => {
            let least = least.map(|(limit, is_included)| {
                if is_included {
                    format!("of at least {limit}")
                } else {
                    format!("greater than {limit}")
                }
            });
            let most = most.map(|(limit, is_included)| {
                if is_included {
                    format!("of at most {limit}")
                } else {
                    format!("less than {limit}")
                }
            });
            least.into_iter().chain(most).collect::<Vec<_>>().join(" and ")
        }
    })
}

/// `at least 3 characters`, `from 3 to 10 characters`
fn range(part: &Value, least: &str, most: &str, noun: &str) -> Option<String> {
    let limit = |key: &str| part.get(key).and_then(Value::as_u64);
    Some(match (limit(least), limit(most)) {
        (None, None) => return None,
        (Some(least), None) => format!("at least {}", counted(least, noun)),
        (None, Some(most)) => format!("at most {}", counted(most, noun)),
        (Some(least), Some(most)) if least == most => format!("exactly {}", counted(most, noun)),
        (Some(least), Some(most)) => format!("from {least} to {}", counted(most, noun)),
    })
}

/// Branches that each ask for a property, or else what each branch accepts.
fn alternatives(fault: &Fault, branches: &[Vec<Fault>], schema: &Value) -> Rule {
    let part = crate::judge::facts::subschema::at(schema, &fault.parameter);
    let is_exclusive = matches!(fault.constraint, Constraint::OneOf(_));
    let key = if is_exclusive { "oneOf" } else { "anyOf" };
    let asked: Option<Vec<String>> =
        part.and_then(|part| part.get(key)?.as_array()).and_then(|branches| {
            branches.iter().map(required_together).collect::<Option<Vec<String>>>()
        });
    match asked {
        Some(names) if names.len() > 1 => {
            let fitting = branches.iter().filter(|faults| faults.is_empty()).count();
            let count = match (is_exclusive, fitting > 1) {
                (true, true) => "exactly one, and not both,",
                (true, false) => "exactly one",
                (false, _) => "at least one",
            };
            have(format!("{count} of {}", listed(names.into_iter())))
        }
        Some(_) | None => be(accepted(fault)),
    }
}

/// The properties that `branch` requires, where that is all it does.
fn required_together(branch: &Value) -> Option<String> {
    let names = branch.get("required")?.as_array()?;
    let names: Vec<String> =
        names.iter().filter_map(Value::as_str).map(|name| format!("`{name}`")).collect();
    (!names.is_empty()).then(|| names.join(" with "))
}

/// What must not be there together.
fn excluded(fault: &Fault, schema: &Value) -> Rule {
    let part = crate::judge::facts::subschema::at(schema, &fault.parameter);
    let not = part.and_then(|part| part.get("not"));
    match not.and_then(|not| not.get("required")).and_then(Value::as_array) {
        Some(names) if !names.is_empty() => {
            let names = names.iter().filter_map(Value::as_str).map(|name| format!("`{name}`"));
            let names = names.collect::<Vec<_>>().join(" and ");
            Rule { verb: "must not have", phrase: format!("{names} together") }
        }
        Some(_) | None => be(accepted(fault)),
    }
}

/// The types that `part` names, in order of name.
fn types_of(part: &Value) -> Vec<JsonType> {
    let mut types: Vec<JsonType> = match part.get("type") {
        Some(Value::String(name)) => JsonType::from_name(name).into_iter().collect(),
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).filter_map(JsonType::from_name).collect()
        }
        Some(_) | None => Vec::new(),
    };
    types.sort_unstable();
    types
}

fn one_of(values: &[Value]) -> String {
    match values {
        [only] => shown(only),
        values => format!("one of {}", listed(values.iter().map(shown))),
    }
}

fn be(phrase: String) -> Rule {
    Rule { verb: "must be", phrase }
}

fn have(phrase: String) -> Rule {
    Rule { verb: "must have", phrase }
}

pub(super) fn counted(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn with_article(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Array => "an array",
        JsonType::Boolean => "true or false",
        JsonType::Integer => "an integer",
        JsonType::Null => "null",
        JsonType::Number => "a number",
        JsonType::Object => "an object",
        JsonType::String => "a string",
    }
}

fn plural(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Array => "arrays",
        JsonType::Boolean => "booleans",
        JsonType::Integer => "integers",
        JsonType::Null => "nulls",
        JsonType::Number => "numbers",
        JsonType::Object => "objects",
        JsonType::String => "strings",
    }
}
