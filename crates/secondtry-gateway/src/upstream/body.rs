//! What a body holds, whatever its status and its type say.

use secondtry_failure::message::Kind;
use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::request_id::RequestId;
use serde_json::Value;

#[cfg(test)]
mod tests;

/// An answer that stands in a body.
#[derive(Debug, PartialEq)]
pub(super) struct Answer {
    /// The body as a line.
    pub(super) line: Vec<u8>,
    /// The request that it names.
    pub(super) id: Option<RequestId>,
    /// It has a `result`.
    pub(super) is_result: bool,
    /// The code of its `error`.
    pub(super) code: Option<i64>,
}

/// The one answer in `body`; `None` where there is none, or neither `result` nor `error` in it.
pub(super) fn answer_in(body: &[u8]) -> Option<Answer> {
    let line = one_line(body)?;
    let Line::Message(message) = parse(line.trim_ascii()) else { return None };
    let Kind::Response { id } = message.kind else { return None };
    let is_result = message.whole.get("result").is_some();
    let error = message.whole.get("error");
    if !is_result && error.is_none() {
        return None;
    }
    let code = error.and_then(|error| error.get("code")).and_then(Value::as_i64);
    Some(Answer { line, id, is_result, code })
}

/// `body` on one line, line break at its end: those that format it go, and nothing else. `None` where one stands inside a
/// string, which is no JSON.
pub(super) fn one_line(body: &[u8]) -> Option<Vec<u8>> {
    let body = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
    let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let mut line = Vec::with_capacity(body.len() + 1);
    if memchr::memchr2(b'\n', b'\r', body).is_none() {
        line.extend_from_slice(body);
        line.push(b'\n');
        return Some(line);
    }
    let mut is_in_string = false;
    let mut is_escaped = false;
    for byte in body {
        if is_break(byte) {
            if is_in_string {
                return None;
            }
            continue;
        }
        let is_quote = *byte == b'"' && !is_escaped;
        is_escaped = is_in_string && *byte == b'\\' && !is_escaped;
        is_in_string ^= is_quote;
        line.push(*byte);
    }
    line.push(b'\n');
    Some(line)
}

/// Whether a refusal says that the session is not known any more, as servers do that have no status of their own for it.
pub(super) fn speaks_of_lost_session(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&body[..body.len().min(LONGEST_REFUSAL)]).to_lowercase();
    text.contains("session") && LOST.iter().any(|words| text.contains(words))
}

/// RFC 8259, section 8.1: a reader may ignore it.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

const LOST: [&str; 8] = [
    "does not exist",
    "doesn't exist",
    "expired",
    "invalid",
    "no valid",
    "not found",
    "terminated",
    "unknown",
];

/// A longer one is about something else.
const LONGEST_REFUSAL: usize = 2048;
