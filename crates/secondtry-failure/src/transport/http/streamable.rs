//! Carries messages over Streamable HTTP.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::{Method, Response};
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout_at};

use super::conversation::{Conversation, SESSION};
use super::exchange::{Events, GRACE, Holds, Link, Next, holds, is_event_stream};
use super::outgoing::Outgoing;
use super::worker::Carrier;
use crate::message::request_id::RequestId;
use crate::transport::Delivery;
use crate::transport::http_answer::{Asking, Cut, HttpFailure};

#[derive(Debug)]
pub(super) struct Streamable {
    link: Link,
    conversation: Mutex<Conversation>,
}

impl Streamable {
    pub(super) fn new(link: Link) -> Self {
        Self { link, conversation: Mutex::default() }
    }

    pub(super) fn know_tools(&self, tools: &[Value]) {
        self.conversation().know_tools(tools);
    }

    /// Whether the conversation has begun with `initialize`.
    pub(super) fn is_legacy(&self) -> bool {
        self.conversation().is_legacy()
    }

    /// The conversation so far. No guard lives across an await.
    fn conversation(&self) -> MutexGuard<'_, Conversation> {
        // A panic elsewhere leaves it as good as it was.
        self.conversation.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a stream to its end, or a little way past the answer.
    async fn answer_stream(&self, asking: &Asking, response: Response, learn: impl Fn(&[u8])) {
        let mut events = Events::new(response);
        let mut read_until: Option<Instant> = None;
        loop {
            let next = match read_until {
                None => events.next().await,
                Some(deadline) => match timeout_at(deadline, events.next()).await {
                    Ok(next) => next,
                    Err(_) => return,
                },
            };
            let failed = |why| Delivery::Failed { of: asking.clone(), why };
            match next {
                Next::Event { kind, data } => {
                    if kind.is_some_and(|kind| kind != b"message") {
                        continue;
                    }
                    learn(&data);
                    if holds(&data) == Holds::Answer && read_until.is_none() {
                        read_until = Some(Instant::now() + GRACE);
                    }
                    self.link.deliver(Delivery::Line(data)).await;
                }
                Next::Ended(cut) => {
                    if read_until.is_none() {
                        self.link.deliver(failed(HttpFailure::Cut(cut))).await;
                    }
                    return;
                }
                Next::Oversized(why) => return self.link.deliver(failed(why)).await,
            }
        }
    }

    /// Listens for what the server sends of its own accord, until it ends that. Nobody waits for it, so that an end is
    /// no failure. 2026-07-28 has no such stream.
    async fn listen(self: Arc<Self>) {
        let headers = self.conversation().listening(None);
        let is_in_session = headers.contains_key(SESSION);
        let to = (Method::GET, self.link.url().clone());
        let asking = Asking::Listening;
        let Some(response) = self.link.send(&asking, to, headers, Vec::new()).await else { return };
        if response.status() == 405 {
            return;
        }
        if response.status() != 200 || !is_event_stream(&response) {
            return self.link.whole((&asking, is_in_session), response, |_| ()).await;
        }
        let mut events = Events::new(response);
        while let Next::Event { kind, data } = events.next().await {
            if kind.is_none_or(|kind| kind == b"message") {
                self.link.deliver(Delivery::Line(data)).await;
            }
        }
    }
}

impl Carrier for Streamable {
    async fn begin(self: Arc<Self>) {}

    async fn carry(self: Arc<Self>, mut outgoing: Outgoing) {
        let headers = self.conversation().headers(&outgoing);
        let is_in_session = headers.contains_key(SESSION);
        let to = (Method::POST, self.link.url().clone());
        let body = std::mem::take(&mut outgoing.body);
        let asking = &outgoing.asking;
        let Some(response) = self.link.send(asking, to, headers, body).await else { return };
        self.conversation().learn_session(&outgoing, response.headers());
        if response.status() == 202 && *asking == Asking::Notice {
            let is_begun = outgoing.method.as_deref() == Some("notifications/initialized");
            if is_begun && self.is_legacy() {
                tokio::spawn(Arc::clone(&self).listen());
            }
            return;
        }
        let is_stream = response.status() == 200 && is_event_stream(&response);
        let learn = |data: &[u8]| self.conversation().learn_version(&outgoing, data);
        if is_stream && *asking != Asking::Notice {
            self.answer_stream(asking, response, learn).await;
        } else {
            self.link.whole((asking, is_in_session), response, learn).await;
        }
    }

    async fn resume(self: Arc<Self>, id: RequestId, cut: Cut) {
        sleep(cut.retry_ms.map_or(USUAL_WAIT, Duration::from_millis)).await;
        let headers = self.conversation().listening(cut.last_event_id.as_deref());
        let is_in_session = headers.contains_key(SESSION);
        let to = (Method::GET, self.link.url().clone());
        let asking = Asking::Request(id);
        let Some(response) = self.link.send(&asking, to, headers, Vec::new()).await else { return };
        if response.status() == 200 && is_event_stream(&response) {
            self.answer_stream(&asking, response, |_| ()).await;
        } else {
            self.link.whole((&asking, is_in_session), response, |_| ()).await;
        }
    }

    async fn end(self: Arc<Self>) {
        let Some(headers) = self.conversation().ending() else { return };
        let to = (Method::DELETE, self.link.url().clone());
        // A server may refuse it (405); either way the conversation is over.
        let _ = self.link.send(&Asking::Listening, to, headers, Vec::new()).await;
    }
}

/// How long to wait before a stream is taken up whose server does not say.
const USUAL_WAIT: Duration = Duration::from_secs(1);
