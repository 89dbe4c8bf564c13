//! Failures of the server itself, before any tool ran: the one kind that is no matter of the model's.

use std::fmt;
use std::time::Duration;

use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, ErrorCode};
use secondtry_failure::repair::{FAILURE_META, FailureMeta, Retry, Work, duration_in_words};
use serde_json::json;

use crate::tool_failure::{ToolFailure, milliseconds};

/// The server cannot run the tool at all; the tool never ran. It becomes the JSON-RPC error -32603.
///
/// Clients need not show that to the model, so anything that the model could do something about is a [`ToolFailure`].
///
/// ```
/// use secondtry::HostFailure;
///
/// let failure = HostFailure::not_started("the index is being read");
/// assert_eq!(
///     failure.to_string(),
///     "The server has not started and did not run the tool: the index is being read"
/// );
/// ```
///
/// It is not a tool's failure, and cannot be returned for one:
///
/// ```compile_fail
/// fn tool() -> Result<String, secondtry::ToolFailure> {
///     Err(secondtry::HostFailure::out_of_memory())?
/// }
/// ```
#[derive(Clone, Debug)]
pub struct HostFailure {
    message: String,
    retry_after_ms: Option<u64>,
}

impl HostFailure {
    /// Memory, or another resource of the host, is used up.
    pub fn out_of_memory() -> Self {
        Self::of("The server is out of memory and did not run the tool".into())
    }

    /// The server is not ready yet; `why` is a short phrase.
    pub fn not_started(why: &str) -> Self {
        Self::of(format!("The server has not started and did not run the tool: {why}"))
    }

    /// The server takes no more calls, since it ends.
    pub fn shutting_down() -> Self {
        Self::of("The server is shutting down and did not run the tool".into())
    }

    /// Says when a call can work.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after_ms = Some(milliseconds(wait));
        self
    }

    fn of(message: String) -> Self {
        Self { message, retry_after_ms: None }
    }
}

/// The text of the error.
impl fmt::Display for HostFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.retry_after_ms {
            Some(wait) => write!(f, "; retry in {}", duration_in_words(wait)),
            None => Ok(()),
        }
    }
}

impl From<HostFailure> for ErrorData {
    fn from(failure: HostFailure) -> Self {
        let meta = FailureMeta {
            rules: &[],
            retry: if failure.retry_after_ms.is_some() { Retry::SameCall } else { Retry::Unknown },
            work: Work::NotRun,
            retry_after_ms: failure.retry_after_ms,
            faults: &[],
            code: Some(i64::from(ErrorCode::INTERNAL_ERROR.0)),
            reference: None,
        };
        let data = json!({FAILURE_META: meta.to_value()});
        Self::internal_error(failure.to_string(), Some(data))
    }
}

impl IntoCallToolResult for HostFailure {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        Err(self.into())
    }
}

/// Either kind of failure, for a tool that can meet both.
///
/// ```
/// use secondtry::{Failure, HostFailure, ToolFailure};
///
/// fn tool(is_ready: bool) -> Result<String, Failure> {
///     if !is_ready {
///         return Err(HostFailure::not_started("the index is being read").into());
///     }
///     Err(ToolFailure::not_found("page", "title", &"Rust").find_with("search").into())
/// }
/// # assert!(matches!(tool(false), Err(Failure::Host(_))));
/// # assert!(matches!(tool(true), Err(Failure::Tool(_))));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The tool never ran.
    Host(HostFailure),
    /// The tool failed.
    Tool(ToolFailure),
}

impl From<HostFailure> for Failure {
    fn from(failure: HostFailure) -> Self {
        Self::Host(failure)
    }
}

impl From<ToolFailure> for Failure {
    fn from(failure: ToolFailure) -> Self {
        Self::Tool(failure)
    }
}

/// As for [`ToolFailure`].
impl<E: std::error::Error + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Tool(error.into())
    }
}

impl IntoCallToolResult for Failure {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        match self {
            Self::Host(failure) => failure.into_call_tool_result(),
            Self::Tool(failure) => failure.into_call_tool_result(),
        }
    }
}
