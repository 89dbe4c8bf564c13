//! A failure whose text gives no reason at all.

use crate::judge::case::{Case, hides_the_reason};
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "no-reason-given",
    group: Group::Message,
    page: include_str!("no_reason_given.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Example),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let Some(facts) = &case.facts else { return Verdict::NotObserved };
    // A reason in the wrong place or form is another rule's matter.
    if case.reason_in_data().is_some() || case.has_content_but_no_text() || case.breaks_content() {
        return Verdict::NotObserved;
    }
    if !facts.stock_sentence && !hides_the_reason(&case.text) {
        return Verdict::Passed;
    }
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("a failure that says just {}", case.quote()),
        expected: "the reason: what was wrong with which argument, or what failed and whether to repeat".into(),
        advice: "put the reason into the text; wrappers that withhold an exception's text have an error type that passes".into(),
        key: case.situation(),
        ..Breach::default()
    })
}
