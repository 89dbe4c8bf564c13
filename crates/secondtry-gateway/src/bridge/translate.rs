//! What both directions need.

use secondtry_failure::message::error_code::ErrorCode;
use secondtry_failure::message::request_id::RequestId;
use serde_json::{Map, Value, json};

use super::{Way, line_of};
use crate::exchange::splice::spliced;

/// The revision of the modern era.
pub(super) const MODERN_VERSION: &str = "2026-07-28";

/// The `_meta` of a request in the modern era, from what a legacy client said in its `initialize`.
///
/// Source: 2026-07-28 `basic/index`, `_meta`.
pub(super) fn modern_meta(params: &Value) -> Value {
    let mut meta = Map::new();
    meta.insert("io.modelcontextprotocol/protocolVersion".into(), MODERN_VERSION.into());
    let capabilities = params.get("capabilities").cloned().unwrap_or_else(|| json!({}));
    meta.insert("io.modelcontextprotocol/clientCapabilities".into(), capabilities);
    if let Some(info) = params.get("clientInfo") {
        meta.insert("io.modelcontextprotocol/clientInfo".into(), info.clone());
    }
    meta.into()
}

/// `line` with what `change` does to the message in it; as it came where that is nothing.
pub(super) fn changed(line: Vec<u8>, before: &Value, change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut after = before.clone();
    change(&mut after);
    if after == *before {
        return line;
    }
    let Ok(text) = std::str::from_utf8(line.trim_ascii()) else { return line };
    let mut changed = spliced(text, before, &after).into_bytes();
    changed.push(b'\n');
    changed
}

/// An answer of the bridge itself.
pub(super) fn answer(id: &Value, result: &Value) -> Way {
    let answer = json!({"jsonrpc": "2.0", "id": id, "result": result});
    Way::ToClient { line: line_of(&answer), answers: RequestId::from_value(id) }
}

/// A refusal of the bridge itself: the other side's revision has no such thing.
pub(super) fn refusal(id: &Value, method: &str, why: &str) -> Way {
    let message = format!("Method not found: `{method}` ({why})");
    let error = json!({"code": ErrorCode::METHOD_NOT_FOUND.0, "message": message});
    let answer = json!({"jsonrpc": "2.0", "id": id, "error": error});
    Way::ToClient { line: line_of(&answer), answers: RequestId::from_value(id) }
}

/// The text of a result that says that a call failed.
pub(super) fn failed(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}], "isError": true})
}
