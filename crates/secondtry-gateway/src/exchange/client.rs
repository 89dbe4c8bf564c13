//! Lines of the client.

use std::time::Instant;

use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::peek::{Id, Kind, peek};
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::message::{self, Message};
use secondtry_failure::repair::{KnownCall, RepairName, coerce_arguments, refuse_arguments};
use serde_json::{Value, json};

use super::mend::Mending;
use super::open::{Method, Request};
use super::own_list::HeldCall;
use super::splice::spliced;
use super::{Exchange, ServerState, Step, line_break, line_of, trimmed};
use crate::spans::{Account, CallEnd};

impl Exchange {
    /// Takes a line of the client, line break included.
    pub fn from_client(&mut self, line: Vec<u8>, now: Instant) -> Vec<Step> {
        self.follow_settings();
        let mut steps = Vec::with_capacity(1);
        self.client_line(line, now, &mut steps);
        steps
    }

    fn client_line(&mut self, line: Vec<u8>, now: Instant, steps: &mut Vec<Step>) {
        if trimmed(&line).is_empty() && !self.is_up() {
            return;
        }
        let Some(peeked) = peek(&line) else {
            return self.unusual_client_line(line, now, steps);
        };
        match peeked.kind {
            Kind::Request { id, method } => {
                let is_call = method.is("tools/call");
                let Some(id) = id.to_request_id() else {
                    return self.pass(line, now, steps);
                };
                if !self.is_up() {
                    return self.wait(line, now, steps);
                }
                if is_call
                    && line.len() <= self.settings.limits.judged_call
                    && let Line::Message(message) = parse(trimmed(&line))
                {
                    let call = HeldCall { line, request: message.whole, id };
                    return self.tool_called(call, now, steps);
                }
                let method = method.decode().into_owned();
                let params = peeked.params.map(str::to_owned);
                self.pass_request(id, &method, params.as_deref(), line, now, steps);
            }
            Kind::Notification { method } => {
                if method.is("notifications/cancelled") {
                    return self.client_cancelled(line, now, steps);
                }
                if method.is("notifications/initialized") {
                    self.handshake.is_initialized = true;
                }
                self.pass(line, now, steps);
            }
            Kind::Response { id } => {
                if let Some(came) =
                    id.and_then(Id::to_request_id).and_then(|id| self.asked_back.remove(&id))
                    && self.asked_back.is_empty()
                {
                    self.open.put_off(now.saturating_duration_since(came));
                }
                // What a server asked that is gone has no other to answer to.
                if self.is_up() {
                    steps.push(Step::ToServer(line));
                }
            }
        }
    }

    /// A batch, or what a full parse alone can tell, or no message at all.
    fn unusual_client_line(&mut self, line: Vec<u8>, now: Instant, steps: &mut Vec<Step>) {
        if !self.is_up() {
            return self.wait(line, now, steps);
        }
        match parse(trimmed(&line)) {
            Line::Batch(messages) => self.open_batch(messages, now),
            Line::Message(message) => {
                if let message::Kind::Request { id, method } = message.kind {
                    if method == "tools/call" {
                        let call = HeldCall { line, request: message.whole, id };
                        return self.tool_called(call, now, steps);
                    }
                    let params = message.whole.get("params").map(Value::to_string);
                    return self.pass_request(id, &method, params.as_deref(), line, now, steps);
                }
            }
            Line::NotProtocol(_) | Line::Unreadable { .. } => {
                self.unreadable_asked = self.unreadable_asked.saturating_add(1);
            }
        }
        steps.push(Step::ToServer(line));
    }

