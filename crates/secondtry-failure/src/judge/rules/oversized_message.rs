//! A failure's text is longer than anybody reads.

use crate::judge::case::Case;
use crate::judge::rule::{Breach, Group, Level, Look, Rule, SpecReference, Verdict, Weight};

pub(super) const RULE: Rule = Rule {
    code: "oversized-message",
    group: Group::Message,
    page: include_str!("oversized_message.md"),
    weight: |_| Weight::of(Level::Warning),
    spec: SpecReference::silent,
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let Some(facts) = &case.facts else { return Verdict::NotObserved };
    // A dump of the program's inside is long by nature, and another rule's matter.
    if case.text.len() <= LONGEST || facts.leaks_internals {
        return Verdict::Passed;
    }
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("a text of {} bytes: {}", case.text.len(), case.quote()),
        expected: format!("at most {LONGEST} bytes, the reason first"),
        advice:
            "give the reason, and how to get the rest; cut what child processes and upstreams print"
                .into(),
        ..Breach::default()
    })
}

/// 4 KiB.
const LONGEST: usize = 4096;
