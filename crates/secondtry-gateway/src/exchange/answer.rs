//! An answer of the server to a request that is open.

use std::sync::Arc;
use std::time::Instant;

use secondtry_failure::classify::channel::{Channel, channel_of};
use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::peek::{IsError, Kind, Peek, peek};
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::repair::{KnownCall, RepairName, repair_answer, tell_repetition};
use serde_json::Value;
use serde_json::value::RawValue;

use super::open::{Method, Request};
use super::splice::spliced;
use super::tool_list::KnownTool;
use super::{Exchange, Note, Step, line_break, trimmed};

/// What becomes of an answer.
pub(super) enum Outcome {
    /// It needs no repair.
    AsItCame,
    /// The answer to send, without line break.
    Repaired(String),
}

impl Exchange {
    /// Sends the client its answer to `request`: the line as it came, or repaired.
    pub(super) fn answer(
        &mut self,
        id: RequestId,
        request: Request,
        line: Vec<u8>,
        now: Instant,
        steps: &mut Vec<Step>,
    ) {
        let text = std::str::from_utf8(trimmed(&line)).unwrap_or_default();
        let repaired = match self.outcome(&id, request, text, now, steps) {
            Outcome::AsItCame => None,
            Outcome::Repaired(answer) => {
                let mut mended = answer.into_bytes();
                mended.extend_from_slice(line_break(&line));
                Some(mended)
            }
        };
        steps.push(Step::ToClient { line: repaired.unwrap_or(line), answers: Some(id) });
    }

    /// Learns from an answer, and repairs it where it needs that.
    pub(super) fn outcome(
        &mut self,
        id: &RequestId,
        request: Request,
        text: &str,
        now: Instant,
        steps: &mut Vec<Step>,
    ) -> Outcome {
        self.handshake.answers += 1;
        match &request.method {
            Method::Other => with_id(id, text),
            Method::CallTool => self.call_outcome(id, &request, text, now, steps),
            Method::Discover | Method::Initialize => {
                if let Some(answer) = whole(text)
                    && let Some(result) = answer.get("result")
                {
                    self.handshake.answered(request.whole, result);
                }
                with_id(id, text)
            }
            Method::ListTools(cursor) => {
                if let Some(answer) = whole(text) {
                    self.tools.take(cursor.as_deref(), &answer["result"], now);
                }
                with_id(id, text)
            }
        }
    }

    fn call_outcome(
        &mut self,
        id: &RequestId,
        request: &Request,
        text: &str,
        now: Instant,
        steps: &mut Vec<Step>,
    ) -> Outcome {
        let counters = Arc::clone(&self.counters);
        if text.len() > READ_WHOLE && !self.needs_reading(request, text) {
            self.recovery.told(id, &request.whole, false, &counters);
            return Outcome::AsItCame;
        }
        let Some(before) = whole(text) else {
            self.recovery.told(id, &request.whole, false, &counters);
            return Outcome::AsItCame;
        };
        let elapsed = now.saturating_duration_since(request.sent).as_millis();
        let known = KnownCall {
            request: &request.whole,
            tool: request.tool.as_ref().map(KnownTool::listed),
            has_list: request.has_list,
            protocol: request.protocol,
            elapsed_ms: Some(u64::try_from(elapsed).unwrap_or(u64::MAX)),
        };
        let reference = || self.next_reference();
        let repaired = repair_answer(&before, &known, &self.settings.repairs, &reference);
        let mut after = None;
        if let Some(repaired) = repaired {
            counters.repaired(&repaired.repairs, &repaired.observed, &repaired.rules);
            if let Some(withheld) = repaired.withheld {
                self.references += 1;
                let (reference, text) = (withheld.reference, withheld.text);
                steps.push(Step::Note(Note::Withheld { reference, text }));
            }
            after = repaired.answer;
        }
        let told = after.as_ref().unwrap_or(&before);
        let times = self.repetitions.note(&known, told);
        if let Some(again) = tell_repetition(told, &known, times, &self.settings.repairs) {
            counters.repaired(&[RepairName::Loop], &[], &[]);
            after = Some(again);
        }
        let told = after.as_ref().unwrap_or(&before);
        let failed = !matches!(
            channel_of(told),
            Ok(Channel::Complete | Channel::Extension | Channel::InputRequired)
        );
        self.recovery.told(id, &request.whole, failed, &counters);
        match after {
            Some(after) => Outcome::Repaired(spliced(text, &before, &after)),
            None => Outcome::AsItCame,
        }
    }

    /// Whether a large answer has anything that could need repair. What has not is not built into a tree.
    fn needs_reading(&self, request: &Request, text: &str) -> bool {
        let Some(Peek { error: None, result: Some(result), is_error, .. }) = peek(text.as_bytes())
        else {
            return true;
        };
        if !matches!(is_error, IsError::Absent | IsError::False) {
            return true;
        }
        let checks_output = self.is_on(RepairName::OutputSchema)
            && text.len() <= self.settings.limits.judged_answer
            && request.tool.as_ref().is_some_and(|tool| tool.listed().output.is_some());
        checks_output || !is_well_shaped(result, request.protocol.is_modern())
    }
}

/// An answer that is not looked into: as it came, unless it was paired in spite of its id.
fn with_id(id: &RequestId, text: &str) -> Outcome {
    let is_right = |peeked: Peek<'_>| match peeked.kind {
        Kind::Response { id: Some(found) } => found.to_request_id().as_ref() == Some(id),
        Kind::Notification { .. } | Kind::Request { .. } | Kind::Response { id: None } => false,
    };
    if peek(text.as_bytes()).is_some_and(is_right) {
        return Outcome::AsItCame;
    }
    let Some(before) = whole(text) else { return Outcome::AsItCame };
    let mut after = before.clone();
    after["id"] = id.to_value();
    if after == before {
        Outcome::AsItCame
    } else {
        Outcome::Repaired(spliced(text, &before, &after))
    }
}

/// Whether a result has what strict clients ask of it, as far as its top level tells.
fn is_well_shaped(result: &str, is_modern: bool) -> bool {
    let Ok(members) = serde_json::from_str::<std::collections::HashMap<String, &RawValue>>(result)
    else {
        return false;
    };
    let has_type = match members.get("resultType") {
        Some(kind) => kind.get().starts_with('"'),
        None => !is_modern,
    };
    has_type && members.get("content").is_some_and(|content| content.get().starts_with('['))
}

/// The answer as a tree.
fn whole(text: &str) -> Option<Value> {
    match parse(text.as_bytes()) {
        Line::Message(message) => Some(message.whole),
        Line::Batch(_) | Line::NotProtocol(_) | Line::Unreadable { .. } => None,
    }
}

/// A shorter answer is always read whole, in bytes: that costs less than to look twice.
const READ_WHOLE: usize = 64 * 1024;
