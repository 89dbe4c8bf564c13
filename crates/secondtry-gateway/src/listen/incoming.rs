//! What a client has posted, as far as it must be known to carry it.

use secondtry_failure::message::error_code::ErrorCode;
use secondtry_failure::message::parse::{Line, NotProtocol, parse};
use secondtry_failure::message::peek::{Kind, peek};
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::message::{self};

use super::member::{member, member_at, string};
use super::party::read_id;

#[cfg(test)]
mod tests;

/// One posted message, or a batch.
#[derive(Debug)]
pub(crate) struct Incoming<'a> {
    /// The text, without what stands around it.
    pub(crate) text: &'a str,
    pub(crate) kind: IncomingKind<'a>,
}

#[derive(Debug)]
pub(crate) enum IncomingKind<'a> {
    /// An array: the requests in it, with their tokens.
    Batch(Vec<(RequestId, Option<RequestId>)>),
    /// A notification, or an answer to a request of the server.
    Notice {
        /// The revision that it says it is made in.
        version: Option<String>,
    },
    Request(Request<'a>),
}

/// A request.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) id: RequestId,
    /// The id as it was written; a slice of the text.
    pub(crate) raw_id: &'a str,
    pub(crate) method: String,
    pub(crate) params: Option<&'a str>,
    /// The progress token as it was written.
    pub(crate) raw_token: Option<&'a str>,
    /// The revision that it says it is made in.
    pub(crate) version: Option<String>,
}

/// Why a body is no message, and the code that says so.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoMessage {
    pub(crate) code: ErrorCode,
    pub(crate) said: String,
}

impl<'a> Incoming<'a> {
    /// Reads a body.
    pub(crate) fn read(body: &'a [u8]) -> Result<Self, NoMessage> {
        let text = std::str::from_utf8(body).map_err(|_| no_json("it is not UTF-8"))?.trim();
        let kind = match peek(text.as_bytes()).map(|peeked| (peeked.kind, peeked.params)) {
            Some((Kind::Request { id, method }, params)) => {
                let method = method.decode().into_owned();
                let Some(read) = id.to_request_id() else {
                    return Err(no_message("its id cannot be read"));
                };
                IncomingKind::Request(Request::new(read, id.raw(), method, params))
            }
            Some((Kind::Notification { .. }, params)) => {
                IncomingKind::Notice { version: params.and_then(version_of) }
            }
            Some((Kind::Response { .. }, _)) => IncomingKind::Notice { version: None },
            None => Self::unusual(text)?,
        };
        Ok(Self { text, kind })
    }

    /// What only a full parse can tell.
    fn unusual(text: &'a str) -> Result<IncomingKind<'a>, NoMessage> {
        match parse(text.as_bytes()) {
            Line::Batch(messages) => {
                let requests = messages.into_iter().filter_map(|message| {
                    let token = message.whole.pointer("/params/_meta/progressToken");
                    let token = token.and_then(RequestId::from_value);
                    match message.kind {
                        message::Kind::Request { id, .. } => Some((id, token)),
                        message::Kind::Notification { .. } | message::Kind::Response { .. } => None,
                    }
                });
                Ok(IncomingKind::Batch(requests.collect()))
            }
            Line::Message(message) => match message.kind {
                message::Kind::Request { method, .. } => {
                    let raw = member(text, "id");
                    let id = raw.and_then(read_id);
                    let (Some(raw), Some(id)) = (raw, id) else {
                        return Err(no_message("its id cannot be read"));
                    };
                    let params = member(text, "params");
                    Ok(IncomingKind::Request(Request::new(id, raw, method, params)))
                }
                message::Kind::Notification { .. } | message::Kind::Response { .. } => {
                    Ok(IncomingKind::Notice { version: None })
                }
            },
            Line::Unreadable { why, .. } => Err(no_message(&why)),
            Line::NotProtocol(
                why @ (NotProtocol::Empty | NotProtocol::NotJson(_) | NotProtocol::NotUtf8(_)),
            ) => Err(no_json(&why.to_string())),
            Line::NotProtocol(why) => Err(no_message(&why.to_string())),
        }
    }

    /// The text as one line: a line break in it can only be white space.
    pub(crate) fn to_line(&self) -> Vec<u8> {
        as_line(self.text.as_bytes().to_vec())
    }
}

impl<'a> Request<'a> {
    fn new(id: RequestId, raw_id: &'a str, method: String, params: Option<&'a str>) -> Self {
        let raw_token = params.and_then(|params| member_at(params, &["_meta", "progressToken"]));
        let version = params.and_then(version_of);
        Self { id, raw_id, method, params, raw_token, version }
    }

    /// The value of a key of `_meta`, as it was written.
    pub(crate) fn meta(&self, key: &str) -> Option<&'a str> {
        member_at(self.params?, &["_meta", key])
    }
}

/// `text` as one line, line break included.
pub(crate) fn as_line(mut text: Vec<u8>) -> Vec<u8> {
    if memchr::memchr2(b'\r', b'\n', &text).is_some() {
        let breaks = text.iter_mut().filter(|byte| matches!(byte, b'\r' | b'\n'));
        breaks.for_each(|byte| *byte = b' ');
    }
    text.push(b'\n');
    text
}

fn version_of(params: &str) -> Option<String> {
    string(member_at(params, &["_meta", VERSION])?).map(std::borrow::Cow::into_owned)
}

fn no_json(why: &str) -> NoMessage {
    NoMessage { code: ErrorCode::PARSE_ERROR, said: format!("the body is no JSON: {why}") }
}

fn no_message(why: &str) -> NoMessage {
    NoMessage {
        code: ErrorCode::INVALID_REQUEST,
        said: format!("the body is no JSON-RPC message: {why}"),
    }
}

/// Keys of `_meta` that each request of 2026-07-28 has (`basic/index`, `_meta`).
pub(crate) const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(crate) const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
