//! A call that satisfies `inputSchema` was refused with the code of invalid params.

use crate::classify::call::Standing;
use crate::classify::cause::ErrorCause;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::message::error_code::ErrorCode;

pub(super) const RULE: Rule = Rule {
    code: "valid-call-rejected",
    group: Group::Channel,
    page: include_str!("valid_call_rejected.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Prose),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let Standing::Valid { doubtful } = &case.exchange.standing else {
        return Verdict::NotObserved;
    };
    if !is_rejected(case) {
        return if case.exchange.outcome.is_success() {
            Verdict::Passed
        } else {
            Verdict::NotObserved
        };
    }
    let expected = match doubtful {
        Some(_) => {
            "a result with `isError: true`: the value breaks a rule of the tool's own, not `inputSchema`"
        }
        None => {
            "the tool's work, since the call satisfies `CallToolRequest` and `inputSchema`; if it fails, a result with `isError: true`"
        }
    };
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("error -32602 for a call that satisfies `inputSchema`: {}", case.quote()),
        expected: expected.into(),
        advice: "take absent `arguments` for an empty object, state in `inputSchema` what is required, and refuse values in a result with `isError: true`".into(),
        key: case.situation(),
        ..Breach::default()
    })
}

/// The call satisfies the schema, and the answer says that its params are invalid.
pub(super) fn is_rejected(case: &Case<'_>) -> bool {
    matches!(case.exchange.standing, Standing::Valid { .. })
        && case.cause == Some(ErrorCause::ToolFailure)
        && case.exchange.outcome.code() == Some(ErrorCode::INVALID_PARAMS)
}
