//! What a constraint accepts, in words that a person or a model can act on.

use serde_json::Value;

use super::fault::{Constraint, Fault, JsonType};

#[cfg(test)]
mod tests;

/// Returns what is accepted in place of what `fault` tells of, as a noun phrase.
pub fn accepted(fault: &Fault) -> String {
    match &fault.constraint {
        Constraint::AdditionalProperties(known) if known.is_empty() => {
            "no properties at all".into()
        }
        Constraint::AdditionalProperties(known) => {
            format!("only the properties {}", listed(known.iter().map(|name| format!("`{name}`"))))
        }
        Constraint::AnyOf(branches) | Constraint::OneOf(branches) => branches_accept(branches),
        Constraint::Const(value) => value.to_string(),
        Constraint::DependentRequired(other) => format!("a value, because `{other}` is given"),
        Constraint::Enum(values) => {
            format!("one of {}", listed(values.iter().map(Value::to_string)))
        }
        Constraint::ExclusiveMaximum(limit) => format!("a number less than {limit}"),
        Constraint::ExclusiveMinimum(limit) => format!("a number more than {limit}"),
        Constraint::Format(format) => format!("a text in the format `{format}`"),
        Constraint::MaxItems(limit) => format!("at most {}", counted(*limit, "item")),
        Constraint::MaxLength(limit) => format!("at most {}", counted(*limit, "character")),
        Constraint::MaxProperties(1) => "at most 1 property".into(),
        Constraint::MaxProperties(limit) => format!("at most {limit} properties"),
        Constraint::Maximum(limit) => format!("a number of at most {limit}"),
        Constraint::MinItems(limit) => format!("at least {}", counted(*limit, "item")),
        Constraint::MinLength(limit) => format!("at least {}", counted(*limit, "character")),
        Constraint::MinProperties(1) => "at least 1 property".into(),
        Constraint::MinProperties(limit) => format!("at least {limit} properties"),
        Constraint::Minimum(limit) => format!("a number of at least {limit}"),
        Constraint::MultipleOf(step) => format!("a multiple of {step}"),
        Constraint::Other(keyword) => format!("a value that keeps `{keyword}` of the schema"),
        Constraint::Pattern(pattern) => format!("a text that matches `{pattern}`"),
        Constraint::Required => "a value; it is required".into(),
        Constraint::Type(types) => {
            listed(types.iter().map(|kind| with_article(*kind).to_owned())).replace(", ", " or ")
        }
        Constraint::UniqueItems => "items of which no two are equal".into(),
    }
}

fn branches_accept(branches: &[Vec<Fault>]) -> String {
    let mut phrases: Vec<String> = Vec::new();
    for fault in branches.iter().filter_map(|faults| faults.first()) {
        let phrase = accepted(fault);
        if !phrases.contains(&phrase) {
            phrases.push(phrase);
        }
    }
    if phrases.is_empty() {
        "exactly one of the schema's branches".into()
    } else {
        phrases.join(", or ")
    }
}

/// Up to twenty of them, then how many more there are.
fn listed(phrases: impl ExactSizeIterator<Item = String>) -> String {
    let total = phrases.len();
    let shown: Vec<String> = phrases.take(SHOWN).collect();
    let more = if total > SHOWN { format!(" and {} more", total - SHOWN) } else { String::new() };
    shown.join(", ") + &more
}

fn counted(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn with_article(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Array => "an array",
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Null => "null",
        JsonType::Number => "a number",
        JsonType::Object => "an object",
        JsonType::String => "a string",
    }
}

/// How many values a message lists.
const SHOWN: usize = 20;
