//! Names the channel through which a server answered a request.
//!
//! Only the shape of the answer counts here. Whether it came through the right channel is for
//! [`judge`](crate::judge) to say.

use serde_json::Value;

use crate::message::error_code::ErrorCode;

#[cfg(test)]
mod tests;

/// The channel of one answer. A failure has two: one for the client, one for the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Channel {
    /// A result that reports success.
    Complete,
    /// A result of a kind that an extension or a task defines; it says nothing of success yet.
    Extension,
    /// A result that asks for more input before the call can finish.
    InputRequired,
    /// A JSON-RPC error response. The model may never see it.
    ProtocolError(ErrorCode),
    /// A result with `isError: true`, meant for the model.
    ToolExecutionError,
}

/// The reason why an answer fits no channel: two clients may read it in two ways.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each variant's message says what it means")]
#[non_exhaustive]
pub enum Ambiguous {
    #[error("the answer has both `result` and `error`")]
    BothMembers,
    #[error("`error.code` is {0}, not an integer")]
    Code(Value),
    #[error("two answers came to one request")]
    Doubled,
    #[error("`isError` is {0}, not a boolean")]
    IsError(Value),
    #[error("the answer has neither a `result` object nor an `error` object")]
    NeitherMember,
    #[error("`resultType` is {0}, not a string")]
    ResultType(Value),
}

/// Returns the channel of `response`, one whole JSON-RPC response.
pub fn channel_of(response: &Value) -> Result<Channel, Ambiguous> {
    let result = match (response.get("result"), response.get("error")) {
        (Some(_), Some(error)) if !error.is_null() => return Err(Ambiguous::BothMembers),
        (None, Some(error @ Value::Object(_))) => {
            let code = &error["code"];
            let code = code.as_i64().ok_or_else(|| Ambiguous::Code(code.clone()))?;
            return Ok(Channel::ProtocolError(ErrorCode(code)));
        }
        (Some(result @ Value::Object(_)), _) => result,
        (_, _) => return Err(Ambiguous::NeitherMember),
    };
    // Servers older than 2026-07-28 send no `resultType`; clients must read that as "complete".
    match result.get("resultType") {
        None => (),
        Some(Value::String(kind)) if kind == "complete" => (),
        Some(Value::String(kind)) if kind == "input_required" => return Ok(Channel::InputRequired),
        Some(Value::String(_)) => return Ok(Channel::Extension),
        Some(other) => return Err(Ambiguous::ResultType(other.clone())),
    }
    // 2025-11-25 `schema.ts`, `CreateTaskResult`: a handle in place of the tool's own result.
    if result.get("task").is_some_and(Value::is_object) && result.get("content").is_none() {
        return Ok(Channel::Extension);
    }
    match result.get("isError") {
        None | Some(Value::Bool(false)) => Ok(Channel::Complete),
        Some(Value::Bool(true)) => Ok(Channel::ToolExecutionError),
        Some(other) => Err(Ambiguous::IsError(other.clone())),
    }
}
