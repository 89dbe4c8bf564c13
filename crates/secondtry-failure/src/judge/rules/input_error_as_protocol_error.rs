//! Arguments that break `inputSchema` were refused through a JSON-RPC error.

use crate::classify::call::Standing;
use crate::classify::cause::ErrorCause;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::message::protocol_version::ProtocolVersion;

pub(super) const RULE: Rule = Rule {
    code: "input-error-as-protocol-error",
    group: Group::Channel,
    page: include_str!("input_error_as_protocol_error.md"),
    weight,
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Prose),
    is_server_wide: false,
    look: Look::Exchange(look),
};

/// SEP-1303 moved input validation in 2025-11-25; 2026-07-28 says both things; before, both were allowed.
fn weight(version: ProtocolVersion) -> Weight {
    match version {
        ProtocolVersion::V2024_11_05
        | ProtocolVersion::V2025_03_26
        | ProtocolVersion::V2025_06_18 => Weight::of(Level::Advice),
        ProtocolVersion::V2025_11_25 => Weight::of(Level::Error),
        ProtocolVersion::V2026_07_28 => Weight { level: Level::Warning, is_disputed: true },
    }
}

fn look(case: &Case<'_>) -> Verdict {
    if !matches!(case.exchange.standing, Standing::BadArguments(_)) {
        return Verdict::NotObserved;
    }
    if case.is_masked_by_control {
        return Verdict::CouldNotJudge;
    }
    if case.is_tool_execution_error() {
        return Verdict::Passed;
    }
    let Some(code) =
        case.exchange.outcome.code().filter(|_| case.cause == Some(ErrorCause::ToolFailure))
    else {
        return Verdict::NotObserved;
    };
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("error {}: {}", code.0, case.quote()),
        expected: "a result with `isError: true` that says what is wrong with the argument".into(),
        advice: "check the arguments inside the tool and return a result with `isError: true`"
            .into(),
        key: case.situation(),
        ..Breach::default()
    })
}
