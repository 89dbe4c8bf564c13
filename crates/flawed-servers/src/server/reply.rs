//! What goes back to the client for one message, before any transport.

use serde_json::{Value, json};

use crate::era::Era;
use crate::tool::ProtocolError;

/// What a transport does for one message of the client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reply {
    /// Nothing is due: it was a notification or a response.
    Accepted,
    /// The process ends; over HTTP the connection does.
    Exit {
        /// The exit code.
        code: u8,
        /// What it writes on stderr first.
        last_words: &'static str,
    },
    /// Over HTTP a status and a plain body; on stdio the message.
    HttpFailure {
        /// The status.
        status: u16,
        /// The body.
        body: &'static str,
        /// The message.
        message: Value,
    },
    /// A message.
    Message {
        /// The message, whole.
        message: Value,
        /// A line that goes before it on stdout.
        noise: Option<&'static str>,
        /// The HTTP status.
        status: u16,
    },
    /// An answer is due, but none is given.
    Silence,
}

impl Reply {
    pub(crate) fn error(id: Option<&Value>, error: &ProtocolError, status: u16) -> Self {
        let mut body = json!({"code": error.code, "message": error.message});
        if let Some(data) = &error.data {
            body["data"] = data.clone();
        }
        let mut message = json!({"jsonrpc": "2.0", "error": body});
        if let Some(id) = id {
            message["id"] = id.clone();
        }
        Self::Message { message, noise: None, status }
    }

    pub(super) fn result(id: &Value, result: Value, era: Era) -> Self {
        Self::Message { message: response(id, result, era), noise: None, status: 200 }
    }

    pub(super) fn with_status(self, choose: fn(u16) -> u16) -> Self {
        match self {
            Self::Message { message, noise, status } => {
                Self::Message { message, noise, status: choose(status) }
            }
            Self::Accepted | Self::Exit { .. } | Self::HttpFailure { .. } | Self::Silence => self,
        }
    }
}

/// A response with a result, which says in the modern era that it is complete.
pub(crate) fn response(id: &Value, mut result: Value, era: Era) -> Value {
    match (era, result.as_object_mut()) {
        (Era::Modern, Some(result)) => {
            result.entry("resultType").or_insert_with(|| json!("complete"));
        }
        (Era::Legacy, _) | (Era::Modern, None) => (),
    }
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}
