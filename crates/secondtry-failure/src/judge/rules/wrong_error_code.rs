//! A protocol error is right, and its code says something else.

use crate::classify::call::Standing;
use crate::classify::cause::ErrorCause;
use crate::classify::exchange::Sent;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::judge::rules::reserved_error_code::is_reserved;
use crate::message::call_tool::Malformed;
use crate::message::error_code::ErrorCode;
use crate::probe::ProbeKind;

pub(super) const RULE: Rule = Rule {
    code: "wrong-error-code",
    group: Group::Channel,
    page: include_str!("wrong_error_code.md"),
    weight: |_| Weight::of(Level::Advice),
    spec: |version| SpecReference::new(version, "schema.ts#InvalidParamsError", Strength::Prose),
    is_server_wide: true,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let (Some(code), Some((situation, right))) = (case.exchange.outcome.code(), right_codes(case))
    else {
        return Verdict::NotObserved;
    };
    if right.contains(&code) {
        return Verdict::Passed;
    }
    // The code alone says what is wrong, or is another rule's matter.
    if code.is_protocol_matter() || is_reserved(code, case.run.version()) {
        return Verdict::NotObserved;
    }
    Verdict::found(Breach {
        got: format!("error {} for {situation}: {}", code.0, case.quote()),
        expected: format!("error {}", right[0].0),
        advice: format!("answer {situation} with {}", right[0].0),
        key: situation.into(),
        ..Breach::default()
    })
}

/// What was asked, and the codes that fit an error about it, the best first.
fn right_codes(case: &Case<'_>) -> Option<(&'static str, &'static [ErrorCode])> {
    match (&case.exchange.sent, &case.exchange.standing, case.cause) {
        (Sent::Raw(raw), ..) => serde_json::from_str::<serde::de::IgnoredAny>(raw)
            .is_err()
            .then_some(("a message that is no JSON", &[ErrorCode::PARSE_ERROR])),
        (Sent::Other { .. }, ..) => {
            let kind = ProbeKind::from_name(&case.exchange.probe.as_ref()?.kind)?;
            if kind == ProbeKind::UnknownMethod {
                Some(("an unknown method", &[ErrorCode::METHOD_NOT_FOUND]))
            } else if kind == ProbeKind::BadCursor {
                Some(("a cursor that was never given out", &[ErrorCode::INVALID_PARAMS]))
            } else {
                None
            }
        }
        (Sent::ToolCall { .. }, Standing::Malformed(Malformed::ParamsMissing), _) => Some((
            "a call without `params`",
            &[ErrorCode::INVALID_PARAMS, ErrorCode::INVALID_REQUEST],
        )),
        (Sent::ToolCall { .. }, Standing::Malformed(_), _) => {
            Some(("a malformed call", &[ErrorCode::INVALID_PARAMS]))
        }
        (Sent::ToolCall { .. }, _, Some(ErrorCause::UnknownTool)) => {
            Some(("an unknown tool", &[ErrorCode::INVALID_PARAMS]))
        }
        (Sent::ToolCall { .. }, _, Some(ErrorCause::Host)) => {
            Some(("a call that the server cannot run", &[ErrorCode::INTERNAL_ERROR]))
        }
        (Sent::ToolCall { .. }, ..) => None,
    }
}
