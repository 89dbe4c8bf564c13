//! A call and its HTTP answer: passed as it came, repaired, or made where none came.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use http_body_util::{BodyExt, Full};
use hyper::body::{Body as _, Bytes, Incoming as Body};
use hyper::header::{
    CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, DATE, HeaderValue, RETRY_AFTER,
};
use hyper::http::response::Parts;
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::peek::{Kind, peek};
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::message::{self};
use secondtry_failure::repair::{End, KnownCall, coerce_arguments, refuse_arguments};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

use super::call::Call;
use super::dial::{Dial, NoAnswer};
use super::events::{PassedEvents, Role};
use super::headers::{is_json, is_packed, media_type, passed};
use super::known::View;
use super::learn;
use super::{Onward, SESSION, UrlSite, held, unanswered};
use crate::exchange::tool_list::KnownTool;
use crate::large::make_room;
use crate::listen::accepts::Accepts;
use crate::listen::gauges::Held;
use crate::listen::reply::{self, Payload, Reply};
use crate::listen::streams::event;
use crate::upstream::retry_after;

impl UrlSite {
    pub(super) async fn call(
        &self,
        mut onward: Onward,
        (request, id): (Value, RequestId),
        headers: &HeaderMap,
        view: Arc<View>,
        open: Option<Held>,
    ) -> Reply {
        let accepts = Accepts::of(headers);
        let protocol = protocol_of(&request, headers, &view);
        let limits = self.workshop.settings.now().limits;
        if self.wants_list(&view, &request, protocol) {
            let asking = (&onward.uri, &onward.headers, &request);
            learn::ask(&self.dial, &view, asking, limits.list_wait).await;
        }
        let (tool, has_list) = {
            let seen = view.seen();
            let name = request.pointer("/params/name").and_then(Value::as_str);
            let tool = name.filter(|_| seen.tools.is_read()).and_then(|name| seen.tools.get(name));
            (tool, seen.tools.is_fresh(Instant::now().into_std()))
        };
        let is_in_session = headers.contains_key(SESSION) && !protocol.is_modern();
        let workshop = Arc::clone(&self.workshop);
        let mut call = Call {
            workshop,
            request,
            id,
            protocol,
            tool,
            has_list,
            sent: Instant::now(),
            view: Arc::clone(&view),
            is_in_session,
            is_coerced: false,
            is_over: AtomicBool::new(false),
        };
        call.begin();
        if has_list || call.tool.is_none() {
            let text = std::str::from_utf8(&onward.body).unwrap_or_default();
            if let Some(coerced) = call.coerced(text) {
                onward.body = coerced.into();
            } else if let Some(answer) = call.refused() {
                return made(&answer, accepts, &HeaderMap::new());
            }
        }
        let cancel = cancellation(&onward, &call);
        let sending = self.dial.send(onward.into_request());
        let response = match timeout(call.patience(), sending).await {
            Ok(Ok(response)) => response,
            Ok(Err(no_answer)) => return self.no_answer(&call, &no_answer, accepts),
            Err(_) => {
                let reply = call.overdue().map(|answer| made(&answer, accepts, &HeaderMap::new()));
                if let Some(cancel) = cancel {
                    tokio::spawn(cancelled(Arc::clone(&self.dial), cancel));
                }
                return reply.unwrap_or_else(|| reply::empty(StatusCode::GATEWAY_TIMEOUT));
            }
        };
        self.answered(response, call, cancel, (accepts, view), open).await
    }

    /// Whether the list at hand does not tell what becomes of a call. One whose time is over suffices to let it pass, not
    /// to refuse it.
    fn wants_list(&self, view: &View, request: &Value, protocol: ProtocolVersion) -> bool {
        let Some(name) = request.pointer("/params/name").and_then(Value::as_str) else {
            return false;
        };
        let seen = view.seen();
        if seen.tools.is_fresh(Instant::now().into_std()) {
            return false;
        }
        if !seen.tools.is_read() {
            return true;
        }
        let tool = seen.tools.get(name);
        drop(seen);
        let known = KnownCall {
            request,
            tool: tool.as_ref().map(KnownTool::listed),
            has_list: true,
            protocol,
            elapsed_ms: None,
        };
        let settings = self.workshop.settings.now();
        let repairs = &settings.repairs;
        tool.is_some()
            && (refuse_arguments(&known, repairs).is_some()
                || coerce_arguments(&known, repairs).is_some())
    }

    fn no_answer(&self, call: &Call, no_answer: &NoAnswer, accepts: Accepts) -> Reply {
        self.workshop.log.line(&no_answer.to_string());
        let end = match no_answer {
            NoAnswer::Broken(_) => End::Disconnected,
            NoAnswer::Malformed(_) => End::Unreadable { body: None },
            NoAnswer::Unreachable(_) => End::Gone,
        };
        match call.ended(end) {
            Some(answer) => made(&answer, accepts, &HeaderMap::new()),
            None => unanswered(&call.id.to_value(), no_answer),
        }
    }

