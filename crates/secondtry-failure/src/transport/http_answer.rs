//! An HTTP answer that brought no message, and the ways in which a request gets no answer at all.

use std::fmt;

use serde_json::{Map, Value};

use crate::message::request_id::RequestId;
use crate::transcript;

#[cfg(test)]
mod tests;

/// What was asked over HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asking {
    /// A POST of a batch: the requests in it.
    Batch(Vec<RequestId>),
    /// A GET that listens for what the server sends of its own accord.
    Listening,
    /// A POST of a message that gets no answer: a notification, or the answer to a request of the server's.
    Notice,
    /// A POST of a request.
    Request(RequestId),
    /// A POST of bytes that are no message.
    Unreadable,
}

/// An HTTP answer without a message, or one whose status is other than 200 for a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpAnswer {
    /// What it answers.
    pub to: Asking,
    /// The status code.
    pub status: u16,
    /// Those headers that explain a failure, names in lower case. A session id is not shown.
    pub headers: Vec<(String, String)>,
    /// The body, or as much of it as was read.
    pub body: Vec<u8>,
    /// Whether more of the body came than was kept.
    pub is_truncated: bool,
    /// Whether the request named a session.
    pub is_in_session: bool,
}

/// Why a request got no HTTP answer, or one that breaks off.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HttpFailure {
    /// The connection ended before the answer began.
    #[error("the connection ended before an answer came ({0})")]
    Broken(String),
    /// The answer broke off, or its stream ended without an answer to the request.
    #[error("the answer broke off: {0}")]
    Cut(Cut),
    /// The server sends its client to an address of another origin.
    #[error("the server names `{0}` as its endpoint, which is of another origin (refused)")]
    ForeignEndpoint(String),
    /// The bytes that came are no HTTP answer.
    #[error("the answer is no HTTP: {0}")]
    Malformed(String),
    /// The server's name is not known.
    #[error("no such host ({0})")]
    NoSuchHost(String),
    /// A body or an event over the limit.
    #[error("the answer is longer than {limit} bytes")]
    Oversized {
        /// The limit.
        limit: usize,
    },
    /// Nothing listens at the address.
    #[error("connection refused (is the server running, and is the port right?)")]
    Refused,
    /// As many requests are under way as may be at a time.
    #[error("over {limit} requests at a time")]
    TooMany {
        /// How many may be.
        limit: usize,
    },
    /// No secure connection.
    #[error("no secure connection: {0} (the system's certificates decide whom to trust)")]
    Tls(String),
    /// The address could not be reached.
    #[error("no connection: {0}")]
    Unreachable(String),
}

/// Where an answer broke off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// What went wrong; `None` where the stream ended in order, but too early.
    pub cause: Option<String>,
    /// Whether it was in the middle of an event.
    pub is_inside_event: bool,
    /// The last id of an event, with which the stream could be taken up again (2025-11-25 and before).
    pub last_event_id: Option<String>,
    /// How long the server asks to wait before that.
    pub retry_ms: Option<u64>,
}

impl Asking {
    /// The id of the request.
    pub fn id(&self) -> Option<&RequestId> {
        match self {
            Self::Request(id) => Some(id),
            Self::Batch(_) | Self::Listening | Self::Notice | Self::Unreadable => None,
        }
    }

    /// The ids of all requests.
    pub fn ids(&self) -> &[RequestId] {
        match self {
            Self::Batch(ids) => ids,
            Self::Request(id) => std::slice::from_ref(id),
            Self::Listening | Self::Notice | Self::Unreadable => &[],
        }
    }
}

impl HttpAnswer {
    /// The value of a header; the first where there are several.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Whether the server says that it does not know the session any more (2025-11-25 `basic/transports`, Session
    /// Management).
    pub fn is_session_gone(&self) -> bool {
        self.status == 404 && self.is_in_session
    }

    /// Whether a server that answers `initialize` so may speak the transport of 2024-11-05 (2025-11-25 `basic/transports`,
    /// Backwards Compatibility). 401 and 403 say nothing about the transport: they come first.
    pub fn may_be_of_older_transport(&self) -> bool {
        matches!(self.status, 400 | 402 | 404..=499)
    }

    /// What the answer means for the request, in a few words.
    pub fn reason(&self) -> String {
        let status = self.status;
        let kind = self.header("content-type").unwrap_or("no content type");
        let challenge = self.header("www-authenticate");
        match (status, self.header("location"), challenge) {
            (300..=399, Some(location), _) => {
                format!(
                    "HTTP {status}, a redirect to `{location}` (not followed; is that the server's address?)"
                )
            }
            (401, _, Some(challenge)) => {
                format!("HTTP 401, the server asks for credentials: {challenge}")
            }
            (401, _, None) => "HTTP 401, the server asks for credentials".to_owned(),
            (403, _, Some(challenge)) => {
                format!("HTTP 403, the credentials do not suffice: {challenge}")
            }
            (403, _, None) => "HTTP 403, the server forbids it".to_owned(),
            _ if self.is_session_gone() => {
                "HTTP 404, the server does not know the session (any more)".to_owned()
            }
            (202, ..) => "HTTP 202, which accepts a message without answering it".to_owned(),
            (200..=299, ..) => format!("HTTP {status} with {kind}, which holds no MCP message"),
            _ => match self.header("retry-after") {
                Some(when) => format!("HTTP {status}, to be tried again after `{when}`"),
                None => format!("HTTP {status} with {kind}"),
            },
        }
    }
}

impl From<&HttpAnswer> for transcript::HttpAnswer {
    fn from(answer: &HttpAnswer) -> Self {
        let mut headers = Map::new();
        for (name, value) in &answer.headers {
            match headers.get_mut(name) {
                // Several lines of one header mean the same as one line with commas (RFC 9110, section 5.3).
                Some(Value::String(known)) => {
                    known.push_str(", ");
                    known.push_str(value);
                }
                _ => drop(headers.insert(name.clone(), Value::String(value.clone()))),
            }
        }
        let text = || Value::String(String::from_utf8_lossy(&answer.body).into_owned());
        let body = serde_json::from_slice(&answer.body).unwrap_or_else(|_| text());
        Self {
            id: answer.to.id().cloned(),
            status: answer.status,
            headers,
            body: (!answer.body.is_empty()).then_some(body),
        }
    }
}

impl HttpFailure {
    /// Whether the server may have got the request, and so may have run it.
    pub fn may_have_arrived(&self) -> bool {
        match self {
            Self::Broken(_) | Self::Cut(_) | Self::Malformed(_) | Self::Oversized { .. } => true,
            Self::ForeignEndpoint(_)
            | Self::NoSuchHost(_)
            | Self::Refused
            | Self::Tls(_)
            | Self::TooMany { .. }
            | Self::Unreachable(_) => false,
        }
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.is_inside_event { " inside an event" } else { "" };
        match &self.cause {
            Some(cause) => write!(f, "{cause}{place}"),
            None => write!(f, "it ended{place} without an answer to the request"),
        }
    }
}
