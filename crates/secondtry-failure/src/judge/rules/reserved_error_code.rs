//! An error has a code that the specification keeps for itself.

use crate::classify::cause::ErrorCause;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::message::error_code::ErrorCode;
use crate::message::protocol_version::ProtocolVersion;

pub(super) const RULE: Rule = Rule {
    code: "reserved-error-code",
    group: Group::Channel,
    page: include_str!("reserved_error_code.md"),
    weight,
    spec,
    is_server_wide: true,
    look: Look::Exchange(look),
};

fn weight(version: ProtocolVersion) -> Weight {
    Weight::of(if version.is_modern() { Level::Error } else { Level::Advice })
}

fn spec(version: ProtocolVersion) -> SpecReference {
    if version.is_modern() {
        SpecReference::new(version, "basic/index#error-codes", Strength::Must)
    } else {
        SpecReference::silent(version)
    }
}

fn look(case: &Case<'_>) -> Verdict {
    // Another channel, and the code is gone: that is the other rule's matter.
    let Some(code) =
        case.exchange.outcome.code().filter(|_| case.cause != Some(ErrorCause::ToolFailure))
    else {
        return Verdict::NotObserved;
    };
    if !is_reserved(code, case.run.version()) {
        return Verdict::Passed;
    }
    Verdict::found(Breach {
        got: format!("error {}: {}", code.0, case.quote()),
        expected: "a code of JSON-RPC or of the specification, or one outside -32768 to -32000"
            .into(),
        advice: "answer with -32602 or -32603, or choose an application code outside the range"
            .into(),
        key: code.0.to_string(),
        ..Breach::default()
    })
}

/// 2026-07-28 forbids it; before, the range was free but for the two codes that were in use.
pub(super) fn is_reserved(code: ErrorCode, version: ProtocolVersion) -> bool {
    let was_in_use =
        [ErrorCode::RESOURCE_NOT_FOUND, ErrorCode::URL_ELICITATION_REQUIRED].contains(&code);
    code.is_forbidden_in(ProtocolVersion::NEWEST) && (version.is_modern() || !was_in_use)
}
