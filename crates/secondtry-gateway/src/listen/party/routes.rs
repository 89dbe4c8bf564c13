//! Which HTTP answer a message of the server belongs to.

use std::collections::{HashMap, VecDeque};

use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::peek::{Kind, peek};
use secondtry_failure::message::request_id::RequestId;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Manner, Waiting};
use crate::listen::member::{member_at, string};
use crate::listen::streams::{Inlet, Message, Refused};

#[cfg(test)]
mod tests;

/// The open answers of one conversation.
pub(super) struct Routes {
    manner: Manner,
    posts: HashMap<u64, Post>,
    /// The posts that wait for an answer under an id, the first come first.
    by_id: HashMap<RequestId, VecDeque<u64>>,
    next_post: u64,
    /// Streams that a client opened to listen, the newest last.
    listeners: Vec<Inlet>,
    /// What came while no stream was open.
    parked: VecDeque<Vec<u8>>,
    parked_bytes: usize,
    /// Messages that were left out since their stream was full.
    left_out: u64,
}

/// A POST whose answer is not complete.
struct Post {
    inlet: Inlet,
    waiting: Vec<Waiting>,
    takes_events: bool,
}

/// What became of a message that answers nothing.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Delivered {
    /// It is on its way, or waits for a stream.
    Taken,
    /// Nobody is there to take it.
    Undeliverable,
}

impl Routes {
    pub(super) fn new(manner: Manner) -> Self {
        Self {
            manner,
            posts: HashMap::new(),
            by_id: HashMap::new(),
            next_post: 0,
            listeners: Vec::new(),
            parked: VecDeque::new(),
            parked_bytes: 0,
            left_out: 0,
        }
    }

    /// Expects the answers to `waiting`.
    pub(super) fn open(&mut self, inlet: Inlet, waiting: Vec<Waiting>, takes_events: bool) {
        let number = self.next_post;
        self.next_post += 1;
        for request in &waiting {
            self.by_id.entry(request.id.clone()).or_default().push_back(number);
        }
        self.posts.insert(number, Post { inlet, waiting, takes_events });
        if takes_events && self.manner == Manner::Session {
            self.unpark();
        }
    }

    /// Sends what the server says of its own accord here from now on.
    pub(super) fn listen(&mut self, inlet: Inlet) {
        self.listeners.retain(|listener| !listener.is_closed());
        if self.listeners.len() >= MOST_LISTENERS {
            self.listeners.remove(0);
        }
        self.listeners.push(inlet);
        self.unpark();
    }

    /// Ends the streams that would never end by themselves.
    pub(super) fn stop_listening(&mut self) {
        self.listeners.clear();
        self.posts.retain(|_, post| !post.waiting.iter().all(|waiting| waiting.is_subscription));
    }

    /// Whether somebody waits for something.
    pub(super) fn is_idle(&self) -> bool {
        self.posts.is_empty() && self.listeners.iter().all(Inlet::is_closed)
    }

    /// Sends the answer to `id` where it is waited for; false where nobody does.
    pub(super) fn answer(&mut self, id: &RequestId, line: Vec<u8>) -> bool {
        let Some((number, request)) = self.take(id) else { return false };
        let is_last = self.posts.get(&number).is_none_or(|post| post.waiting.is_empty());
        let line = request.restored(trimmed_whole(line));
        let post = if is_last { self.posts.remove(&number) } else { None };
        let Some(post) = post.as_ref().or_else(|| self.posts.get(&number)) else { return false };
        post.inlet.put(Message { line, is_answer: true, is_last }).is_ok()
    }

    /// Sends a batch of the server, as one message, to whoever waits for the first of its answers. Among strangers each
    /// gets its own.
    pub(super) fn answer_batch(&mut self, line: &[u8]) -> bool {
        if self.manner == Manner::Shared {
            return self.answer_each(line);
        }
        let Line::Batch(messages) = parse(trimmed(line)) else { return false };
        let mut owner = None;
        for message in messages {
            let secondtry_failure::message::Kind::Response { id: Some(id) } = message.kind else {
                continue;
            };
            if let Some((number, _)) = self.take(&id) {
                owner = owner.or(Some(number));
            }
        }
        let Some(number) = owner else { return false };
        let is_last = self.posts.get(&number).is_none_or(|post| post.waiting.is_empty());
        let line = trimmed(line).to_vec();
        let is_put = self
            .posts
            .get(&number)
            .is_some_and(|post| post.inlet.put(Message { line, is_answer: true, is_last }).is_ok());
        self.posts.retain(|_, post| !post.waiting.is_empty());
        is_put
    }

    fn answer_each(&mut self, batch: &[u8]) -> bool {
        let Ok(messages) = serde_json::from_slice::<Vec<&RawValue>>(batch) else { return false };
        for message in messages {
            let line = message.get().as_bytes();
            match peek(line).map(|peeked| peeked.kind) {
                Some(Kind::Response { id: Some(id) }) => {
                    if let Some(id) = id.to_request_id() {
                        self.answer(&id, line.to_vec());
                    }
                }
                Some(Kind::Notification { .. }) => _ = self.deliver_tagged(line),
                Some(Kind::Request { .. } | Kind::Response { id: None }) | None => (),
            }
        }
        true
    }

    /// Waits for the answer to `id` no longer.
    pub(super) fn forget(&mut self, id: &RequestId) {
        if let Some((number, _)) = self.take(id)
            && self.posts.get(&number).is_some_and(|post| post.waiting.is_empty())
        {
            self.posts.remove(&number);
        }
    }