    async fn answered(
        &self,
        response: Response<Body>,
        call: Call,
        cancel: Option<Request<Full<Bytes>>>,
        (accepts, view): (Accepts, Arc<View>),
        open: Option<Held>,
    ) -> Reply {
        let (head, body) = response.into_parts();
        let limit = self.workshop.settings.now().limits.message;
        let is_fault =
            head.status == StatusCode::TOO_MANY_REQUESTS || head.status.is_server_error();
        if is_packed(&head.headers) || !(is_fault || head.status.is_success()) {
            call.unread();
            return as_it_came(&head, reply::payload(held(body, open)));
        }
        let kind = media_type(&head.headers);
        if kind == "text/event-stream" && !is_fault {
            let dial = Arc::clone(&self.dial);
            let on_overdue = cancel.map(|cancel| {
                let act: Box<dyn FnOnce() + Send> =
                    Box::new(move || drop(tokio::spawn(cancelled(dial, cancel))));
                act
            });
            let role = Role::Call(Box::new(call));
            let events = PassedEvents::new(body, role, view, limit, on_overdue, open);
            return of_other_length(as_it_came(&head, reply::payload(events)));
        }
        let left = call.patience().saturating_sub(call.sent.elapsed());
        let bytes = match timeout(left, read(body, limit)).await {
            Ok(ReadBody::Whole(bytes)) => bytes,
            Ok(ReadBody::Broken) => {
                // What came of it is lost either way.
                return self.ended(&call, End::Cut, &head, accepts);
            }
            Ok(ReadBody::Oversized) => {
                let limit = in_words(limit);
                let end = End::OverLimit { limit: &limit, is_request: false };
                return self.ended(&call, end, &head, accepts);
            }
            Err(_) => {
                if let Some(cancel) = cancel {
                    tokio::spawn(cancelled(Arc::clone(&self.dial), cancel));
                }
                let after_ms = u64::try_from(call.sent.elapsed().as_millis()).unwrap_or(u64::MAX);
                return self.ended(&call, End::Deadline { after_ms }, &head, accepts);
            }
        };
        let text = std::str::from_utf8(&bytes).ok();
        let answer = match text {
            Some(text) if is_answer(text, is_json(&kind)) => {
                let mended = call.mended(text.trim());
                match mended {
                    Some(mended) => {
                        return in_place(&head, mended.as_bytes(), accepts);
                    }
                    // A status that means failure keeps clients from reading what came with it.
                    None if is_fault && call.counts_as_answered() => {
                        return in_place(&head, &bytes, accepts);
                    }
                    None => None,
                }
            }
            _ if is_fault => call.ended(End::Status {
                status: head.status.as_u16(),
                retry_after_ms: retry_after_ms(&head.headers),
                body: text,
            }),
            Some(text) if text.trim().is_empty() => {
                call.ended(End::Empty { status: head.status.as_u16() })
            }
            body => call.ended(End::Unreadable { body }),
        };
        match answer {
            Some(answer) => made(&answer, accepts, &head.headers),
            None => as_it_came(&head, reply::whole(bytes)),
        }
    }

    #[expect(clippy::unused_self, reason = "it stands beside the others that end a call")]
    fn ended(&self, call: &Call, end: End<'_>, head: &Parts, accepts: Accepts) -> Reply {
        match call.ended(end) {
            Some(answer) => made(&answer, accepts, &head.headers),
            None => reply::empty(StatusCode::BAD_GATEWAY),
        }
    }
}

/// A limit as an answer names it.
pub(super) fn in_words(limit: usize) -> String {
    format!("{} MiB for one message", limit / (1024 * 1024))
}

/// How a body was read.
enum ReadBody {
    Broken,
    Oversized,
    Whole(Bytes),
}

async fn read(mut body: Body, limit: usize) -> ReadBody {
    let mut bytes = Vec::with_capacity(
        body.size_hint()
            .exact()
            .and_then(|length| usize::try_from(length).ok())
            .unwrap_or(0)
            .min(limit)
            .min(SET_ASIDE),
    );
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else { return ReadBody::Broken };
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > limit {
            return ReadBody::Oversized;
        }
        bytes.extend_from_slice(&data);
        make_room(&mut bytes);
    }
    ReadBody::Whole(bytes.into())
}

