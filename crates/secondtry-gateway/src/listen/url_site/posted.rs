//! What a POST asks for, as far as it matters to an intermediary.

use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::peek::{Kind, peek};
use secondtry_failure::message::request_id::RequestId;
use serde_json::Value;

use super::learn::Learning;
use crate::listen::member::{member, string};

/// What is asked for.
pub(super) enum Asked {
    /// A tool is called: the request, and its id.
    Call(Value, RequestId),
    /// Something whose answer tells of the server; the id of the request.
    Learn(Learning, Value),
    /// A stream without an end of its own; the id of the request.
    Listen(Value),
    /// Anything else; the id of the request, or null.
    Other(Value),
}

/// Reads a body. A call longer than `judged` is known by its id alone.
pub(super) fn asked(body: &[u8], judged: usize) -> Asked {
    let Some(peeked) = peek(body) else { return unusual(body) };
    let Kind::Request { id, method } = peeked.kind else { return Asked::Other(Value::Null) };
    let Some(id) = id.to_request_id() else { return Asked::Other(Value::Null) };
    if method.is("tools/call") {
        let whole =
            if body.len() > judged { Line::Batch(Vec::new()) } else { parse(body.trim_ascii()) };
        let request = match whole {
            Line::Message(message) => message.whole,
            Line::Batch(_) | Line::NotProtocol(_) | Line::Unreadable { .. } => serde_json::json!({
                "jsonrpc": "2.0", "id": id.to_value(), "method": "tools/call", "params": {"name": ""},
            }),
        };
        return Asked::Call(request, id);
    }
    if method.is("initialize") {
        return Asked::Learn(Learning::Initialize, id.to_value());
    }
    if method.is("tools/list") {
        let cursor = peeked.params.and_then(|params| string(member(params, "cursor")?));
        return Asked::Learn(
            Learning::Tools(cursor.map(std::borrow::Cow::into_owned)),
            id.to_value(),
        );
    }
    if method.is("subscriptions/listen") {
        return Asked::Listen(id.to_value());
    }
    Asked::Other(id.to_value())
}

/// What only a full parse can tell.
fn unusual(body: &[u8]) -> Asked {
    let Line::Message(message) = parse(body.trim_ascii()) else { return Asked::Other(Value::Null) };
    match message.kind {
        secondtry_failure::message::Kind::Request { id, method } if method == "tools/call" => {
            Asked::Call(message.whole, id)
        }
        secondtry_failure::message::Kind::Request { id, .. } => Asked::Other(id.to_value()),
        secondtry_failure::message::Kind::Notification { .. }
        | secondtry_failure::message::Kind::Response { .. } => Asked::Other(Value::Null),
    }
}
