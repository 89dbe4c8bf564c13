//! One request, everything that came of it, and what is known to be wrong with it.

use serde_json::Value;

use super::call::Standing;
use super::outcome::{Outcome, text_of};
use crate::message::call_tool::{CallToolParams, Malformed};
use crate::message::request_id::RequestId;
use crate::transcript::{HttpAnswer, Probe, Text};

/// One request of the client and what came of it.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// Its place among the calls of the report, from 0.
    pub number: usize,
    /// What was sent.
    pub sent: Sent,
    /// What the call was made to break, where a probe's record says so.
    pub probe: Option<Probe>,
    /// What is known of the call itself.
    pub standing: Standing,
    /// The first answer, whole.
    pub answer: Option<Value>,
    /// How the answer's id relates to the request's.
    pub pairing: Pairing,
    /// An HTTP answer without a message of its own.
    pub http: Option<HttpAnswer>,
    /// How it ended.
    pub outcome: Outcome,
    /// Lines on standard output that are no protocol messages and came while just this call was open.
    pub stray: Vec<Text>,
    /// Lines on standard error that came while just this call was open; the last ones.
    pub stderr: Vec<String>,
    /// When it was sent, where known.
    pub sent_ms: Option<u64>,
    /// When it ended, where known.
    pub ended_ms: Option<u64>,
}

/// What a client sent.
#[derive(Clone, Debug)]
pub enum Sent {
    /// A request that is no `tools/call`.
    Other {
        /// Its id.
        id: RequestId,
        /// Its method.
        method: String,
        /// The whole message.
        request: Value,
    },
    /// Bytes that are no message.
    Raw(String),
    /// A `tools/call`.
    ToolCall {
        /// Its id.
        id: RequestId,
        /// Its params, or how they break `CallToolRequest`.
        params: Result<CallToolParams, Malformed>,
        /// The whole message.
        request: Value,
    },
}

/// How an answer was found to belong to its request.
#[derive(Clone, Debug, PartialEq)]
pub enum Pairing {
    /// The id is the request's.
    Exact,
    /// The id is absent or null, and no other call was open.
    Missing,
    /// Another id, and no other call was open.
    Other(RequestId),
    /// No answer.
    None,
}

impl Exchange {
    /// The id of the request.
    pub fn id(&self) -> Option<&RequestId> {
        match &self.sent {
            Sent::Other { id, .. } | Sent::ToolCall { id, .. } => Some(id),
            Sent::Raw(_) => None,
        }
    }

    /// The request as it was sent, where it is a message.
    pub fn request(&self) -> Option<&Value> {
        match &self.sent {
            Sent::Other { request, .. } | Sent::ToolCall { request, .. } => Some(request),
            Sent::Raw(_) => None,
        }
    }

    /// The params of a `tools/call` that satisfies `CallToolRequest`.
    pub fn params(&self) -> Option<&CallToolParams> {
        match &self.sent {
            Sent::ToolCall { params, .. } => params.as_ref().ok(),
            Sent::Other { .. } | Sent::Raw(_) => None,
        }
    }

    /// The name of the tool called, as far as the request has one.
    pub fn tool_name(&self) -> Option<&str> {
        match &self.sent {
            Sent::ToolCall { request, .. } => {
                request.pointer("/params/name").and_then(Value::as_str)
            }
            Sent::Other { .. } | Sent::Raw(_) => None,
        }
    }

    /// The text a model could read, through whichever channel.
    pub fn text(&self) -> String {
        let http_body = || match self.http.as_ref()?.body.as_ref()? {
            Value::String(text) => Some(text.clone()),
            other => text_of(other).or_else(|| Some(other.to_string())),
        };
        self.answer.as_ref().and_then(text_of).or_else(http_body).unwrap_or_default()
    }

    /// The `result` of the answer.
    pub fn result(&self) -> Option<&Value> {
        self.answer.as_ref()?.get("result")
    }

    /// The `error` of the answer.
    pub fn error(&self) -> Option<&Value> {
        self.answer.as_ref()?.get("error").filter(|error| !error.is_null())
    }
}
