//! Announcements of several layers, or of JSON-RPC, stand in front of the reason.

use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "wrapped-error-text",
    group: Group::Message,
    page: include_str!("wrapped_error_text.md"),
    weight: |_| Weight::of(Level::Warning),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Prose),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let Some(facts) = case.facts.as_ref().filter(|_| case.is_tool_execution_error()) else {
        return Verdict::NotObserved;
    };
    // Where there is no reason, the prefix is the lesser matter.
    if facts.stock_sentence || !facts.wrapped {
        return Verdict::Passed;
    }
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("a text wrapped in announcements: {}", case.quote()),
        expected: "a text that begins with the reason".into(),
        advice:
            "pass on the reason alone; throw a plain error where the SDK puts its code in front"
                .into(),
        ..Breach::default()
    })
}
