//! A tool failed, and HTTP says so in its status: the model gets no text.

use crate::classify::call::Standing;
use crate::classify::channel::Channel;
use crate::classify::outcome::Outcome;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "tool-failure-as-http-error",
    group: Group::Channel,
    page: include_str!("tool_failure_as_http_error.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "schema.ts#CallToolResult", Strength::Should),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    match &case.exchange.standing {
        Standing::BadArguments(_) | Standing::Unjudged(_) | Standing::Valid { .. }
            if case.exchange.params().is_some() => {}
        Standing::BadArguments(_)
        | Standing::Malformed(_)
        | Standing::Unjudged(_)
        | Standing::UnknownTool
        | Standing::Valid { .. } => return Verdict::NotObserved,
    }
    let status = case.exchange.http.as_ref().map(|answer| answer.status);
    let speaks_of_tool = match (&case.exchange.outcome, status) {
        (Outcome::HttpError(status), _) => is_tool_failure(case, *status),
        // The body is a result, and the status makes clients throw it away.
        (Outcome::Answered(Channel::Complete | Channel::ToolExecutionError), Some(status)) => {
            status == TOO_MANY_REQUESTS || status >= 500
        }
        (Outcome::Answered(Channel::Complete | Channel::ToolExecutionError), None) => false,
        (
            Outcome::Ambiguous(_)
            | Outcome::Answered(_)
            | Outcome::Silent(_)
            | Outcome::Unreadable(_),
            _,
        ) => return Verdict::NotObserved,
    };
    if !speaks_of_tool {
        return if case.is_tool_execution_error() { Verdict::Passed } else { Verdict::NotObserved };
    }
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("HTTP {}: {}", status.unwrap_or_default(), case.quote()),
        expected: "HTTP 200 with a result that has `isError: true` and says why".into(),
        advice:
            "catch what a tool throws before it reaches the web framework, and answer with a result"
                .into(),
        key: case.situation(),
        ..Breach::default()
    })
}

/// 401, 403, 404 and their like speak of the connection; 400 and 422 of the arguments, if other calls get through.
fn is_tool_failure(case: &Case<'_>, status: u16) -> bool {
    let gets_through =
        || case.run.exchanges.iter().any(|other| matches!(other.outcome, Outcome::Answered(_)));
    match status {
        TOO_MANY_REQUESTS | 500.. => true,
        400 | 422 => matches!(case.exchange.standing, Standing::BadArguments(_)) && gets_through(),
        _ => false,
    }
}

/// RFC 6585, section 4.
const TOO_MANY_REQUESTS: u16 = 429;
