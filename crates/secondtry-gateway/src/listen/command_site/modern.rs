//! 2026-07-28: each request stands alone. All of them share one process, under ids that are unique there.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hyper::{HeaderMap, StatusCode};
use secondtry_failure::message::error_code::ErrorCode;
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::repair::{End, KnownCall, ending_answer};
use serde_json::Value;
use tokio::time::Instant;

use super::CommandSite;
use super::respond::{modern_status, respond};
use crate::listen::accepts::Accepts;
use crate::listen::gauges::Held;
use crate::listen::incoming::{CAPABILITIES, Incoming, IncomingKind, LOG_LEVEL, Request, as_line};
use crate::listen::member::{place_of, replaced};
use crate::listen::mirrored_headers::{mismatch, parameters};
use crate::listen::party::{self, Given, Line, Manner, Posted, Told, Waiting};
use crate::listen::reply::{self, Reply};
use crate::listen::streams::{OnLoss, stream};

impl CommandSite {
    pub(super) async fn post_modern(
        &self,
        headers: &HeaderMap,
        incoming: &Incoming<'_>,
        held: Held,
    ) -> Reply {
        let request = match &incoming.kind {
            IncomingKind::Request(request) => request,
            // A cancellation is the end of its request's stream, and nothing else that a client may say here is known.
            IncomingKind::Notice { .. } => return reply::empty(StatusCode::ACCEPTED),
            IncomingKind::Batch(_) => {
                return reply::error(
                    StatusCode::BAD_REQUEST,
                    &Value::Null,
                    ErrorCode::INVALID_REQUEST,
                    "a body holds one message",
                );
            }
        };
        if let Some((code, said)) = fault(headers, request) {
            return reply::error(StatusCode::BAD_REQUEST, &request.id.to_value(), code, &said);
        }
        let number = self.next_name.fetch_add(1, Ordering::Relaxed);
        let name = number.to_string();
        let id = RequestId::from(number);
        let parts = [Some(request.raw_id), request.raw_token].into_iter().flatten();
        let places = parts.filter_map(|part| place_of(incoming.text, part));
        let line = replaced(incoming.text, places.map(|place| (place, name.as_str())).collect());
        let given =
            Given { id: request.raw_id.to_owned(), token: request.raw_token.map(str::to_owned) };
        let waiting = Waiting {
            id: id.clone(),
            token: request.raw_token.map(|_| id.clone()),
            wants_log: request.meta(LOG_LEVEL).is_some(),
            is_subscription: request.method == "subscriptions/listen",
            given: Some(given),
        };
        let accepts = Accepts::of(headers);
        let (inlet, messages) = stream();
        let posted = Posted {
            line: as_line(line),
            reply: Some((inlet, vec![waiting])),
            takes_events: accepts.events,
            mirrored: (request.method == "tools/call").then(|| parameters(headers)),
        };
        let Some(line) = self.shared_line().filter(|line| line.tell(Told::Posted(posted))) else {
            return gone(incoming);
        };
        let on_loss = OnLoss::new(move || _ = line.tell(Told::Cancelled(id)));
        let method = request.method.clone();
        respond(messages, accepts, held, Some(on_loss), |answer| modern_status(answer, &method))
            .await
    }

    /// The conversation of all, begun if there is none; `None` where it has just ended for good.
    fn shared_line(&self) -> Option<Line> {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = shared.line.as_ref().filter(|line| !line.is_over()) {
            return Some(line.clone());
        }
        let now = Instant::now();
        if shared.begun.is_some_and(|begun| now < begun + PAUSE) {
            return None;
        }
        let means = self.shared_means.clone();
        let line = party::begin(Manner::Shared, means, self.run(), self.alive.clone()).ok()?;
        shared.begun = Some(now);
        shared.line = Some(line.clone());
        Some(line)
    }
}

/// What the specification has a server refuse before it looks at the request.
fn fault(headers: &HeaderMap, request: &Request<'_>) -> Option<(ErrorCode, String)> {
    let named = headers.get("mcp-protocol-version").is_some();
    let Some(version) = &request.version else {
        let said = "params._meta lacks io.modelcontextprotocol/protocolVersion".to_owned();
        return Some((ErrorCode::INVALID_PARAMS, said));
    };
    if let Some(said) = mismatch(headers, &request.method, request.params, version) {
        return Some((ErrorCode::HEADER_MISMATCH, said));
    }
    if named && request.meta(CAPABILITIES).is_none() {
        let said = format!("params._meta lacks {CAPABILITIES}");
        return Some((ErrorCode::INVALID_PARAMS, said));
    }
    None
}

/// The answer where the server has ended for good.
fn gone(incoming: &Incoming<'_>) -> Reply {
    let request = serde_json::from_str(incoming.text).unwrap_or(Value::Null);
    let call = KnownCall {
        request: &request,
        tool: None,
        has_list: false,
        protocol: ProtocolVersion::NEWEST,
        elapsed_ms: None,
    };
    reply::json(StatusCode::OK, ending_answer(End::Gone, &call).to_string())
}

/// A server that has ended for good is not begun with again before this.
const PAUSE: Duration = Duration::from_secs(5);
