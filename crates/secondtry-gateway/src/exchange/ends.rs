//! Requests that end without an answer of the server: each gets one here.

use std::sync::Arc;
use std::time::Instant;

use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::peek::{First, Id, glance};
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::repair::{End, KnownCall, Mode, RepairName, ending_answer, tell_repetition};
use secondtry_failure::transport::process_end::ProcessEnd;
use serde_json::json;

use super::client::envelope;
use super::open::Request;
use super::{Exchange, Note, Step, line_of, trimmed};
use crate::spans::{Account, CallEnd};

/// What ends every open request.
#[derive(Clone, Copy, Debug)]
pub(super) enum Why {
    /// The server process ended, and is started again or not.
    Exited(ProcessEnd, bool),
    /// The server closed its output.
    PipeClosed,
}

impl Exchange {
    /// Gives each open request its answer.
    pub(super) fn end_all(&mut self, why: Why, now: Instant, steps: &mut Vec<Step>) {
        // What was held has not been sent, and can still be.
        let held = self.own.take_all();
        self.own.reset();
        self.waiting.extend(held.into_iter().map(|held| held.line));
        let end = match why {
            Why::Exited(ProcessEnd { code, signal }, is_restarted) => {
                End::Exited { code, signal, is_restarted }
            }
            Why::PipeClosed => End::PipeClosed,
        };
        for (id, request) in self.open.drain() {
            self.end(&id, &request, end, now, steps);
        }
    }

    /// Ends the calls whose time is up, and tells the server that nobody waits for them.
    pub(super) fn end_overdue(&mut self, now: Instant, steps: &mut Vec<Step>) {
        for (id, request) in self.open.overdue(now) {
            let after = now.saturating_duration_since(request.sent).as_millis();
            let after_ms = u64::try_from(after).unwrap_or(u64::MAX);
            self.end(&id, &request, End::Deadline { after_ms }, now, steps);
            // The revisions forbid to cancel it.
            if request.method == super::open::Method::Initialize {
                continue;
            }
            let cancelled = json!({
                "jsonrpc": "2.0",
                "method": "notifications/cancelled",
                "params": {"requestId": id.to_value(), "reason": "timed out"},
            });
            steps.push(Step::ToServer(line_of(&cancelled)));
        }
    }

    pub(super) fn end(
        &mut self,
        id: &RequestId,
        request: &Request,
        end: End<'_>,
        now: Instant,
        steps: &mut Vec<Step>,
    ) {
        let known = request.known(now);
        let mut account = request.account();
        match self.settings.repairs.mode(RepairName::Ending) {
            Mode::On => (),
            Mode::Observe => {
                self.counters.repaired(&[], &[RepairName::Ending], &[]);
                account.add(&[], &[RepairName::Ending], &[]);
                return self.unanswered(&known, account);
            }
            Mode::Off => return self.unanswered(&known, account),
        }
        let mut answer = ending_answer(end, &known);
        let counters = Arc::clone(&self.counters);
        let rules: &[&'static str] = match end {
            End::Exited { .. } => &["server-exited"],
            _ => &["no-response"],
        };
        counters.repaired(&[RepairName::Ending], &[], rules);
        if known.is_tool_call() {
            let times = self.repetitions.note(&known, &answer);
            if let Some(told) = tell_repetition(&answer, &known, times, &self.settings.repairs) {
                answer = told;
            }
            account.add(&[RepairName::Ending], &[], rules);
            self.unanswered(&known, account);
            self.recovery.told(id, &request.whole, true, &counters);
        }
        self.open.close(id);
        steps.push(Step::ToClient { line: line_of(&answer), answers: Some(id.clone()) });
    }

    fn unanswered(&self, known: &KnownCall<'_>, account: Account) {
        if known.is_tool_call() {
            self.counters.call_ended(known, CallEnd::Unanswered, account);
        }
    }

    /// Answers a request that cannot be handed to the server any more.
    pub(super) fn refuse_gone(&mut self, line: &[u8], now: Instant, steps: &mut Vec<Step>) {
        self.refuse(line, End::Gone, now, steps);
    }

    /// Answers a request that was never handed to the server.
    pub(super) fn refuse(
        &mut self,
        line: &[u8],
        end: End<'_>,
        now: Instant,
        steps: &mut Vec<Step>,
    ) {
        let requests = match parse(trimmed(line)) {
            Line::Batch(messages) => messages,
            Line::Message(message) => vec![message],
            Line::NotProtocol(_) | Line::Unreadable { .. } => return,
        };
        for message in requests {
            let secondtry_failure::message::Kind::Request { id, .. } = message.kind else {
                continue;
            };
            let request = self.bare_request(message.whole, now);
            self.end(&id, &request, end, now, steps);
        }
    }

    /// Answers a request that is over the limit, as far as its start tells what it is.
    pub(super) fn refuse_oversized(&mut self, start: &[u8], now: Instant, steps: &mut Vec<Step>) {
        let seen = glance(start);
        let method = seen.filter(|seen| seen.first == First::Method).and_then(|seen| seen.method);
        let id =
            seen.and_then(|seen| seen.id).and_then(Id::to_request_id).or_else(|| id_within(start));
        let (Some(id), Some(method)) = (id, method) else {
            let said =
                format!("a message of the client was dropped: it is over {}", self.message_limit());
            steps.push(Step::Note(Note::Said(said)));
            return;
        };
        let whole = envelope(&id, &method.decode(), Some(json!({"name": ""})));
        let request = self.bare_request(whole, now);
        let limit = self.message_limit();
        self.end(&id, &request, End::OverLimit { limit: &limit, is_request: true }, now, steps);
    }

    /// An answer of the server is over the limit: its start.
    pub fn oversized_from_server(&mut self, start: &[u8], now: Instant) -> Vec<Step> {
        let mut steps = Vec::new();
        let limit = self.message_limit();
        let id = glance(start).and_then(|seen| seen.id).and_then(Id::to_request_id);
        let id = id.filter(|id| self.open.has(id)).or_else(|| self.open.only());
        let found = id.and_then(|id| Some((id.clone(), self.open.remove(&id)?)));
        if let Some((id, request)) = found {
            let end = End::OverLimit { limit: &limit, is_request: false };
            self.end(&id, &request, end, now, &mut steps);
        } else {
            let said = format!("a message of the server was dropped: it is over {limit}");
            steps.push(Step::Note(Note::Said(said)));
        }
        steps
    }

    fn message_limit(&self) -> String {
        format!("{} MiB for one message", self.settings.limits.message / (1024 * 1024))
    }

    fn bare_request(&self, whole: serde_json::Value, now: Instant) -> Request {
        Request {
            protocol: self.protocol_of(&whole),
            method: super::open::Method::Other,
            whole,
            tool: None,
            has_list: false,
            sent: now,
            deadline: None,
            progress_token: None,
            is_coerced: false,
            twins: 0,
            order: 0,
        }
    }
}

/// The id of a request whose `method` stands before it.
fn id_within(start: &[u8]) -> Option<RequestId> {
    let place = memchr::memmem::find(start, b"\"id\":")?;
    let rest = start.get(place + 5..)?;
    let end = rest.iter().position(|byte| matches!(byte, b',' | b'}'))?;
    let text = std::str::from_utf8(rest.get(..end)?).ok()?;
    RequestId::from_value(&serde_json::from_str(text.trim()).ok()?)
}