    /// Sends on a request or a notification of the server.
    pub(super) fn deliver(&mut self, line: &[u8]) -> Delivered {
        match self.manner {
            Manner::Session => self.deliver_in_session(line),
            Manner::Shared => self.deliver_tagged(line),
        }
    }

    fn deliver_in_session(&mut self, line: &[u8]) -> Delivered {
        let line = trimmed(line);
        if let Some(post) = progress_token(line).and_then(|token| self.post_of_token(&token)) {
            return self.put(&post, line);
        }
        while let Some(listener) = self.listeners.last() {
            let message = Message { line: line.to_vec(), is_answer: false, is_last: false };
            match listener.put(message) {
                Ok(()) => return Delivered::Taken,
                Err(Refused::Gone) => _ = self.listeners.pop(),
                Err(Refused::Full) => {
                    self.left_out += 1;
                    return Delivered::Undeliverable;
                }
            }
        }
        let open = self.posts.iter().filter(|(_, post)| post.takes_events && !post.is_gone());
        let newest = open.max_by_key(|(number, _)| **number).map(|(_, post)| post.inlet.clone());
        if let Some(inlet) = newest {
            return self.put(&inlet, line);
        }
        if self.parked.len() >= MOST_PARKED || self.parked_bytes + line.len() > MOST_PARKED_BYTES {
            self.left_out += 1;
            return Delivered::Undeliverable;
        }
        self.parked_bytes += line.len();
        self.parked.push_back(line.to_vec());
        Delivered::Taken
    }

    /// To the one request that the message says it belongs to, or that alone can be meant.
    fn deliver_tagged(&mut self, line: &[u8]) -> Delivered {
        let line = trimmed(line);
        let token = progress_token(line);
        let subscription = if token.is_none() { subscription(line) } else { None };
        let is_meant = |waiting: &Waiting| match (&token, &subscription) {
            (Some(token), _) => waiting.token.as_ref() == Some(token),
            (None, Some(id)) => waiting.id == *id,
            (None, None) => waiting.wants_log,
        };
        let mut meant = self.posts.values().filter_map(|post| {
            let request = post.waiting.iter().find(|waiting| is_meant(waiting))?;
            Some((&post.inlet, request, post.takes_events))
        });
        let (Some((inlet, request, true)), None) = (meant.next(), meant.next()) else {
            self.left_out += 1;
            return Delivered::Undeliverable;
        };
        let line = request.restored(line.to_vec());
        match inlet.put(Message { line, is_answer: false, is_last: false }) {
            Ok(()) => Delivered::Taken,
            Err(Refused::Full | Refused::Gone) => Delivered::Undeliverable,
        }
    }

    fn put(&mut self, inlet: &Inlet, line: &[u8]) -> Delivered {
        match inlet.put(Message { line: line.to_vec(), is_answer: false, is_last: false }) {
            Ok(()) => Delivered::Taken,
            Err(Refused::Full | Refused::Gone) => {
                self.left_out += 1;
                Delivered::Undeliverable
            }
        }
    }

    fn post_of_token(&self, token: &RequestId) -> Option<Inlet> {
        let asked = |post: &&Post| {
            post.takes_events
                && post.waiting.iter().any(|waiting| waiting.token.as_ref() == Some(token))
        };
        self.posts.values().find(asked).map(|post| post.inlet.clone())
    }

    fn unpark(&mut self) {
        self.parked_bytes = 0;
        for line in std::mem::take(&mut self.parked) {
            self.deliver_in_session(&line);
        }
    }

    /// Takes out the request of this id that came first, and the number of its post.
    fn take(&mut self, id: &RequestId) -> Option<(u64, Waiting)> {
        let queue = self.by_id.get_mut(id)?;
        let number = queue.pop_front()?;
        if queue.is_empty() {
            self.by_id.remove(id);
        }
        let post = self.posts.get_mut(&number)?;
        let place = post.waiting.iter().position(|waiting| waiting.id == *id)?;
        Some((number, post.waiting.remove(place)))
    }
}

impl Post {
    fn is_gone(&self) -> bool {
        self.inlet.is_closed()
    }
}

fn progress_token(line: &[u8]) -> Option<RequestId> {
    let peeked = peek(line)?;
    let Kind::Notification { method } = peeked.kind else { return None };
    if !method.is("notifications/progress") {
        return None;
    }
    read_id(member_at(peeked.params?, &["progressToken"])?)
}

fn subscription(line: &[u8]) -> Option<RequestId> {
    let params = peek(line)?.params?;
    read_id(member_at(params, &["_meta", SUBSCRIPTION])?)
}

/// An id or a token as the wire writes it.
pub(in crate::listen) fn read_id(json: &str) -> Option<RequestId> {
    match string(json) {
        Some(text) => Some(RequestId::String(text.into_owned())),
        None => RequestId::from_value(&serde_json::from_str::<Value>(json).ok()?),
    }
}

/// The same without a copy of it.
fn trimmed_whole(mut line: Vec<u8>) -> Vec<u8> {
    line.truncate(line.trim_ascii_end().len());
    let start = line.len() - line.trim_ascii_start().len();
    line.drain(..start);
    line
}

fn trimmed(line: &[u8]) -> &[u8] {
    line.trim_ascii()
}

/// What ties a notification to a `subscriptions/listen` (2026-07-28 `basic/utilities/subscriptions`).
pub(super) const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// How many streams one client may listen on; the oldest ends when there is one more.
const MOST_LISTENERS: usize = 4;

/// How much waits for a stream to be opened.
const MOST_PARKED: usize = 256;
const MOST_PARKED_BYTES: usize = 1024 * 1024;
