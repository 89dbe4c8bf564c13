//! Carries messages over Streamable HTTP.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::Method;
use serde_json::Value;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout_at};

use super::arrival::Purpose;
use super::conversation::{Conversation, SESSION};
use super::exchange::{Events, GRACE, Holds, Link, Next, holds, is_event_stream};
use super::outgoing::Outgoing;
use super::worker::{Carrier, Opener};
use crate::message::request_id::RequestId;
use crate::transport::Delivery;
use crate::transport::http_answer::{Asking, Cut, HttpFailure};

mod listening;

#[derive(Debug)]
pub(super) struct Streamable {
    link: Link,
    conversation: Mutex<Conversation>,
    /// What listens to the server in the session at hand.
    listener: Mutex<Option<AbortHandle>>,
}

impl Streamable {
    pub(super) fn new(link: Link) -> Self {
        Self { link, conversation: Mutex::default(), listener: Mutex::default() }
    }

    pub(super) fn link(&self) -> &Link {
        &self.link
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
    async fn answer_stream(
        &self,
        asking: &Asking,
        mut events: Events,
        mut learn: impl FnMut(&[u8]),
    ) {
        let mut awaited = asking.ids().len().max(1);
        let mut read_until: Option<Instant> = None;
        loop {
            let next = match read_until {
                None => events.next().await,
                Some(deadline) => match timeout_at(deadline, events.next()).await {
                    Ok(next) => next,
                    Err(_) => return self.link.over(asking),
                },
            };
            match next {
                Next::Event { kind, data } => {
                    if kind.is_some_and(|kind| kind != b"message") {
                        continue;
                    }
                    learn(&data);
                    let is_batch = data.trim_ascii_start().first() == Some(&b'[');
                    if holds(&data) == Holds::Answer {
                        awaited = if is_batch { 0 } else { awaited.saturating_sub(1) };
                    }
                    if awaited == 0 && read_until.is_none() {
                        read_until = Some(Instant::now() + GRACE);
                    }
                    self.link.deliver(asking, Delivery::Line(data)).await;
                }
                Next::Ended(cut) => {
                    if read_until.is_none() {
                        return self.link.fail(asking, HttpFailure::Cut(cut)).await;
                    }
                    return self.link.over(asking);
                }
                Next::Oversized(why) => return self.link.fail(asking, why).await,
            }
        }
    }

    /// The address, and what a request to it is.
    fn to(&self, method: Method) -> (Method, reqwest::Url) {
        (method, self.link.url().clone())
    }
}

impl Carrier for Streamable {
    async fn begin(self: Arc<Self>) {}

    async fn carry(self: Arc<Self>, mut outgoing: Outgoing, mut opener: Option<Opener>) {
        if outgoing.is_initialize() {
            self.stop_listening();
        }
        let headers = self.conversation().headers(&outgoing);
        let is_in_session = headers.contains_key(SESSION);
        let body = std::mem::take(&mut outgoing.body);
        let asking = &outgoing.asking;
        let sent = self.link.send(asking, self.to(Method::POST), headers, body).await;
        let Some(response) = sent else { return };
        self.conversation().learn_session(&outgoing, response.headers());
        if *asking == Asking::Notice && response.status().is_success() {
            let is_begun = outgoing.method.as_deref() == Some("notifications/initialized");
            if is_begun && self.is_legacy() {
                self.start_listening();
            }
            if response.status() == 202 {
                return;
            }
        }
        let is_stream = response.status() == 200 && is_event_stream(&response);
        let mut learn = |data: &[u8]| {
            self.conversation().learn(&outgoing, data);
            if holds(data) == Holds::Answer {
                // The session is there; the stream may go on for a while.
                opener = None;
            }
        };
        if is_stream && *asking != Asking::Notice {
            self.answer_stream(asking, Events::new(response), learn).await;
        } else {
            self.link.whole((asking, is_in_session), response, &mut learn).await;
        }
    }

    async fn resume(self: Arc<Self>, id: RequestId, cut: Cut) {
        sleep(cut.retry_ms.map_or(USUAL_WAIT, Duration::from_millis)).await;
        let headers = self.conversation().listening(cut.last_event_id.as_deref());
        let is_in_session = headers.contains_key(SESSION);
        let asking = Asking::Request(id);
        let sent = self.link.send(&asking, self.to(Method::GET), headers, Vec::new()).await;
        let Some(response) = sent else { return };
        if response.status() != 200 || !is_event_stream(&response) {
            return self.link.whole((&asking, is_in_session), response, |_| ()).await;
        }
        // A stream that is closed again before its next event is taken up at the same place.
        let place = cut.last_event_id.filter(|_| self.link.purpose() == Purpose::Carry);
        self.answer_stream(&asking, Events::behind(response, place), |_| ()).await;
    }

    async fn end(self: Arc<Self>) {
        let Some(headers) = self.conversation().ending() else { return };
        // A server may refuse it (405); either way the conversation is over.
        let _ = self.link.ask(self.to(Method::DELETE), headers, Vec::new()).await;
    }
}

/// How long to wait before a stream is taken up whose server does not say.
const USUAL_WAIT: Duration = Duration::from_secs(1);
