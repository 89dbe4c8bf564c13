//! A result of 2026-07-28 does not say what kind of result it is.

use crate::classify::channel::Channel;
use crate::classify::outcome::Outcome;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "result-type-missing",
    group: Group::Result,
    page: include_str!("result_type_missing.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "schema.ts#Result", Strength::Must),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let Some(result) = case.exchange.result().filter(|_| case.run.version().is_modern()) else {
        return Verdict::NotObserved;
    };
    match &case.exchange.outcome {
        Outcome::Answered(
            Channel::Complete
            | Channel::Extension
            | Channel::InputRequired
            | Channel::ToolExecutionError,
        ) => (),
        Outcome::Ambiguous(_)
        | Outcome::Answered(_)
        | Outcome::HttpError(_)
        | Outcome::Silent(_)
        | Outcome::Unreadable(_) => return Verdict::NotObserved,
    }
    if result.get("resultType").is_some() {
        return Verdict::Passed;
    }
    Verdict::found(Breach {
        got: "a result without `resultType`; strict clients drop it whole".into(),
        expected: "`\"resultType\": \"complete\"` in the result".into(),
        advice: "put `resultType` into every result of this revision, failures too".into(),
        ..Breach::default()
    })
}
