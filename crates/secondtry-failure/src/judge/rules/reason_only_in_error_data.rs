//! The reason of a failure stands in `error.data`, and the message does not give it.

use crate::judge::case::{Case, quote};
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "reason-only-in-error-data",
    group: Group::Message,
    page: include_str!("reason_only_in_error_data.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "schema.ts#CallToolResult", Strength::Should),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    if case.facts.is_none() || case.exchange.error().is_none() {
        return Verdict::NotObserved;
    }
    let Some(reason) = case.reason_in_data() else { return Verdict::Passed };
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("{} as message, and in `error.data` {}", case.quote(), quote(reason)),
        expected: "the reason in the text of a result with `isError: true`".into(),
        advice: "say the reason in the text; many clients show `message` alone, and few show `data` to a model".into(),
        key: case.situation(),
        ..Breach::default()
    })
}
