//! The tool failed, and the failure came as a JSON-RPC error.

use crate::classify::call::Standing;
use crate::classify::cause::ErrorCause;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::judge::rules::valid_call_rejected::is_rejected;

pub(super) const RULE: Rule = Rule {
    code: "tool-failure-as-protocol-error",
    group: Group::Channel,
    page: include_str!("tool_failure_as_protocol_error.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "schema.ts#CallToolResult", Strength::Should),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    match &case.exchange.standing {
        Standing::Valid { .. } | Standing::Unjudged(_) => (),
        Standing::BadArguments(_) | Standing::Malformed(_) | Standing::UnknownTool => {
            return Verdict::NotObserved;
        }
    }
    if case.is_tool_execution_error() {
        return Verdict::Passed;
    }
    let Some(code) =
        case.exchange.outcome.code().filter(|_| case.cause == Some(ErrorCause::ToolFailure))
    else {
        return Verdict::NotObserved;
    };
    // A valid call refused as invalid is another rule's matter.
    if is_rejected(case) {
        return Verdict::NotObserved;
    }
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("error {}: {}", code.0, case.quote()),
        expected: "a result with `isError: true` that holds the same text".into(),
        advice: "return the failure as a result with `isError: true`; a thrown exception becomes a protocol error".into(),
        key: case.situation(),
        ..Breach::default()
    })
}
