//! Up to 2025-11-25: `initialize` begins a session, which has a process of its own.
//!
//! Source: 2025-11-25 `basic/transports`, Session Management.

use std::sync::{Arc, OnceLock};

use hyper::header::{HeaderName, HeaderValue};
use hyper::{HeaderMap, StatusCode};
use secondtry_failure::message::error_code::ErrorCode;
use secondtry_failure::message::peek::peek;
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use serde_json::Value;

use super::respond::respond;
use super::sessions::{Place, Session};
use super::{CommandSite, header};
use crate::listen::accepts::Accepts;
use crate::listen::gauges::{Gauge, Held};
use crate::listen::incoming::{Incoming, IncomingKind};
use crate::listen::member::{member, string};
use crate::listen::party::{self, Manner, Posted, Told, Waiting, read_id};
use crate::listen::reply::{self, Reply};
use crate::listen::streams::{EventBody, Outflow, stream};

impl CommandSite {
    pub(super) async fn post_legacy(
        &self,
        headers: &HeaderMap,
        incoming: Incoming<'_>,
        held: Held,
    ) -> Reply {
        let accepts = Accepts::of(headers);
        if !headers.contains_key(SESSION) {
            return match &incoming.kind {
                IncomingKind::Request(request) if request.method == "initialize" => {
                    self.begin_session(&incoming, request.id.clone(), accepts, held).await
                }
                IncomingKind::Batch(_) | IncomingKind::Notice { .. } | IncomingKind::Request(_) => {
                    refused(
                        StatusCode::BAD_REQUEST,
                        &incoming,
                        "no Mcp-Session-Id: `initialize` begins a session, whose id goes with each later message",
                    )
                }
            };
        }
        let session = match self.session(headers) {
            Ok(session) => session,
            Err(said) => return refused(StatusCode::NOT_FOUND, &incoming, said),
        };
        let agreed = session.protocol.get().map(String::as_str);
        if let Some(version) = header(headers, "mcp-protocol-version")
            && Some(version) != agreed
            && ProtocolVersion::from_name(version).is_none()
        {
            let said =
                format!("the MCP-Protocol-Version {version:?} is not the one of this session");
            return refused(StatusCode::BAD_REQUEST, &incoming, &said);
        }
        let waiting = match &incoming.kind {
            IncomingKind::Batch(_) if agreed.is_some_and(|agreed| agreed > "2025-03-26") => {
                let said = "a body holds one message (batches are of 2025-03-26 alone)";
                return refused(StatusCode::BAD_REQUEST, &incoming, said);
            }
            IncomingKind::Batch(requests) => requests
                .iter()
                .map(|(id, token)| waiting(id.clone(), token.clone()))
                .collect::<Vec<_>>(),
            IncomingKind::Notice { .. } => Vec::new(),
            IncomingKind::Request(request) => {
                vec![waiting(request.id.clone(), request.raw_token.and_then(read_id))]
            }
        };
        if waiting.is_empty() {
            let posted = Posted {
                line: incoming.to_line(),
                reply: None,
                takes_events: false,
                mirrored: None,
            };
            return if session.line.tell(Told::Posted(posted)) {
                reply::empty(StatusCode::ACCEPTED)
            } else {
                refused(StatusCode::NOT_FOUND, &incoming, GONE)
            };
        }
        let Some(messages) = post(&session, &incoming, waiting, accepts) else {
            return refused(StatusCode::NOT_FOUND, &incoming, GONE);
        };
        respond(messages, accepts, held, None, |_| StatusCode::OK).await
    }

