//! A failure as rmcp's types carry it.

use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, MetaObject};
use secondtry_failure::repair::FAILURE_META;
use serde_json::{Map, Value, json};

use crate::tool_failure::ToolFailure;

impl From<ToolFailure> for CallToolResult {
    fn from(failure: ToolFailure) -> Self {
        let mut result = Self::error(vec![ContentBlock::text(failure.to_string())]);
        result.meta = Some(MetaObject(Map::from_iter([(FAILURE_META.into(), failure.meta())])));
        result
    }
}

impl IntoCallToolResult for ToolFailure {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResult::from(self).into())
    }
}

/// For where rmcp takes nothing else: tools as types (`ToolBase::Error`) and extractors.
///
/// Under [`guard`](fn@crate::guard) it is a result with `isError: true` all the same; without, rmcp sends a protocol
/// error.
impl From<ToolFailure> for ErrorData {
    fn from(failure: ToolFailure) -> Self {
        let data = json!({FAILURE_META: failure.meta(), TOOL_FAILURE: failure.to_string()});
        Self::internal_error(failure.to_string(), Some(data))
    }
}

/// An error for arguments that cannot be read: even without the guard, rmcp makes a result of it.
pub(crate) fn argument_error(text: &str, meta: &Value) -> ErrorData {
    let data = json!({FAILURE_META: meta, TOOL_FAILURE: text});
    ErrorData::invalid_params(format!("{RESULT_PREFIX} {text}"), Some(data))
}

/// The [`ToolFailure`] that `error` was made of.
pub(crate) fn own_failure(error: &ErrorData) -> Option<ToolFailure> {
    let data = error.data.as_ref()?;
    Some(ToolFailure::read(data.get(TOOL_FAILURE)?.as_str()?, data.get(FAILURE_META)?))
}

/// Whether `error` was made of a [`HostFailure`](crate::HostFailure).
pub(crate) fn is_host_failure(error: &ErrorData) -> bool {
    let data = error.data.as_ref();
    data.is_some_and(|data| data.get(FAILURE_META).is_some() && data.get(TOOL_FAILURE).is_none())
}

/// Marks an error that is a tool's failure, and holds its text. It never leaves a guarded server.
const TOOL_FAILURE: &str = "dev.secondtry/tool-failure";

/// rmcp makes a result with `isError: true` of an -32602 that begins with these words, and of nothing else.
pub(crate) const RESULT_PREFIX: &str = "failed to deserialize parameters:";
