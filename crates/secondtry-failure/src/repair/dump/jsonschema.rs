//! The sentences of Python's `jsonschema`. They show the value and seldom name the argument.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::Value;

use super::super::known_call::KnownCall;
use super::super::pattern::compiled;
use super::Breach;
use super::issues::rule;
use super::place::of_value;
use super::sentences::{Shape, about, bound, missing, one, plain, surplus, texts, types};
use super::wording::{format, list, number, value};
use crate::judge::suggestion::suggestion;
use crate::schema::fault::{Constraint, Pointer};

pub(super) fn shapes() -> Vec<Shape> {
    let printed = |pattern: &str| pattern.replace("PRINTED", PRINTED);
    vec![
        plain(&printed(r"PRINTED is not of type ('\w+'(?:, '\w+')*)"), is_not_of_type),
        plain(&printed(r"PRINTED is not one of (\[[^\]\n]*\]|\([^)\n]*\))"), is_not_one_of),
        plain(&printed(r"PRINTED does not match '(.+)'"), does_not_match),
        plain(
            &printed(
                r"PRINTED is (?:greater|less) than (or equal to )?the (?:exclusive )?(maximum|minimum) of (-?[\d.]+)",
            ),
            is_beyond,
        ),
        plain(&printed(r"PRINTED is not a multiple of (-?[\d.]+)"), is_no_multiple),
        plain(&printed(r"PRINTED is not a '([\w-]+)'"), is_not_a),
        plain(&printed(r"PRINTED is too (short|long)\b"), is_too),
        plain(&printed(r"PRINTED should be non-empty\b"), is_empty),
        plain(&printed(r"PRINTED was expected"), was_expected),
        plain(r"'([^'\n]+)' is a dependency of '([^'\n]+)'", |found, call| {
            one(rule(
                Constraint::DependentRequired(found[2].to_owned()),
                &[found[1].to_owned()],
                call,
            ))
        }),
        plain(r"('[^'\n]+') is a required property", is_required),
        plain(
            r"Additional properties are not allowed \(((?:'[^'\n]*'(?:, )?)+) (?:was|were) unexpected\)",
            was_unexpected,
        ),
        plain(r"\{[^\n]*\} is valid under each of ([^\n]*)", is_valid_under_each),
        plain(
            r"\{[^\n]*\} should not be valid under \{'required': (\[[^\]\n]*\])\}",
            should_not_have_together,
        ),
    ]
}

fn is_not_of_type(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    about(&found[1], types(&found[2]), call)
}

fn is_not_one_of(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    about(&found[1], Some(Constraint::Enum(list(&found[2]))), call)
}

fn does_not_match(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    about(&found[1], Some(Constraint::Pattern(found[2].replace("\\\\", "\\"))), call)
}

fn is_beyond(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let is_strict = found.get(2).is_some();
    about(&found[1], bound(number(&found[4]), &found[3] == "minimum", is_strict), call)
}

fn is_no_multiple(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    about(&found[1], number(&found[2]).map(Constraint::MultipleOf), call)
}

fn is_not_a(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    about(&found[1], format(&found[2]).map(|format| Constraint::Format(format.to_owned())), call)
}

fn is_too(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let parameter = value(&found[1]).and_then(|value| of_value(&value, call));
    let words = format!("must not be so {}", &found[2]);
    one(parameter.map(|parameter| Breach::Words { parameter, words }))
}

fn is_empty(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let parameter = value(&found[1]).and_then(|value| of_value(&value, call));
    let words = "must not be empty".to_owned();
    one(parameter.map(|parameter| Breach::Words { parameter, words }))
}

/// Only one value is accepted; the argument is the one that nearly has it.
fn was_expected(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let Some(expected) = value(&found[1]) else { return Vec::new() };
    let mut near =
        call.arguments().as_object().into_iter().flatten().filter_map(|(name, given)| {
            let constraint = Constraint::Const(expected.clone());
            let breach = rule(constraint, std::slice::from_ref(name), call)?;
            let Breach::Rule { fault, .. } = &breach else { return None };
            (*given != expected && suggestion(fault, &Value::Null).is_some()).then_some(breach)
        });
    one(near.next().filter(|_| near.next().is_none()))
}

fn is_required(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    missing(list(&found[1]), call)
}

fn was_unexpected(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    surplus(&list(&found[1]), None, call)
}

/// Several branches fit, each of which asks for a property.
fn is_valid_under_each(found: &Captures<'_>, _: &KnownCall<'_>) -> Vec<Breach> {
    let names: Vec<String> = REQUIRED_BRANCH
        .captures_iter(&found[1])
        .map(|branch| format!("`{}`", &branch[1]))
        .collect();
    if names.len() < 2 {
        return Vec::new();
    }
    let words = format!("must have just one of {}, not both", names.join(" and "));
    vec![Breach::Words { parameter: Pointer::root(), words }]
}

fn should_not_have_together(found: &Captures<'_>, _: &KnownCall<'_>) -> Vec<Breach> {
    let names = texts(list(&found[1])).into_iter().map(|name| format!("`{name}`"));
    let names = names.collect::<Vec<_>>();
    if names.is_empty() {
        return Vec::new();
    }
    let words = format!("must not have {} together", names.join(" and "));
    vec![Breach::Words { parameter: Pointer::root(), words }]
}

/// A value as Python prints it.
const PRINTED: &str = r#"('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|-?\d[\d.]*|True|False|None)"#;

static REQUIRED_BRANCH: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"\{'required': \['([^'\]]+)'\]\}"));
