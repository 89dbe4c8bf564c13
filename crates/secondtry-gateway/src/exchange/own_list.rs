//! The wrapper's own `tools/list`, asked when a call comes before the client has read the list, and the calls that wait
//! for it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use secondtry_failure::message::request_id::RequestId;
use serde_json::{Map, Value, json};

use super::tool_list::Page;
use super::{Exchange, Step, line_of};

/// The wrapper's own request, if one is open, and what waits for its answer.
#[derive(Debug, Default)]
pub(crate) struct OwnList {
    asked: u64,
    open: Option<Asked>,
    held: VecDeque<HeldCall>,
    /// Until then it is not asked again: it failed, or came too late.
    not_before: Option<Instant>,
}

#[derive(Debug)]
struct Asked {
    id: RequestId,
    cursor: Option<String>,
    until: Instant,
    meta: Option<Value>,
}

/// A call that waits for the list.
#[derive(Debug)]
pub(crate) struct HeldCall {
    /// As it came.
    pub(crate) line: Vec<u8>,
    /// As it was read.
    pub(crate) request: Value,
    /// Its id.
    pub(crate) id: RequestId,
}

impl OwnList {
    /// When to go on without the list.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.open.as_ref().map(|asked| asked.until)
    }

    /// Goes on without the list.
    pub(crate) fn give_up(&mut self, now: Instant) {
        self.open = None;
        self.not_before = now.checked_add(PAUSE);
    }

    /// Forgets what an earlier server was asked.
    pub(crate) fn reset(&mut self) {
        self.open = None;
        self.not_before = None;
    }

    /// It may be asked again at once: the tools have changed.
    pub(crate) fn reset_pause(&mut self) {
        self.not_before = None;
    }

    /// Whether nothing waits.
    pub(crate) fn is_idle(&self) -> bool {
        self.held.is_empty()
    }

    /// Whether calls are held at this moment.
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Whether the call of this id is held.
    pub(crate) fn holds(&self, id: &RequestId) -> bool {
        self.held.iter().any(|held| held.id == *id)
    }

    /// Takes out the held call of this id.
    pub(crate) fn take(&mut self, id: &RequestId) -> Option<HeldCall> {
        let place = self.held.iter().position(|held| held.id == *id)?;
        self.held.remove(place)
    }

    /// Takes out all held calls.
    pub(crate) fn take_all(&mut self) -> VecDeque<HeldCall> {
        std::mem::take(&mut self.held)
    }

    /// Whether `id` is that of the request that is open.
    pub(crate) fn waits_for(&self, id: &RequestId) -> bool {
        self.open.as_ref().is_some_and(|asked| asked.id == *id)
    }
}

impl Exchange {
    /// Whether `id` is that of the wrapper's own request, now or before. A client that is such a wrapper, too, uses the
    /// same ids.
    pub(super) fn is_own(&self, id: &RequestId) -> bool {
        let is_alike = matches!(id, RequestId::String(text) if text.starts_with(OWN_ID));
        is_alike && !self.open.has(id)
    }

    /// Holds `call` and asks for the list; gives it back where the list cannot be had.
    pub(super) fn hold(
        &mut self,
        call: HeldCall,
        now: Instant,
        steps: &mut Vec<Step>,
    ) -> Result<(), HeldCall> {
        let handshake = &self.handshake;
        // A client that does not wait for the handshake is not waited for either.
        let can_ask =
            handshake.has_tools || handshake.is_open || self.protocol_of(&call.request).is_modern();
        let is_pausing = self.own.not_before.is_some_and(|until| now < until);
        if !self.own.is_open() {
            if !can_ask || is_pausing {
                return Err(call);
            }
            let Some(until) = now.checked_add(self.settings.limits.list_wait) else {
                return Err(call);
            };
            let meta = call.request.pointer("/params/_meta").map(without_progress);
            self.ask_list(None, meta, until, steps);
        }
        self.own.held.push_back(call);
        Ok(())
    }

    fn ask_list(
        &mut self,
        cursor: Option<String>,
        meta: Option<Value>,
        until: Instant,
        steps: &mut Vec<Step>,
    ) {
        let id = loop {
            self.own.asked += 1;
            let id = RequestId::String(format!("{OWN_ID}{}", self.own.asked));
            if !self.open.has(&id) {
                break id;
            }
        };
        let mut params = Map::new();
        if let Some(cursor) = &cursor {
            params.insert("cursor".into(), cursor.as_str().into());
        }
        if let Some(meta) = &meta {
            params.insert("_meta".into(), meta.clone());
        }
        let request = json!({"jsonrpc": "2.0", "id": id.to_value(), "method": "tools/list", "params": params});
        steps.push(Step::ToServer(line_of(&request)));
        self.own.open = Some(Asked { id, cursor, until, meta });
    }

    /// Takes an answer to the wrapper's own request.
    pub(super) fn own_answered(
        &mut self,
        id: &RequestId,
        answer: &Value,
        now: Instant,
        steps: &mut Vec<Step>,
    ) {
        let Some(asked) = self.own.open.take_if(|asked| asked.id == *id) else { return };
        match self.tools.take(asked.cursor.as_deref(), &answer["result"], now) {
            Page::Last => self.own.not_before = None,
            Page::More(cursor) => {
                return self.ask_list(Some(cursor), asked.meta, asked.until, steps);
            }
            Page::Unusable => self.own.not_before = now.checked_add(PAUSE),
        }
        self.release(now, steps);
    }

    /// Lets the held calls go on.
    pub(super) fn release(&mut self, now: Instant, steps: &mut Vec<Step>) {
        for held in self.own.take_all() {
            self.call_tool(held, now, steps);
        }
    }
}

/// The `_meta` of a request for another one: its progress token belongs to that one alone.
fn without_progress(meta: &Value) -> Value {
    let mut meta = meta.clone();
    if let Some(members) = meta.as_object_mut() {
        members.remove("progressToken");
    }
    meta
}

/// How the ids of the wrapper's own requests begin.
const OWN_ID: &str = "secondtry-list-";

/// How long a list that could not be had is not asked for again.
const PAUSE: Duration = Duration::from_secs(60);
