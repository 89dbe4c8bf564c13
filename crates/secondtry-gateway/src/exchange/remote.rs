//! What can only happen with a server that is reached over HTTP: requests fail one by one, sessions are lost, and what
//! answers a request is known by the way it came.

use std::time::{Duration, Instant};

use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::peek::{Id, Kind, peek};
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::message::{self, Message};
use secondtry_failure::repair::End;
use serde_json::json;

use super::open::Method;
use super::splice::spliced;
use super::{Exchange, ServerState, Step, line_of, trimmed};

impl Exchange {
    /// Gives up on a replayed handshake after `limit`.
    pub fn limit_replays(&mut self, limit: Duration) {
        self.handshake.replay_limit = Some(limit);
    }

    /// Whether an answer to `id` is still to come.
    pub fn waits_for(&self, id: &RequestId) -> bool {
        self.open.has(id) || self.own.waits_for(id) || self.is_replay(id)
    }

    /// Whether the revision in force has batches (2025-03-26 `basic/index`, Batching).
    pub fn takes_batches(&self) -> bool {
        self.handshake.protocol == Some(ProtocolVersion::V2025_03_26)
    }

    /// Whether anything is open that is given up some day. Some requests may be open without end, and so may a call while
    /// the server waits for an answer of the client's.
    pub fn has_deadlines(&self) -> bool {
        let has_calls = self.asked_back.is_empty() && self.open.next_deadline().is_some();
        has_calls || !self.own.is_idle() || !self.waiting.is_empty()
    }

    /// The request `id` has ended without an answer of the server.
    pub fn failed(&mut self, id: &RequestId, end: End<'_>, now: Instant) -> Vec<Step> {
        let mut steps = Vec::new();
        if self.own.waits_for(id) {
            self.own.give_up(now);
            self.release(now, &mut steps);
        } else if self.is_replay(id) {
            self.replay_failed(end, now, &mut steps);
        } else if let Some(request) = self.open.remove(id) {
            self.end(id, &request, end, now, &mut steps);
            if request.method == Method::Initialize && passes(end) && self.is_up() {
                self.handshake.owe(request.whole);
                self.server = ServerState::Down { is_called: false };
            }
        }
        steps
    }

    /// Takes a message that came in answer to the request `of`. One answer under a wrong id, or under none, can only be
    /// the answer to that.
    pub fn answered_for(&mut self, of: &RequestId, line: Vec<u8>, now: Instant) -> Vec<Step> {
        let Some(Answering(id)) = answering(&line) else { return self.from_server(line, now) };
        if id.as_ref().is_some_and(|id| id == of || self.waits_for(id)) {
            return self.from_server(line, now);
        }
        if self.waits_for(of)
            && let Line::Message(message) = parse(trimmed(&line))
            && let Ok(text) = std::str::from_utf8(trimmed(&line))
        {
            let mut mended = message.whole.clone();
            mended["id"] = of.to_value();
            let mut line = spliced(text, &message.whole, &mended).into_bytes();
            line.push(b'\n');
            return self.from_server(line, now);
        }
        let mut steps = Vec::new();
        self.dropped(id.as_ref(), &mut steps);
        steps
    }

    /// The server does not know the session in which `id` was asked, and has not run it.
    pub fn session_lost(&mut self, id: &RequestId, now: Instant) -> Vec<Step> {
        let (sent, reopened) = (self.open.sent(id), self.handshake.reopened);
        // What was asked in a session before the one at hand says nothing about this one.
        let is_stale = sent.zip(reopened).is_some_and(|(sent, reopened)| sent < reopened);
        if is_stale || !self.is_up() || !self.handshake.is_begun() {
            return self.failed(id, End::DeadSession, now);
        }
        let mut steps = Vec::new();
        if !self.is_own(id) {
            steps = self.failed(id, End::DeadSession, now);
        }
        self.begin_anew(&mut steps);
        steps
    }

    /// The connection is gone, and with it everything that was asked over it.
    pub fn connection_lost(&mut self, now: Instant) -> Vec<Step> {
        let mut steps = Vec::new();
        if self.server == ServerState::Replaying {
            self.replay_failed(End::Disconnected, now, &mut steps);
        }
        self.end_open(End::Disconnected, now, &mut steps);
        self.begin_anew(&mut steps);
        steps
    }

