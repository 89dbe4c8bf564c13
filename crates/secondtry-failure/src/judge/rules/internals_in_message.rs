//! A failure's text shows stack frames, source locations, runtime exceptions or back-end addresses.

use crate::judge::case::Case;
use crate::judge::rule::{Breach, Group, Level, Look, Rule, SpecReference, Verdict, Weight};

pub(super) const RULE: Rule = Rule {
    code: "internals-in-message",
    group: Group::Message,
    page: include_str!("internals_in_message.md"),
    weight: |_| Weight::of(Level::Error),
    spec: SpecReference::silent,
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let Some(facts) = &case.facts else { return Verdict::NotObserved };
    if !facts.leaks_internals {
        return Verdict::Passed;
    }
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("a text with internals: {}", case.quote()),
        expected: "what failed and what to do, in words; the rest belongs in the server's log"
            .into(),
        advice: "catch the exception, log it, and write a sentence for the model".into(),
        ..Breach::default()
    })
}
