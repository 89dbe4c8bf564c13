//! Another step or a later call could mend the failure, and the text says neither.

use crate::classify::call::Standing;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "retry-not-advised",
    group: Group::Message,
    page: include_str!("retry_not_advised.md"),
    weight: |_| Weight::of(Level::Advice),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Prose),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let Some(facts) = case.facts.as_ref().filter(|_| can_be_mended(case)) else {
        return Verdict::NotObserved;
    };
    // A text that lacks the reason lacks more than this.
    if case.reason_in_data().is_some() || facts.stock_sentence || case.text.trim().is_empty() {
        return Verdict::NotObserved;
    }
    if facts.retry {
        return Verdict::Passed;
    }
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("{} does not say what to do", case.quote()),
        expected: "whether and when the same call can work, what to change or do first, or that nothing helps".into(),
        advice: "end with the next step: when to repeat, or which tool gives a valid value".into(),
        ..Breach::default()
    })
}

/// The work failed for a cause that may pass, or a value names something that is not there. A fault of the arguments is
/// mended by what the text says is accepted.
fn can_be_mended(case: &Case<'_>) -> bool {
    match &case.exchange.standing {
        Standing::Valid { doubtful: None } => tells_passing_cause(&case.text),
        Standing::Valid { doubtful: Some(_) } => case.names_what_is_not_there(),
        Standing::BadArguments(_)
        | Standing::Malformed(_)
        | Standing::Unjudged(_)
        | Standing::UnknownTool => false,
    }
}

fn tells_passing_cause(text: &str) -> bool {
    let lower = text.to_lowercase();
    PASSING.iter().any(|words| lower.contains(words))
}

/// What tells of an upstream that failed, or cannot be reached at present.
const PASSING: [&str; 22] = [
    "429",
    "502",
    "503",
    "504",
    "connection aborted",
    "connection error",
    "connection issue",
    "connection refused",
    "connection reset",
    "could not connect",
    "econnrefused",
    "econnreset",
    "eai_again",
    "enotfound",
    "fetch failed",
    "name resolution",
    "network",
    "overloaded",
    "rate limit",
    "timed out",
    "too many requests",
    "unavailable",
];
