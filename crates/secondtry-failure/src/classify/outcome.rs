//! How a call ended, whatever carried the answer.

use serde_json::Value;

use super::channel::{Ambiguous, Channel};
use crate::message::{call_tool::text_of_result, error_code::ErrorCode};

/// How a call ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// An answer that two clients may read in two ways.
    Ambiguous(Ambiguous),
    /// A readable answer.
    Answered(Channel),
    /// An HTTP status without a JSON-RPC message.
    HttpError(u16),
    /// No answer came.
    Silent(Silence),
    /// An answer whose body no reader takes, and why.
    Unreadable(String),
}

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The server process ended first.
    Exited {
        /// Its exit code.
        code: Option<i32>,
        /// The signal that ended it.
        signal: Option<i32>,
        /// Other calls were open too, and any of them may have been the cause.
        is_shared: bool,
    },
    /// The transport failed first, and how.
    Failed(String),
    /// The deadline passed first.
    TimedOut {
        /// The deadline.
        after_ms: u64,
    },
    /// The transcript ends first.
    Unfinished,
}

impl Outcome {
    /// The channel as the report names it.
    pub fn channel_name(&self) -> &'static str {
        match self {
            Self::Ambiguous(_) | Self::Unreadable(_) => "ambiguous",
            Self::Answered(Channel::Complete | Channel::Extension) => "success",
            Self::Answered(Channel::InputRequired) => "input-required",
            Self::Answered(Channel::ProtocolError(_)) => "protocol-error",
            Self::Answered(Channel::ToolExecutionError) => "tool-execution-error",
            Self::HttpError(_) => "http-error",
            Self::Silent(_) => "none",
        }
    }

    /// The code of a protocol error.
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Answered(Channel::ProtocolError(code)) => Some(*code),
            Self::Ambiguous(_)
            | Self::Answered(_)
            | Self::HttpError(_)
            | Self::Silent(_)
            | Self::Unreadable(_) => None,
        }
    }

    /// Whether the answer says that the call failed, through either channel.
    pub fn is_told_failure(&self) -> bool {
        matches!(self, Self::Answered(Channel::ProtocolError(_) | Channel::ToolExecutionError))
    }

    /// Whether the answer is an ordinary success.
    pub fn is_success(&self) -> bool {
        *self == Self::Answered(Channel::Complete)
    }
}

/// The text that a model could read in `response`, through whichever channel: the result's text or `error.message`.
pub fn text_of(response: &Value) -> Option<String> {
    match (response.get("result"), response.get("error")) {
        (_, Some(error)) if !error.is_null() => {
            error.get("message").and_then(Value::as_str).map(str::to_owned)
        }
        (Some(result), _) => Some(text_of_result(result)),
        (None, _) => None,
    }
}
