//! The server process ended while a call was open.

use crate::classify::exchange::Sent;
use crate::classify::outcome::{Outcome, Silence};
use crate::judge::case::{Case, quote};
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "server-exited",
    group: Group::Channel,
    page: include_str!("server_exited.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "basic/index#responses", Strength::Must),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let (code, signal) = match &case.exchange.outcome {
        Outcome::Silent(Silence::Exited { is_shared: true, .. }) => return Verdict::CouldNotJudge,
        Outcome::Silent(Silence::Exited { code, signal, is_shared: false }) => (code, signal),
        Outcome::Silent(Silence::Failed(_) | Silence::TimedOut { .. } | Silence::Unfinished) => {
            return Verdict::NotObserved;
        }
        Outcome::Ambiguous(_)
        | Outcome::Answered(_)
        | Outcome::HttpError(_)
        | Outcome::Unreadable(_) => {
            return Verdict::Passed;
        }
    };
    let how = match (code, signal) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "an unknown end".to_owned(),
    };
    let last = case
        .exchange
        .stderr
        .last()
        .map(|line| format!("; last on stderr: {}", quote(line)))
        .unwrap_or_default();
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("the server ended with {how} instead of an answer{last}"),
        expected: "a result with `isError: true`, and a server that goes on".into(),
        advice: "catch what the handler throws; one bad call must not end the process".into(),
        // A server that ends at bytes that are no message fails no call.
        level: matches!(case.exchange.sent, Sent::Raw(_)).then_some(Level::Warning),
        key: case.situation(),
        ..Breach::default()
    })
}
