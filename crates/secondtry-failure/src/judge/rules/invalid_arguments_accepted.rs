//! Arguments that break `inputSchema` were taken as if nothing were wrong.

use crate::classify::call::Standing;
use crate::judge::case::{Case, quote};
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::judge::rules::failure_without_is_error::told;
use crate::judge::told_failure::ToldFailure;

pub(super) const RULE: Rule = Rule {
    code: "invalid-arguments-accepted",
    group: Group::Channel,
    page: include_str!("invalid_arguments_accepted.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| {
        SpecReference::new(version, "server/tools#security-considerations", Strength::Must)
    },
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let Standing::BadArguments(faults) = &case.exchange.standing else {
        return Verdict::NotObserved;
    };
    if case.exchange.outcome.is_told_failure() {
        return Verdict::Passed;
    }
    if !case.exchange.outcome.is_success() || told(case) != ToldFailure::No {
        return Verdict::NotObserved;
    }
    let Some(fault) = case.fault().or(faults.first()) else { return Verdict::CouldNotJudge };
    Verdict::found(Breach {
        parameter: Some(fault.parameter.clone()),
        got: format!(
            "a success although `{}` breaks `{}`: {}",
            fault.parameter,
            fault.constraint.keyword(),
            quote(&case.text)
        ),
        expected: "a result with `isError: true` that says what is wrong with the argument".into(),
        advice: "check the arguments against the tool's own `inputSchema` before the work begins"
            .into(),
        key: case.situation(),
        ..Breach::default()
    })
}
