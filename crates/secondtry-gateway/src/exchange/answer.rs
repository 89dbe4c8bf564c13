//! An answer of the server to a request that is open.

use std::sync::Arc;
use std::time::Instant;

use secondtry_failure::message::peek::{Kind, Peek, peek};
use secondtry_failure::message::request_id::RequestId;

use super::mend::{Mending, whole};
use super::open::{Method, Request};
use super::splice::spliced;
use super::{Exchange, Step, line_break, reference, trimmed};
use crate::spans::CallEnd;

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
        let settings = Arc::clone(&self.settings);
        let known = request.known(now);
        let (run, number) = (self.run, self.references + 1);
        let mut mending = Mending {
            settings: &settings,
            counters: &counters,
            repetitions: Some(&mut self.repetitions),
            account: request.account(),
        };
        let mended = mending.mend(text, &known, &|| reference(run, number));
        let end = if mended.failed { CallEnd::Failed } else { CallEnd::Worked };
        counters.call_ended(&known, end, mending.account);
        if let Some(note) = mended.note {
            self.references += 1;
            steps.push(Step::Note(note));
        }
        self.recovery.told(id, &request.whole, mended.failed, &counters);
        mended.answer.map_or(Outcome::AsItCame, Outcome::Repaired)
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
