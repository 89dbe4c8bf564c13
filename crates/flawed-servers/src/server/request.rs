//! Reads one message, as far as every method needs it.

use serde_json::{Map, Value, json};

use super::{CAPABILITIES_KEY, INVALID_REQUEST, PARSE_ERROR, VERSION_KEY};
use crate::tool::ProtocolError;

/// A message from the client.
pub(super) enum Incoming {
    /// A notification, or a response to nothing.
    NoAnswerDue,
    Request(Request),
    /// It is no message; the error is answered without an id.
    Unreadable(ProtocolError),
}

pub(super) struct Request {
    /// A string or an integer.
    pub(super) id: Value,
    pub(super) method: String,
    /// `params` as sent; null if absent.
    pub(super) params: Value,
}

impl Request {
    /// Whether it says by itself in which version it is made.
    pub(super) fn has_modern_meta(&self) -> bool {
        let meta = &self.params["_meta"];
        [VERSION_KEY, CAPABILITIES_KEY].iter().any(|key| meta.get(key).is_some())
    }
}

pub(super) fn read(message: &[u8]) -> Incoming {
    let refuse = |code, reason: &str| Incoming::Unreadable(ProtocolError::new(code, reason));
    let Ok(message) = serde_json::from_slice(message) else {
        return refuse(PARSE_ERROR, "The message is no JSON.");
    };
    let Value::Object(message) = message else {
        return refuse(INVALID_REQUEST, "The message must be one JSON object.");
    };
    read_object(message).unwrap_or_else(|reason| refuse(INVALID_REQUEST, reason))
}

fn read_object(mut message: Map<String, Value>) -> Result<Incoming, &'static str> {
    if message.get("jsonrpc") != Some(&json!("2.0")) {
        return Err("The member jsonrpc must be \"2.0\".");
    }
    let method = match message.remove("method") {
        Some(Value::String(method)) => method,
        None if message.contains_key("result") || message.contains_key("error") => {
            return Ok(Incoming::NoAnswerDue);
        }
        Some(_) | None => return Err("The member method must be a string."),
    };
    let Some(id) = message.remove("id") else {
        return Ok(Incoming::NoAnswerDue);
    };
    if !(id.is_string() || id.is_i64() || id.is_u64()) {
        return Err("The member id must be a string or an integer.");
    }
    let params = message.remove("params").unwrap_or_default();
    Ok(Incoming::Request(Request { id, method, params }))
}
