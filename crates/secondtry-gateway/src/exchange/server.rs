//! Lines of the server.

use std::time::Instant;

use secondtry_failure::message::error_code::ErrorCode;
use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::peek::{Id, Kind, peek};
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::repair::RepairName;
use serde_json::Value;

use super::open::Owner;
use super::{Exchange, Note, Step, line_break, trimmed};
use crate::counters::Count;

impl Exchange {
    /// Takes a line of the server, line break included.
    pub fn from_server(&mut self, line: Vec<u8>, now: Instant) -> Vec<Step> {
        self.follow_settings();
        let mut steps = Vec::with_capacity(1);
        self.server_line(line, now, &mut steps);
        steps
    }

    fn server_line(&mut self, line: Vec<u8>, now: Instant, steps: &mut Vec<Step>) {
        let Some(peeked) = peek(&line) else {
            return self.unusual_server_line(line, now, steps);
        };
        match peeked.kind {
            Kind::Request { id, method } => {
                // What nobody has to think about must not put off a deadline: a client may never answer it.
                let takes_time =
                    method.is("elicitation/create") || method.is("sampling/createMessage");
                if let Some(id) = id.to_request_id().filter(|_| takes_time) {
                    self.asked_back.insert(id, now);
                }
                steps.push(Step::ToClient { line, answers: None });
            }
            Kind::Notification { method } => {
                if method.is("notifications/tools/list_changed") {
                    self.tools.forget();
                    self.own.reset_pause();
                } else if method.is("notifications/progress") {
                    self.progressed(peeked.params, now);
                }
                steps.push(Step::ToClient { line, answers: None });
            }
            Kind::Response { id } => {
                let id = id.and_then(Id::to_request_id);
                let is_error = peeked.error.is_some();
                self.response(id.as_ref(), is_error, line, now, steps);
            }
        }
    }

    fn response(
        &mut self,
        id: Option<&RequestId>,
        is_error: bool,
        line: Vec<u8>,
        now: Instant,
        steps: &mut Vec<Step>,
    ) {
        if let Some(own) = id.filter(|id| self.is_own(id) || self.is_replay(id)) {
            let Line::Message(message) = parse(trimmed(&line)) else { return };
            if self.is_own(own) {
                self.own_answered(own, &message.whole, now, steps);
            } else {
                self.replayed(&message.whole, now, steps);
            }
            return;
        }
        if id.is_none() && self.is_about_no_request(is_error, &line) {
            steps.push(Step::ToClient { line, answers: None });
            return;
        }
        match self.open.settle(id, self.is_on(RepairName::Shape)) {
            Owner::Request(id, request) => self.answer(id, *request, line, now, steps),
            Owner::Settled => self.dropped(id, steps),
            Owner::Unknown if self.is_yet_to_go(id) => self.dropped(id, steps),
            Owner::Unknown => steps.push(Step::ToClient { line, answers: None }),
        }
    }

    /// An answer without an id may be meant for a line that the server could not read, or for a notification.
    fn is_about_no_request(&mut self, is_error: bool, line: &[u8]) -> bool {
        if is_error && self.unreadable_asked > 0 {
            self.unreadable_asked -= 1;
            return true;
        }
        let Line::Message(message) = parse(trimmed(line)) else { return true };
        let code = message.whole.pointer("/error/code").and_then(Value::as_i64);
        match message.whole.get("result") {
            Some(result) => result.get("content").is_none(),
            None => code == Some(ErrorCode::METHOD_NOT_FOUND.0),
        }
    }

    /// A batch, or what a full parse alone can tell, or no message at all.
    fn unusual_server_line(&mut self, line: Vec<u8>, now: Instant, steps: &mut Vec<Step>) {
        match parse(trimmed(&line)) {
            Line::Batch(messages) => self.answered_batch(line, messages, now, steps),
            Line::Message(message) => match message.kind {
                secondtry_failure::message::Kind::Response { id } => {
                    let is_error = message.whole.get("error").is_some();
                    self.response(id.as_ref(), is_error, line, now, steps);
                }
                secondtry_failure::message::Kind::Notification { .. }
                | secondtry_failure::message::Kind::Request { .. } => {
                    steps.push(Step::ToClient { line, answers: None });
                }
            },
            Line::Unreadable { id, .. } => match self.open.settle(id.as_ref(), false) {
                // Nobody here can read it; the client may.
                Owner::Request(id, _) => steps.push(Step::ToClient { line, answers: Some(id) }),
                Owner::Settled => self.dropped(id.as_ref(), steps),
                Owner::Unknown if self.is_yet_to_go(id.as_ref()) => {
                    self.dropped(id.as_ref(), steps);
                }
                Owner::Unknown => steps.push(Step::ToClient { line, answers: None }),
            },
            Line::NotProtocol(_) => self.noise(line, now, steps),
        }
    }

    fn noise(&mut self, line: Vec<u8>, now: Instant, steps: &mut Vec<Step>) {
        if !self.is_on(RepairName::Noise) {
            steps.push(Step::ToClient { line, answers: None });
            return;
        }
        if trimmed(&line).is_empty() {
            return;
        }
        let glued = super::noise::glued_answer(trimmed(&line), |id| self.open.has(id));
        self.counters.repaired(&[RepairName::Noise], &[], &["stdout-not-protocol"]);
        let Some(start) = glued else {
            steps.push(Step::Note(Note::Noise(trimmed(&line).to_vec())));
            return;
        };
        let whole = trimmed(&line);
        let noise = whole[..start].to_vec();
        let mut answer = whole[start..].to_vec();
        answer.extend_from_slice(line_break(&line));
        steps.push(Step::Note(Note::Noise(noise)));
        self.server_line(answer, now, steps);
    }

    fn progressed(&mut self, params: Option<&str>, now: Instant) {
        let Some(params) = params else { return };
        let told: Option<Value> = serde_json::from_str(params).ok();
        let token = told.as_ref().and_then(|told| told.get("progressToken"));
        if let Some(token) = token.and_then(RequestId::from_value) {
            let deadline = self.deadline(now);
            self.open.extend(&token, deadline);
        }
    }

    /// An answer that nobody waits for any more.
    pub(super) fn dropped(&mut self, id: Option<&RequestId>, steps: &mut Vec<Step>) {
        self.counters.count(Count::Dropped);
        let id = id.map(ToString::to_string).unwrap_or_default();
        let why = "the request was answered, timed out or was cancelled before";
        steps.push(Step::Note(Note::Dropped { id, why }));
    }
}
