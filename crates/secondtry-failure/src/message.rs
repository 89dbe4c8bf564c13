//! JSON-RPC messages as MCP uses them, read from bytes. Nothing here knows what a tool failure is.

pub mod call_tool;
pub mod error_code;
pub mod parse;
pub mod peek;
pub mod protocol_version;
pub mod request_id;
pub mod tool;

pub mod plain_value;

use serde_json::Value;

use self::request_id::RequestId;

/// One JSON-RPC message: an object with a `jsonrpc` member.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// What the members make of it.
    pub kind: Kind,
    /// The object as it came, every member included.
    pub whole: Value,
}

/// The kind of a message, told by its members alone (JSON-RPC 2.0, sections 4 and 5).
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `method` without `id`.
    Notification {
        /// Which notification.
        method: String,
    },
    /// `method` with `id`.
    Request {
        /// What the answer must repeat.
        id: RequestId,
        /// What is asked for.
        method: String,
    },
    /// No `method`: an answer, however odd. `id` is `None` where it is absent or null.
    Response {
        /// The request that it answers.
        id: Option<RequestId>,
    },
}

impl Message {
    /// Reads `whole`; `None` where it is no object with a `jsonrpc` member.
    pub fn from_value(whole: Value) -> Option<Self> {
        let object = whole.as_object()?;
        object.get("jsonrpc")?;
        let id = object.get("id").and_then(RequestId::from_value);
        let kind = match (object.get("method").and_then(Value::as_str), id) {
            (Some(method), Some(id)) => Kind::Request { id, method: method.to_owned() },
            (Some(method), None) => Kind::Notification { method: method.to_owned() },
            (None, id) => Kind::Response { id },
        };
        Some(Self { kind, whole })
    }
}
