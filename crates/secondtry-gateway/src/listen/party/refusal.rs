//! Requests that do not reach the server.

use secondtry_failure::message::error_code::ErrorCode;
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::repair::{End, KnownCall, ending_answer};
use serde_json::{Value, json};

use super::{MOST_QUEUED, Party, line_of};
use crate::listen::member::{member, string};
use crate::listen::mirrored_headers::{Parameters, parameter_mismatch};

impl Party {
    /// The answer to a call whose headers do not repeat its arguments as its tool asks, if that is known.
    pub(super) fn mismatch(&mut self, mirrored: &Parameters, line: &[u8]) -> Option<Value> {
        let text = std::str::from_utf8(line).ok()?;
        let params = member(text, "params")?;
        let name = string(member(params, "name")?)?;
        let tool = self.talk.exchange().tool(&name)?;
        let schema = tool.listed().tool.definition.get("inputSchema")?;
        // Most tools have none, and their arguments need not be read.
        if !has_annotation(schema) {
            return None;
        }
        let arguments = serde_json::from_str(member(params, "arguments")?).ok()?;
        let said = parameter_mismatch(mirrored, schema, &arguments)?;
        let id: Value = serde_json::from_str(member(text, "id")?).ok()?;
        Some(json!({"jsonrpc": "2.0", "id": id, "error": {
            "code": ErrorCode::HEADER_MISMATCH.0, "message": said}}))
    }

    /// The server has much to read and does not: more is not kept for it.
    pub(super) fn refuse_full(&mut self, line: &[u8]) {
        let limit = format!("{} MiB that wait for the server to read", MOST_QUEUED / 1024 / 1024);
        let requests = match serde_json::from_slice::<Value>(line) {
            Ok(Value::Array(requests)) => requests,
            Ok(request) => vec![request],
            Err(_) => return,
        };
        for request in requests.iter().filter(|request| request.get("method").is_some()) {
            let call = KnownCall {
                request,
                tool: None,
                has_list: false,
                protocol: ProtocolVersion::NEWEST,
                elapsed_ms: None,
            };
            let Some(id) = RequestId::from_value(call.id()) else { continue };
            let end = End::OverLimit { limit: &limit, is_request: true };
            self.routes.answer(&id, line_of(&ending_answer(end, &call)));
        }
    }
}

/// Whether a schema has `x-mcp-header` anywhere. It is as deep as the JSON reader lets a document be.
fn has_annotation(schema: &Value) -> bool {
    match schema {
        Value::Array(items) => items.iter().any(has_annotation),
        Value::Object(members) => {
            members.iter().any(|(key, value)| key == "x-mcp-header" || has_annotation(value))
        }
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_) => false,
    }
}
