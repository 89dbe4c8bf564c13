//! A request that is no `CallToolRequest` was answered with a result.

use crate::classify::call::Standing;
use crate::classify::cause::tells_unknown_tool;
use crate::classify::channel::Channel;
use crate::classify::outcome::Outcome;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::message::call_tool::Malformed;

pub(super) const RULE: Rule = Rule {
    code: "malformed-call-as-result",
    group: Group::Channel,
    page: include_str!("malformed_call_as_result.md"),
    weight: |_| Weight::of(Level::Warning),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Prose),
    is_server_wide: true,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let malformed = match &case.exchange.standing {
        // A lenient server takes null for absent.
        Standing::Malformed(malformed) if *malformed != Malformed::ArgumentsNull => malformed,
        Standing::Malformed(_)
        | Standing::BadArguments(_)
        | Standing::Unjudged(_)
        | Standing::UnknownTool
        | Standing::Valid { .. } => return Verdict::NotObserved,
    };
    match &case.exchange.outcome {
        Outcome::Answered(Channel::ProtocolError(_)) => return Verdict::Passed,
        Outcome::Answered(Channel::Complete | Channel::ToolExecutionError) => (),
        Outcome::Ambiguous(_)
        | Outcome::Answered(_)
        | Outcome::HttpError(_)
        | Outcome::Silent(_)
        | Outcome::Unreadable(_) => return Verdict::NotObserved,
    }
    // The name was looked up first; how an unknown name is answered is another rule's matter.
    if case.exchange.tool_name().is_some() && case.tool.is_none() && tells_unknown_tool(&case.text)
    {
        return Verdict::CouldNotJudge;
    }
    let flag = if case.is_tool_execution_error() { "`isError: true`" } else { "no `isError`" };
    Verdict::found(Breach {
        got: format!("a result with {flag} although {malformed}: {}", case.quote()),
        expected: "error -32602 that says what is wrong with the request".into(),
        advice: "check `name` and `arguments` of the request before the tool is looked up".into(),
        ..Breach::default()
    })
}