    /// Notes a request that is not judged, and passes it on.
    fn pass_request(
        &mut self,
        id: RequestId,
        method: &str,
        params: Option<&str>,
        line: Vec<u8>,
        now: Instant,
        steps: &mut Vec<Step>,
    ) {
        let read = |text: &str| match parse(&wrapped(text)) {
            Line::Message(message) => message.whole["params"].clone(),
            _ => Value::Null,
        };
        // These go on for as long as the client wants.
        let is_endless = matches!(method, "subscriptions/listen" | "tasks/result");
        if method == "initialize" {
            self.handshake.is_open = true;
        }
        let (method, whole) = match method {
            "initialize" => (Method::Initialize, envelope(&id, method, params.map(read))),
            "server/discover" => (Method::Discover, envelope(&id, method, None)),
            "tools/list" => {
                let params = params.map(read).unwrap_or_default();
                let cursor = params.get("cursor").and_then(Value::as_str).map(str::to_owned);
                (Method::ListTools(cursor), envelope(&id, method, None))
            }
            // Of a call that is too large to be judged, its own words are not needed.
            "tools/call" => (Method::CallTool, envelope(&id, method, Some(json!({"name": ""})))),
            _ => (Method::Other, envelope(&id, method, None)),
        };
        let request = Request {
            protocol: self.protocol_of(&whole),
            method,
            whole,
            tool: None,
            has_list: false,
            sent: now,
            deadline: if is_endless { None } else { self.deadline(now) },
            progress_token: None,
            is_coerced: false,
            twins: 0,
            order: 0,
        };
        self.open.add(id, request);
        steps.push(Step::ToServer(line));
    }

    /// A `tools/call` that was read whole: on at once, or as soon as the list of tools is there.
    fn tool_called(&mut self, call: HeldCall, now: Instant, steps: &mut Vec<Step>) {
        let wants_list =
            call.request.pointer("/params/name").is_some() && !self.can_decide(&call, now);
        let call = if wants_list {
            match self.hold(call, now, steps) {
                Ok(()) => return,
                Err(call) => call,
            }
        } else {
            call
        };
        self.call_tool(call, now, steps);
    }

    /// Whether the list at hand tells what becomes of `call`. One whose time is over suffices to let it pass, not to refuse
    /// it: so a call that is right never waits, however short the time that the server gives its list.
    fn can_decide(&self, call: &HeldCall, now: Instant) -> bool {
        if self.tools.is_fresh(now) || !self.tools.is_read() {
            return self.tools.is_fresh(now);
        }
        let name = call.request.pointer("/params/name").and_then(Value::as_str);
        let Some(tool) = name.and_then(|name| self.tools.get(name)) else { return true };
        let known = KnownCall {
            request: &call.request,
            tool: Some(tool.listed()),
            has_list: true,
            protocol: self.protocol_of(&call.request),
            elapsed_ms: None,
        };
        refuse_arguments(&known, &self.settings.repairs).is_none()
            && coerce_arguments(&known, &self.settings.repairs).is_none()
    }

    /// Answers a call whose arguments are wrong beyond doubt; passes any other on.
    pub(super) fn call_tool(&mut self, call: HeldCall, now: Instant, steps: &mut Vec<Step>) {
        let HeldCall { mut line, request, id } = call;
        if !self.is_up() {
            return self.wait(line, now, steps);
        }
        let counters = std::sync::Arc::clone(&self.counters);
        self.recovery.called(&id, &request, &counters);
        let has_list = self.tools.is_fresh(now);
        let name = request.pointer("/params/name").and_then(Value::as_str);
        // An old definition still explains a failure.
        let tool = name.filter(|_| self.tools.is_read()).and_then(|name| self.tools.get(name));
        let protocol = self.protocol_of(&request);
        let known = KnownCall {
            request: &request,
            tool: tool.as_ref().map(super::tool_list::KnownTool::listed),
            has_list,
            protocol,
            elapsed_ms: None,
        };
        let may_judge = has_list || tool.is_none();
        let coerced = coerce_arguments(&known, &self.settings.repairs).filter(|_| may_judge);
        let is_coerced = coerced.is_some();
        if let Some(coerced) = coerced {
            counters.repaired(&[RepairName::Coercion], &[], &[]);
            if let Ok(text) = std::str::from_utf8(trimmed(&line)) {
                let ending = line_break(&line).to_vec();
                line = spliced(text, &request, &coerced).into_bytes();
                line.extend_from_slice(&ending);
            }
        } else if may_judge && let Some(answer) = self.refused(&known) {
            self.recovery.told(&id, &request, true, &counters);
            self.open.close(&id);
            steps.push(Step::ToClient { line: line_of(&answer), answers: Some(id) });
            return;
        }
        let token = request.pointer("/params/_meta/progressToken");
        let waiting = Request {
            progress_token: token.and_then(RequestId::from_value),
            method: Method::CallTool,
            tool,
            has_list,
            protocol,
            sent: now,
            deadline: self.deadline(now),
            is_coerced,
            twins: 0,
            order: 0,
            whole: request,
        };
        self.open.add(id, waiting);
        steps.push(Step::ToServer(line));
    }

