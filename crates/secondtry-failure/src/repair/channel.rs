//! A tool's failure to the channel that a model reads, and, only where strictness is asked for, the reverse.

use serde_json::{Map, Value, json};

use super::settings::RepairName;
use super::{Draft, failed_result};
use crate::classify::call::Standing;
use crate::classify::cause::{ErrorCause, FailedCall, cause_of};
use crate::classify::channel::{Channel, channel_of};
use crate::judge::told_failure::{Expectation, ToldFailure, returns_html, told_failure};
use crate::message::call_tool::Malformed;
use crate::message::error_code::ErrorCode;

/// Moves the answer to the channel that is right for it.
pub(super) fn mend(draft: &mut Draft<'_>) {
    match channel_of(&draft.answer) {
        Ok(Channel::ProtocolError(code)) => reveal(draft, code),
        Ok(Channel::ToolExecutionError) if draft.settings.is_strict => hide(draft),
        Ok(Channel::Complete) => own_up(draft),
        Ok(Channel::Extension | Channel::InputRequired | Channel::ToolExecutionError) | Err(_) => {}
    }
}

/// A JSON-RPC error that tells of the tool, not of the protocol, becomes a result.
fn reveal(draft: &mut Draft<'_>, code: ErrorCode) {
    let error = &draft.answer["error"];
    let message = error.get("message").and_then(Value::as_str).unwrap_or_default();
    let cause = cause_of(
        code,
        message,
        FailedCall {
            request: draft.call.request,
            standing: draft.standing,
            tool: draft.call.listed(),
            has_list: draft.call.has_list,
            protocol: draft.call.protocol,
        },
    );
    if cause != ErrorCause::ToolFailure || !draft.is_on(RepairName::Channel) {
        return;
    }
    let rule = match draft.standing {
        Standing::BadArguments(_) => "input-error-as-protocol-error",
        Standing::Valid { .. } if code == ErrorCode::INVALID_PARAMS => "valid-call-rejected",
        Standing::Malformed(_)
        | Standing::Unjudged(_)
        | Standing::UnknownTool
        | Standing::Valid { .. } => "tool-failure-as-protocol-error",
    };
    let mut result = failed_result(message);
    if draft.call.protocol.is_modern() {
        result.insert("resultType".into(), "complete".into());
    }
    draft.code = Some(code.0);
    draft.data = error.get("data").filter(|data| !data.is_null()).cloned();
    if let Some(members) = draft.answer.to_mut().as_object_mut() {
        members.remove("error");
        members.insert("result".into(), result.into());
    }
    draft.note(RepairName::Channel, [rule]);
}

/// A result for a tool that does not exist, or for a request that is none, becomes an error.
fn hide(draft: &mut Draft<'_>) {
    let rule = match draft.standing {
        Standing::UnknownTool => "unknown-tool-as-result",
        Standing::Malformed(malformed) if *malformed != Malformed::ArgumentsNull => {
            "malformed-call-as-result"
        }
        Standing::BadArguments(_)
        | Standing::Malformed(_)
        | Standing::Unjudged(_)
        | Standing::Valid { .. } => return,
    };
    if !draft.is_on(RepairName::Channel) {
        return;
    }
    let text = draft.text();
    let error = json!({"code": ErrorCode::INVALID_PARAMS.0, "message": text});
    if let Some(members) = draft.answer.to_mut().as_object_mut() {
        members.remove("result");
        members.insert("error".into(), error);
    }
    draft.note(RepairName::Channel, [rule]);
}

/// A success that tells of a failure becomes one: by a member that states it, or, where that is asked for, by words.
fn own_up(draft: &mut Draft<'_>) {
    if matches!(draft.standing, Standing::UnknownTool) {
        return;
    }
    let can_prove = draft.is_on(RepairName::Channel);
    let can_guess = draft.is_on(RepairName::FalseSuccess);
    if !can_prove && !can_guess {
        return;
    }
    let broken = match draft.standing {
        Standing::BadArguments(faults) => faults.first().and_then(|fault| fault.parameter.leaf()),
        Standing::Malformed(_)
        | Standing::Unjudged(_)
        | Standing::UnknownTool
        | Standing::Valid { .. } => None,
    };
    let expected = Expectation {
        broken_parameter: broken.as_deref(),
        returns_html: draft.call.listed().is_some_and(returns_html),
    };
    let text = draft.text();
    let structured = draft.result().and_then(|result| result.get("structuredContent"));
    let repair = match told_failure(&text, structured, expected) {
        ToldFailure::ByStatus if can_prove && is_flagged(&text, structured) => RepairName::Channel,
        ToldFailure::ByStatus | ToldFailure::ByText if can_guess => RepairName::FalseSuccess,
        ToldFailure::ByStatus | ToldFailure::ByText | ToldFailure::No => return,
    };
    if let Some(result) = draft.result_mut() {
        result.insert("isError".into(), true.into());
    }
    draft.note(repair, ["failure-without-is-error"]);
}

/// A member whose only purpose is to say whether the work was done says no. A status of "error" may be what was asked
/// for, unless an error stands beside it, or nothing but the reason does.
fn is_flagged(text: &str, structured: Option<&Value>) -> bool {
    let from_text = serde_json::from_str::<Value>(text.trim()).ok();
    structured.into_iter().chain(&from_text).filter_map(Value::as_object).any(|members| {
        let says = |key: &str, flag: bool| members.get(key) == Some(&Value::Bool(flag));
        ["ok", "succeeded", "success"].iter().any(|key| says(key, false))
            || ["isError", "is_error"].iter().any(|key| says(key, true))
            || members.get("error").is_some_and(|error| !error.is_null())
            || is_only_a_failed_status(members)
    })
}

fn is_only_a_failed_status(members: &Map<String, Value>) -> bool {
    let status = members.get("status").and_then(Value::as_str).map(str::to_ascii_lowercase);
    let is_reason = |key: &str| matches!(key, "code" | "detail" | "details" | "message" | "reason");
    matches!(status.as_deref(), Some("error" | "failed" | "failure"))
        && members.keys().all(|key| key == "status" || is_reason(key))
        && members.iter().any(|(key, value)| is_reason(key) && value.is_string())
}
