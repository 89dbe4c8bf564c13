//! Batches, legal in 2025-03-26 alone (`basic/index`, Batching): each member is noted by itself, and answers are repaired
//! wherever they stand.

use std::time::Instant;

use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::message::{Kind, Message};
use serde_json::Value;
use serde_json::value::RawValue;

use super::answer::Outcome;
use super::open::{Method, Owner, Request};
use super::{Exchange, Step, line_break, trimmed};

impl Exchange {
    /// Notes the requests of a batch that is passed on as it is.
    pub(super) fn open_batch(&mut self, messages: Vec<Message>, now: Instant) {
        for message in messages {
            let Kind::Request { id, method } = message.kind else { continue };
            let is_call = method == "tools/call";
            let name = message.whole.pointer("/params/name").and_then(Value::as_str);
            let has_list = self.tools.is_fresh(now);
            let tool = name.filter(|_| is_call && has_list).and_then(|name| self.tools.get(name));
            let cursor = message.whole.pointer("/params/cursor").and_then(Value::as_str);
            let token = message.whole.pointer("/params/_meta/progressToken");
            let request = Request {
                method: match method.as_str() {
                    "initialize" => Method::Initialize,
                    "server/discover" => Method::Discover,
                    "tools/call" => Method::CallTool,
                    "tools/list" => Method::ListTools(cursor.map(str::to_owned)),
                    _ => Method::Other,
                },
                tool,
                has_list,
                protocol: self.protocol_of(&message.whole),
                sent: now,
                deadline: self.deadline(now),
                progress_token: token.and_then(RequestId::from_value),
                is_coerced: false,
                twins: 0,
                order: 0,
                whole: message.whole,
            };
            if is_call {
                let counters = std::sync::Arc::clone(&self.counters);
                self.recovery.called(&id, &request.whole, &counters);
            }
            self.open.add(id, request);
        }
    }

    /// Passes on a batch of the server, each answer in it repaired.
    pub(super) fn answered_batch(
        &mut self,
        line: Vec<u8>,
        messages: Vec<Message>,
        now: Instant,
        steps: &mut Vec<Step>,
    ) {
        let text = std::str::from_utf8(trimmed(&line)).unwrap_or_default();
        let Ok(raw) = serde_json::from_str::<Vec<&RawValue>>(text) else { return };
        let mut kept = Vec::new();
        let mut is_changed = false;
        for (message, raw) in messages.into_iter().zip(raw) {
            let Kind::Response { id } = &message.kind else {
                kept.push(raw.get().to_owned());
                continue;
            };
            match self.open.settle(id.as_ref(), false) {
                Owner::Request(id, request) => {
                    match self.outcome(&id, *request, raw.get(), now, steps) {
                        Outcome::AsItCame => kept.push(raw.get().to_owned()),
                        Outcome::Repaired(answer) => {
                            is_changed = true;
                            kept.push(answer);
                        }
                    }
                }
                Owner::Settled => {
                    is_changed = true;
                    self.dropped(id.as_ref(), steps);
                }
                Owner::Unknown if self.is_yet_to_go(id.as_ref()) => {
                    is_changed = true;
                    self.dropped(id.as_ref(), steps);
                }
                Owner::Unknown => kept.push(raw.get().to_owned()),
            }
        }
        if is_changed && kept.is_empty() {
            return;
        }
        let line = if is_changed {
            let mut mended = format!("[{}]", kept.join(",")).into_bytes();
            mended.extend_from_slice(line_break(&line));
            mended
        } else {
            line
        };
        steps.push(Step::ToClient { line, answers: None });
    }
}