    async fn begin_session(
        &self,
        incoming: &Incoming<'_>,
        id: RequestId,
        accepts: Accepts,
        held: Held,
    ) -> Reply {
        if self.sessions.is_full() {
            let most = self.sessions.most();
            let mut busy = reply::busy(&format!("{most} sessions are open, which is the limit"));
            let id = id.to_value();
            let said = format!("{most} sessions are open, which is the limit of the proxy");
            *busy.body_mut() = reply::whole(
                serde_json::json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32603, "message": said}})
                    .to_string(),
            );
            return busy;
        }
        let begun = self.sessions.place().and_then(|place| {
            let name = place.id().to_owned();
            let at_end: (Place, Held, _) =
                (place, self.gauges.hold(Gauge::Sessions), self.alive.clone());
            let means = self.means.clone();
            let line = party::begin(Manner::Session, means, self.run(), at_end).ok()?;
            Some((name, Session { line, protocol: Arc::new(OnceLock::new()) }))
        });
        let Some((name, session)) = begun else {
            return refused(
                StatusCode::INTERNAL_SERVER_ERROR,
                incoming,
                "no session can be begun (the system refuses what it takes)",
            );
        };
        self.sessions.put(name.clone(), session.clone());
        let Some(mut messages) = post(&session, incoming, vec![waiting(id, None)], accepts) else {
            self.sessions.remove(&name);
            return refused(StatusCode::BAD_GATEWAY, incoming, GONE);
        };
        let first = messages.peeked().await;
        if let Some(first) = first.filter(|first| first.is_answer) {
            let result = peek(&first.line).and_then(|peeked| peeked.result);
            let Some(result) = result else {
                // Nothing was agreed on, so there is no session.
                self.sessions.remove(&name);
                session.line.tell(Told::End);
                return respond(messages, accepts, held, None, |_| StatusCode::OK).await;
            };
            if let Some(protocol) = member(result, "protocolVersion").and_then(string) {
                // It is set once, here.
                _ = session.protocol.set(protocol.into_owned());
            }
        }
        let mut reply = respond(messages, accepts, held, None, |_| StatusCode::OK).await;
        if let Ok(value) = HeaderValue::try_from(name) {
            reply.headers_mut().insert(SESSION, value);
        }
        reply
    }

    /// A stream for what the server says of its own accord.
    pub(super) fn listen(&self, headers: &HeaderMap) -> Reply {
        let Some(session) = self.session_of(headers) else {
            return self.no_session(headers);
        };
        if !Accepts::of(headers).events {
            let said = "a GET opens an event stream (Accept: text/event-stream)";
            return reply::error(
                StatusCode::NOT_ACCEPTABLE,
                &Value::Null,
                ErrorCode::INVALID_REQUEST,
                said,
            );
        }
        let (inlet, messages) = stream();
        if !session.line.tell(Told::Listening(inlet)) {
            return self.no_session(headers);
        }
        reply::events(EventBody::new(None, messages, None, None))
    }

    /// Ends a session because its client says so.
    pub(super) fn end_session(&self, headers: &HeaderMap) -> Reply {
        let session = header(headers, SESSION.as_str()).and_then(|id| self.sessions.remove(id));
        match session {
            Some(session) if session.line.tell(Told::End) => reply::empty(StatusCode::NO_CONTENT),
            Some(_) | None => self.no_session(headers),
        }
    }

    fn session_of(&self, headers: &HeaderMap) -> Option<Session> {
        self.sessions.of(header(headers, SESSION.as_str())?)
    }

    fn session(&self, headers: &HeaderMap) -> Result<Session, &'static str> {
        self.session_of(headers).ok_or(GONE)
    }

    #[expect(clippy::unused_self, reason = "it is read beside the others")]
    fn no_session(&self, headers: &HeaderMap) -> Reply {
        if headers.contains_key(SESSION) {
            let code = ErrorCode::INVALID_REQUEST;
            return reply::error(StatusCode::NOT_FOUND, &Value::Null, code, GONE);
        }
        match header(headers, "mcp-protocol-version").and_then(ProtocolVersion::from_name) {
            Some(version) if !version.is_modern() => reply::error(
                StatusCode::BAD_REQUEST,
                &Value::Null,
                ErrorCode::INVALID_REQUEST,
                "no Mcp-Session-Id",
            ),
            Some(_) | None => reply::method_not_allowed("POST"),
        }
    }
}

fn post(
    session: &Session,
    incoming: &Incoming<'_>,
    waiting: Vec<Waiting>,
    accepts: Accepts,
) -> Option<Outflow> {
    let (inlet, messages) = stream();
    let posted = Posted {
        line: incoming.to_line(),
        reply: Some((inlet, waiting)),
        takes_events: accepts.events,
        mirrored: None,
    };
    session.line.tell(Told::Posted(posted)).then_some(messages)
}

fn waiting(id: RequestId, token: Option<RequestId>) -> Waiting {
    Waiting { id, token, wants_log: false, is_subscription: false, given: None }
}

fn refused(status: StatusCode, incoming: &Incoming<'_>, said: &str) -> Reply {
    let id = match &incoming.kind {
        IncomingKind::Request(request) => request.id.to_value(),
        IncomingKind::Batch(_) | IncomingKind::Notice { .. } => Value::Null,
    };
    reply::error(status, &id, ErrorCode::INVALID_REQUEST, said)
}

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

const GONE: &str = "no such session (any more): `initialize` begins another";
