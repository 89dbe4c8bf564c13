//! One call, made for a person who wants to see its answer.

use std::time::Duration;

use secondtry_failure::message::plain_value::plain_value;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::transcript::{Probe, What};
use serde_json::{Map, Value, json};

use crate::connect::Connect;
use crate::error::CheckError;
use crate::handshake::{Opening, greet};
use crate::recorder::Recorder;
use crate::run::await_answer;
use crate::session::request_meta;

/// What to send.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// These bytes.
    Raw(Vec<u8>),
    /// A `tools/call`.
    ToolCall {
        /// The tool.
        tool: String,
        /// Its arguments.
        arguments: Map<String, Value>,
    },
}

/// Begins, sends `request`, waits for its answer at most `limit`, and closes. What came of it is in the recording.
pub fn call(
    connect: &dyn Connect,
    opening: Opening<'_>,
    request: &Request,
    limit: Duration,
    recorder: &mut Recorder<'_>,
) -> Result<(), CheckError> {
    let (mut session, greeting) = greet(connect, opening, false, recorder)?;
    let id = match request {
        Request::Raw(bytes) => {
            let message = std::str::from_utf8(bytes).ok().and_then(|text| plain_value(text).ok());
            let id = message.as_ref().and_then(|message| RequestId::from_value(message.get("id")?));
            // Without this, a request that is no call would count as part of the handshake.
            let kind = "call".to_owned();
            let probe = Probe { id: id.clone(), tool: None, kind, parameter: None };
            session.recorder().record(What::Probe(probe));
            // A server that is gone shows it by its end.
            let _ = match message {
                Some(message) if message.get("jsonrpc").is_some() => session.send(&message),
                _ => session.send_raw(bytes),
            };
            id
        }
        Request::ToolCall { tool, arguments } => {
            let id = RequestId::from(session.fresh_id());
            let mut params = json!({"name": tool, "arguments": arguments});
            if greeting.protocol.is_modern() {
                params["_meta"] = request_meta(greeting.protocol);
            }
            let request = json!({"jsonrpc": "2.0", "id": id.to_value(), "method": "tools/call", "params": params});
            let _ = session.send(&request);
            Some(id)
        }
    };
    await_answer(&mut session, id.as_ref(), limit);
    session.close();
    Ok(())
}
