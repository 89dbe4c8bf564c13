//! A request was never answered.

use crate::classify::outcome::{Outcome, Silence};
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "no-response",
    group: Group::Channel,
    page: include_str!("no_response.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "basic/index#responses", Strength::Must),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    // Bytes without an id leave nothing to answer to.
    if case.exchange.id().is_none() {
        return Verdict::NotObserved;
    }
    match &case.exchange.outcome {
        Outcome::Silent(Silence::TimedOut { after_ms }) => Verdict::found(Breach {
            parameter: case.parameter(),
            got: format!("no answer within {after_ms} ms"),
            expected: "an answer to each request, if only a result with `isError: true`".into(),
            advice: "answer when the handler throws, panics or waits too long".into(),
            key: case.situation(),
            ..Breach::default()
        }),
        // The server takes the message and says nothing to it.
        Outcome::HttpError(status @ 200..=299) => Verdict::found(Breach {
            parameter: case.parameter(),
            got: format!("HTTP {status} without an answer: {}", case.quote()),
            expected: "an answer to each request, if only a result with `isError: true`".into(),
            advice: "put the JSON-RPC response into the body or the event stream".into(),
            key: "http".into(),
            ..Breach::default()
        }),
        Outcome::Silent(Silence::Failed(why)) => Verdict::found(Breach {
            parameter: case.parameter(),
            got: format!("no answer: {why}"),
            expected: "an answer to each request, if only a result with `isError: true`".into(),
            advice: "answer when the handler throws; one bad call must not end the connection"
                .into(),
            key: case.situation(),
            ..Breach::default()
        }),
        Outcome::Silent(Silence::Unfinished) => Verdict::CouldNotJudge,
        Outcome::Silent(Silence::Exited { .. }) => Verdict::NotObserved,
        Outcome::Ambiguous(_)
        | Outcome::Answered(_)
        | Outcome::HttpError(_)
        | Outcome::Unreadable(_) => Verdict::Passed,
    }
}
