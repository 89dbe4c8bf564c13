//! An argument was refused, and the text does not say what was given.

use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::schema::fault::{Constraint, Fault};
use serde_json::Value;

pub(super) const RULE: Rule = Rule {
    code: "value-not-given",
    group: Group::Message,
    page: include_str!("value_not_given.md"),
    weight: |_| Weight::of(Level::Advice),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Example),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let Some((facts, parameter)) = case.argument_facts() else { return Verdict::NotObserved };
    // Only a text that lacks nothing else is worth this advice.
    let has_the_rest = facts.parameter != Some(false) && facts.constraint != Some(false);
    let is_given =
        facts.value.filter(|_| has_the_rest && case.fault().is_none_or(is_about_a_value));
    match is_given {
        None => return Verdict::NotObserved,
        Some(_) if case.is_masked_by_control => return Verdict::CouldNotJudge,
        Some(true) => return Verdict::Passed,
        Some(false) => (),
    }
    Verdict::found(Breach {
        parameter: Some(parameter),
        got: format!("{} does not say what was given", case.quote()),
        expected: "a text with the value that came, or the one that decides".into(),
        advice: "put the value that came next to the rule that it breaks".into(),
        ..Breach::default()
    })
}

/// A value stands there that is short enough to be shown, and its type or the value itself is wrong.
fn is_about_a_value(fault: &Fault) -> bool {
    let is_short = match &fault.given {
        Some(Value::String(text)) => !text.is_empty() && text.len() <= LONGEST,
        Some(Value::Bool(_) | Value::Number(_)) => true,
        Some(Value::Array(_) | Value::Null | Value::Object(_)) | None => false,
    };
    let is_counted = matches!(
        fault.constraint,
        Constraint::AdditionalProperties(_)
            | Constraint::DependentRequired(_)
            | Constraint::MaxLength(_)
            | Constraint::MinLength(_)
            | Constraint::Required
    );
    is_short && !is_counted
}

/// A longer value is not repeated in a text.
const LONGEST: usize = 100;
