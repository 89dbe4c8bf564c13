//! A tool that does not exist was answered with a result.

use crate::classify::call::Standing;
use crate::classify::cause::tells_unknown_tool;
use crate::classify::channel::Channel;
use crate::classify::outcome::Outcome;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "unknown-tool-as-result",
    group: Group::Channel,
    page: include_str!("unknown_tool_as_result.md"),
    weight: |_| Weight::of(Level::Warning),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Prose),
    is_server_wide: true,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let is_unknown = match &case.exchange.standing {
        Standing::UnknownTool => true,
        Standing::Unjudged(_) => {
            !case.run.has_list() && case.is_tool_execution_error() && tells_unknown_tool(&case.text)
        }
        Standing::BadArguments(_) | Standing::Malformed(_) | Standing::Valid { .. } => false,
    };
    match &case.exchange.outcome {
        _ if !is_unknown => Verdict::NotObserved,
        Outcome::Answered(Channel::ProtocolError(_)) => Verdict::Passed,
        Outcome::Answered(Channel::Complete | Channel::ToolExecutionError) => {
            let flag =
                if case.is_tool_execution_error() { "`isError: true`" } else { "no `isError`" };
            let name = case.exchange.tool_name().unwrap_or_default();
            Verdict::found(Breach {
                got: format!(
                    "a result with {flag} for the unknown tool `{name}`: {}",
                    case.quote()
                ),
                expected: "error -32602 that names the tool".into(),
                advice: "answer a name that is not in tools/list with error -32602".into(),
                ..Breach::default()
            })
        }
        Outcome::Ambiguous(_)
        | Outcome::Answered(_)
        | Outcome::HttpError(_)
        | Outcome::Silent(_)
        | Outcome::Unreadable(_) => Verdict::NotObserved,
    }
}
