//! What is sent for a planned call, apart from its id.

use serde_json::{Value, json};

/// What to send.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlannedRequest {
    /// A `tools/call` with these `params`.
    Call(JsonText),
    /// A request of another method.
    Method {
        /// The method.
        method: String,
        /// Its `params`.
        params: JsonText,
    },
    /// Bytes that are no message, without a line break at the end.
    Raw(Vec<u8>),
}

/// A JSON value as text, which takes a tenth of the memory of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonText(Box<str>);

impl PlannedRequest {
    /// A call of `tool` with `arguments`.
    pub fn call(tool: &str, arguments: &Value) -> Self {
        // Written by hand, since to join them in a value would copy the arguments.
        let name = Value::from(tool);
        Self::Call(JsonText(format!(r#"{{"name":{name},"arguments":{arguments}}}"#).into()))
    }

    /// The method of a message; `None` for bytes that are none.
    pub fn method(&self) -> Option<&str> {
        match self {
            Self::Call(_) => Some("tools/call"),
            Self::Method { method, .. } => Some(method),
            Self::Raw(_) => None,
        }
    }

    /// The `params` of a message; `None` for bytes that are none.
    pub fn params(&self) -> Option<&JsonText> {
        match self {
            Self::Call(params) | Self::Method { params, .. } => Some(params),
            Self::Raw(_) => None,
        }
    }

    /// The whole JSON-RPC request with this `id`; `None` for bytes that are none.
    pub fn with_id(&self, id: &Value) -> Option<Value> {
        let (method, params) = (self.method()?, self.params()?.to_value());
        Some(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
    }
}

impl JsonText {
    /// `value` as text.
    pub fn of(value: &Value) -> Self {
        Self(value.to_string().into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The value.
    pub fn to_value(&self) -> Value {
        // The text was made from a value, and no deeper than a parser reads.
        serde_json::from_str(&self.0).unwrap_or_default()
    }
}
