//! What is kept of a call while its tool runs, for the words of a failure.

use rmcp::handler::server::tool::ToolCallContext;
use secondtry_failure::classify::run::ListedTool;
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::repair::KnownCall;
use serde_json::{Map, Value, json};

/// A call, as far as its failure may need it.
#[derive(Debug)]
pub(crate) struct KeptCall {
    /// `None` where they are too large to be kept twice.
    arguments: Option<Value>,
    protocol: ProtocolVersion,
    continues: bool,
}

impl KeptCall {
    /// Keeps `arguments`, which nobody else needs.
    pub(crate) fn new<S>(arguments: Value, context: &ToolCallContext<'_, S>) -> Self {
        let version = context.request_context.protocol_version();
        let protocol = version.and_then(|version| ProtocolVersion::from_name(version.as_str()));
        Self {
            arguments: Some(arguments),
            protocol: protocol.unwrap_or(ProtocolVersion::NEWEST_LEGACY),
            continues: context.input_responses.is_some() || context.request_state.is_some(),
        }
    }

    /// Keeps a copy of `arguments`, if they are not too large.
    pub(super) fn of<S>(arguments: &Value, context: &ToolCallContext<'_, S>) -> Self {
        let is_small = is_within(arguments, &mut { LARGEST });
        let mut kept = Self::new(Value::Null, context);
        kept.arguments = is_small.then(|| arguments.clone());
        kept
    }

    /// The request for `tool`, as far as it is known; what rmcp has checked stands in for what it took away.
    pub(super) fn request(&self, tool: &str) -> Value {
        let mut params = json!({"name": tool});
        if let Some(arguments) = &self.arguments {
            params["arguments"] = arguments.clone();
        }
        if self.protocol.is_modern() {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": self.protocol.name(),
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        if self.continues {
            params["requestState"] = Value::String(String::new());
        }
        json!({"jsonrpc": "2.0", "id": 0, "method": "tools/call", "params": params})
    }

    /// The call with `request`; without its tool where the arguments were not kept, since nothing can be said of them.
    pub(super) fn known<'a>(&self, request: &'a Value, tool: &'a ListedTool) -> KnownCall<'a> {
        let tool = self.arguments.is_some().then_some(tool);
        KnownCall {
            request,
            tool,
            has_list: tool.is_some(),
            protocol: self.protocol,
            elapsed_ms: None,
        }
    }

    /// The answer with `member`, to be repaired.
    pub(super) fn answer(member: &str, value: Value) -> Value {
        let members = [
            ("jsonrpc".to_owned(), "2.0".into()),
            ("id".to_owned(), 0.into()),
            (member.to_owned(), value),
        ];
        Value::Object(Map::from_iter(members))
    }
}

/// Whether `value` takes no more than about `budget` bytes.
fn is_within(value: &Value, budget: &mut usize) -> bool {
    let own = match value {
        Value::String(text) => text.len(),
        Value::Object(members) => members.keys().map(|key| key.len() + 16).sum(),
        Value::Array(items) => items.len() * 16,
        Value::Bool(_) | Value::Null | Value::Number(_) => 0,
    };
    if own > *budget {
        return false;
    }
    *budget -= own;
    // rmcp reads no deeper than 128 levels.
    match value {
        Value::Array(items) => items.iter().all(|item| is_within(item, budget)),
        Value::Object(members) => members.values().all(|item| is_within(item, budget)),
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_) => true,
    }
}

/// Larger arguments are not kept, in bytes.
const LARGEST: usize = 64 * 1024;