/// The body whole, or what is to be passed where it cannot be had whole.
pub(super) async fn collected(body: Body, limit: usize) -> Result<Bytes, Payload> {
    let is_small = body.size_hint().upper().is_some_and(|length| length <= limit as u64);
    if !is_small && body.size_hint().lower() > limit as u64 {
        return Err(reply::payload(held(body, None)));
    }
    match read(body, limit).await {
        ReadBody::Whole(bytes) => Ok(bytes),
        ReadBody::Broken | ReadBody::Oversized => Err(reply::broken()),
    }
}

/// Whether a body answers a call: a response, or one that nobody here can read but the client may.
fn is_answer(text: &str, is_json: bool) -> bool {
    let bytes = text.trim().as_bytes();
    // A look builds nothing, however large the answer.
    if let Some(peeked) = peek(bytes) {
        return matches!(peeked.kind, Kind::Response { .. });
    }
    match parse(bytes) {
        Line::Message(message) => matches!(message.kind, message::Kind::Response { .. }),
        Line::Batch(messages) => {
            messages.iter().any(|message| matches!(message.kind, message::Kind::Response { .. }))
        }
        Line::Unreadable { .. } => is_json,
        Line::NotProtocol(_) => false,
    }
}

/// The answer with status and headers as they came.
fn as_it_came(head: &Parts, body: Payload) -> Reply {
    let mut reply = Response::new(body);
    *reply.status_mut() = head.status;
    *reply.headers_mut() = passed(&head.headers);
    reply
}

/// `reply` without the length that it came with.
pub(super) fn of_other_length(mut reply: Reply) -> Reply {
    reply.headers_mut().remove(CONTENT_LENGTH);
    reply
}

/// A message in place of the one that came.
fn in_place(head: &Parts, body: &[u8], accepts: Accepts) -> Reply {
    let mut reply = made_of(body, accepts);
    let kind = reply.headers().get(CONTENT_TYPE).cloned();
    *reply.headers_mut() = passed(&head.headers);
    for name in [CONTENT_LENGTH, CONTENT_ENCODING] {
        reply.headers_mut().remove(name);
    }
    let is_kept = is_json(&media_type(&head.headers)) && accepts.json;
    if let Some(kind) = kind.filter(|_| !is_kept) {
        reply.headers_mut().insert(CONTENT_TYPE, kind);
    }
    reply
}

/// A message of our own, with what the server said of session and time.
fn made(answer: &Value, accepts: Accepts, headers: &HeaderMap) -> Reply {
    let mut reply = made_of(answer.to_string().as_bytes(), accepts);
    for name in [SESSION, RETRY_AFTER.as_str()] {
        if let Some(value) = headers.get(name) {
            reply.headers_mut().insert(
                hyper::header::HeaderName::try_from(name).unwrap_or(RETRY_AFTER),
                value.clone(),
            );
        }
    }
    reply
}

fn made_of(answer: &[u8], accepts: Accepts) -> Reply {
    if accepts.json || !accepts.events {
        return reply::json(StatusCode::OK, answer.to_vec());
    }
    let mut reply = Response::new(reply::whole(event(answer)));
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    reply
}

/// What tells a server of the legacy era that nobody waits for a call; the end of its connection tells one of 2026-07-28.
fn cancellation(onward: &Onward, call: &Call) -> Option<Request<Full<Bytes>>> {
    if call.protocol.is_modern() {
        return None;
    }
    let cancelled = json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": {"requestId": call.id.to_value(), "reason": "timed out"},
    });
    let mut request = Request::new(Full::new(Bytes::from(cancelled.to_string())));
    *request.method_mut() = Method::POST;
    *request.uri_mut() = onward.uri.clone();
    *request.headers_mut() = onward.headers.clone();
    Some(request)
}

async fn cancelled(dial: Arc<Dial>, request: Request<Full<Bytes>>) {
    // Whether the server cares is its own affair.
    if let Ok(response) = dial.send(request).await {
        let _ = timeout(std::time::Duration::from_secs(5), response.into_body().collect()).await;
    }
}

fn protocol_of(request: &Value, headers: &HeaderMap, view: &View) -> ProtocolVersion {
    let told = request
        .pointer("/params/_meta/io.modelcontextprotocol~1protocolVersion")
        .and_then(Value::as_str)
        .and_then(ProtocolVersion::from_name);
    let named = headers.get("mcp-protocol-version").and_then(|value| value.to_str().ok());
    told.or(named.and_then(ProtocolVersion::from_name))
        .or(view.seen().protocol)
        // Without the header (2025-06-18 `basic/transports`, Protocol Version Header).
        .unwrap_or(ProtocolVersion::V2025_03_26)
}

fn retry_after_ms(headers: &HeaderMap) -> Option<u64> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    retry_after::wait_ms(text(RETRY_AFTER)?, text(DATE))
}

/// How much is set aside before a body has come, in bytes.
const SET_ASIDE: usize = 64 * 1024;