    /// The conversation is over: whatever is open is answered.
    pub fn closed(&mut self, now: Instant) -> Vec<Step> {
        let mut steps = Vec::new();
        let held = self.own.take_all();
        self.own.reset();
        self.server = ServerState::Gone;
        self.end_open(End::Disconnected, now, &mut steps);
        for line in held.into_iter().map(|held| held.line).chain(std::mem::take(&mut self.waiting))
        {
            self.refuse_gone(&line, now, &mut steps);
        }
        steps
    }

    /// When a replayed handshake is given up.
    pub(super) fn replay_deadline(&self) -> Option<Instant> {
        self.handshake.replay_until.filter(|_| self.server == ServerState::Replaying)
    }

    /// The server has not answered the replayed handshake in time.
    pub(super) fn replay_overdue(&mut self, now: Instant, steps: &mut Vec<Step>) {
        let id = self.handshake.replay_id();
        let after = self.handshake.replay_limit.unwrap_or_default().as_millis();
        let after_ms = u64::try_from(after).unwrap_or(u64::MAX);
        self.replay_failed(End::Deadline { after_ms }, now, steps);
        let cancelled = json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": id.to_value(), "reason": "timed out"},
        });
        steps.push(Step::ToServer(line_of(&cancelled)));
    }

    /// The handshake could not be replayed: what waits for it has not been run, and the next message tries again.
    fn replay_failed(&mut self, end: End<'_>, now: Instant, steps: &mut Vec<Step>) {
        self.server = ServerState::Down { is_called: false };
        for line in std::mem::take(&mut self.waiting) {
            self.refuse(&line, not_run(end), now, steps);
        }
    }

    fn end_open(&mut self, end: End<'_>, now: Instant, steps: &mut Vec<Step>) {
        for (id, request) in self.open.drain() {
            self.end(&id, &request, end, now, steps);
        }
    }

    /// The next message waits until the server is reached anew. What was held has not been sent, and waits at once.
    fn begin_anew(&mut self, steps: &mut Vec<Step>) {
        self.tools.forget();
        self.asked_back.clear();
        let held = self.own.take_all();
        self.own.reset();
        self.waiting.extend(held.into_iter().map(|held| held.line));
        let is_called = !self.waiting.is_empty();
        self.server = ServerState::Down { is_called };
        if is_called {
            steps.push(Step::StartServer);
        }
    }
}

/// An answer, by the id under which it answers something.
struct Answering(Option<RequestId>);

/// `None` where `line` is no answer that can be read.
fn answering(line: &[u8]) -> Option<Answering> {
    if let Some(peeked) = peek(line) {
        return match peeked.kind {
            Kind::Response { id } => Some(Answering(id.and_then(Id::to_request_id))),
            Kind::Notification { .. } | Kind::Request { .. } => None,
        };
    }
    match parse(trimmed(line)) {
        Line::Message(Message { kind: message::Kind::Response { id }, .. }) => Some(Answering(id)),
        Line::Batch(_) | Line::Message(_) | Line::NotProtocol(_) | Line::Unreadable { .. } => None,
    }
}

/// Whether an `initialize` that ended so may well succeed later.
fn passes(end: End<'_>) -> bool {
    match end {
        End::Cut
        | End::Deadline { .. }
        | End::DeadSession
        | End::Disconnected
        | End::Empty { .. }
        | End::Gone => true,
        End::Status { status, .. } => status == 429 || status >= 500,
        End::Exited { .. }
        | End::OverLimit { .. }
        | End::PipeClosed
        | End::Refused { .. }
        | End::Unreadable { .. } => false,
    }
}

/// How what waits ends where the handshake before it ended with `end`: it has not reached the server.
fn not_run(end: End<'_>) -> End<'_> {
    match end {
        End::Refused { .. } => end,
        End::Cut
        | End::Deadline { .. }
        | End::DeadSession
        | End::Disconnected
        | End::Empty { .. }
        | End::Exited { .. }
        | End::Gone
        | End::OverLimit { .. }
        | End::PipeClosed
        | End::Status { .. }
        | End::Unreadable { .. } => End::Gone,
    }
}
