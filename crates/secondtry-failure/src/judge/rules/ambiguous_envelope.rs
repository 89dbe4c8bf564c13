//! An answer that two clients may read in two ways, or two answers to one request.

use crate::classify::channel::Ambiguous;
use crate::classify::outcome::Outcome;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "ambiguous-envelope",
    group: Group::Channel,
    page: include_str!("ambiguous_envelope.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "basic/index#responses", Strength::Must),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let (got, key) = match &case.exchange.outcome {
        Outcome::Ambiguous(ambiguous) => (ambiguous.to_string(), name(ambiguous)),
        Outcome::Answered(_) if has_null_error(case) => (
            "`\"error\": null` stands beside `result`; strict clients drop it whole".into(),
            "null",
        ),
        Outcome::Answered(_) => return Verdict::Passed,
        Outcome::Unreadable(why) => return Verdict::found(not_for_every_reader(case, why)),
        Outcome::HttpError(_) | Outcome::Silent(_) => return Verdict::NotObserved,
    };
    Verdict::found(Breach {
        parameter: case.parameter(),
        got,
        expected: "one answer, with either `result` or `error`; `isError` true, false or absent; `error.code` an integer".into(),
        advice: "build the response from a type that holds a result or an error and never both or neither".into(),
        key: key.into(),
        ..Breach::default()
    })
}

/// JSON by its grammar that some readers take and some refuse (RFC 8259, sections 6, 8.2 and 9).
fn not_for_every_reader(case: &Case<'_>, why: &str) -> Breach {
    Breach {
        parameter: case.parameter(),
        got: format!("not every reader takes the answer: {why}"),
        expected: "JSON of moderate depth, numbers that fit a double, and no half of a surrogate pair".into(),
        advice: "cut texts between characters, not between UTF-16 units, and bound the depth of what is returned".into(),
        key: "reader".into(),
        level: Some(Level::Warning),
        ..Breach::default()
    }
}

/// Measured: one widely used client takes `null` for an error and waits on, another takes the result.
fn has_null_error(case: &Case<'_>) -> bool {
    case.exchange.answer.as_ref().is_some_and(|answer| {
        answer.get("result").is_some()
            && answer.get("error").is_some_and(serde_json::Value::is_null)
    })
}

fn name(ambiguous: &Ambiguous) -> &'static str {
    match ambiguous {
        Ambiguous::BothMembers => "both-members",
        Ambiguous::Code(_) => "code",
        Ambiguous::Doubled => "doubled",
        Ambiguous::IsError(_) => "is-error",
        Ambiguous::NeitherMember => "neither-member",
        Ambiguous::ResultType(_) => "result-type",
    }
}