    /// The answer to a call that is not to reach the server.
    fn refused(&mut self, known: &KnownCall<'_>) -> Option<Value> {
        let mut mending = Mending {
            settings: &self.settings,
            counters: &self.counters,
            repetitions: Some(&mut self.repetitions),
            account: Account::default(),
        };
        let answer = mending.refuse(known)?;
        self.counters.call_ended(known, CallEnd::Refused, mending.account);
        Some(answer)
    }

    fn client_cancelled(&mut self, line: Vec<u8>, now: Instant, steps: &mut Vec<Step>) {
        let id = match parse(trimmed(&line)) {
            Line::Message(message) => {
                message.whole.pointer("/params/requestId").and_then(RequestId::from_value)
            }
            _ => None,
        };
        let Some(id) = id else { return self.pass(line, now, steps) };
        // A call that waits here has not reached the server, and neither does its cancellation.
        if self.own.take(&id).is_some() {
            return;
        }
        let before = self.waiting.len();
        self.waiting.retain(|waiting| !is_request_of(waiting, &id));
        if self.waiting.len() < before {
            return;
        }
        let given_up = self.open.give_up(&id);
        if let Some(request) = given_up.filter(|open| open.method == Method::CallTool) {
            let known = request.known(now);
            self.counters.call_ended(&known, CallEnd::Cancelled, request.account());
        }
        self.recovery.cancelled(&id);
        if self.is_up() {
            steps.push(Step::ToServer(line));
        }
    }

    /// A request of the client that is over the limit: its start and its length.
    pub fn oversized_from_client(&mut self, start: &[u8], now: Instant) -> Vec<Step> {
        let mut steps = Vec::new();
        self.refuse_oversized(start, now, &mut steps);
        steps
    }

    pub(super) fn is_up(&self) -> bool {
        self.server == ServerState::Up
    }

    /// Whether the request `id` waits here, so that no server can have answered it.
    pub(super) fn is_yet_to_go(&self, id: Option<&RequestId>) -> bool {
        let Some(id) = id else { return false };
        self.own.holds(id) || self.waiting.iter().any(|waiting| asks(waiting, id))
    }

    fn pass(&mut self, line: Vec<u8>, now: Instant, steps: &mut Vec<Step>) {
        if self.is_up() {
            steps.push(Step::ToServer(line));
        } else if self.server != ServerState::Gone {
            self.wait(line, now, steps);
        }
    }
}

/// Whether `line` asks something under `id`, alone or in a batch.
fn asks(line: &[u8], id: &RequestId) -> bool {
    let asks = |message: Message| match message.kind {
        message::Kind::Request { id: found, .. } => found == *id,
        message::Kind::Notification { .. } | message::Kind::Response { .. } => false,
    };
    if is_request_of(line, id) {
        return true;
    }
    match parse(trimmed(line)) {
        Line::Batch(messages) => messages.into_iter().any(asks),
        Line::Message(message) => asks(message),
        Line::NotProtocol(_) | Line::Unreadable { .. } => false,
    }
}

fn is_request_of(line: &[u8], id: &RequestId) -> bool {
    matches!(
        peek(line).map(|peeked| peeked.kind),
        Some(Kind::Request { id: found, .. }) if found.to_request_id().as_ref() == Some(id)
    )
}

/// Params as a message that the parser takes.
fn wrapped(params: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","method":"m","params":{params}}}"#).into_bytes()
}

/// As much of a request as is needed to answer it.
pub(super) fn envelope(id: &RequestId, method: &str, params: Option<Value>) -> Value {
    let mut request = json!({"jsonrpc": "2.0", "id": id.to_value(), "method": method});
    if let Some(params) = params {
        request["params"] = params;
    }
    request
}
