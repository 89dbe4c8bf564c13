//! HTTP+SSE, the transport of 2024-11-05: one event stream from the server, and POSTs to the address that it names.
//!
//! Source: 2024-11-05 `basic/transports`, HTTP with SSE.

use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Method, Url};
use tokio::sync::watch;

use super::http::arrival::{Arrivals, Purpose, Sender};
use super::http::exchange::{Events, Link, Next, is_event_stream};
use super::http::outbox::Deliveries;
use super::http::outgoing::Outgoing;
use super::http::worker::{Carrier, Opener, Worker};
use super::http::{HttpServer, OpenError, not_sent};
use super::http_answer::{Asking, Cut, HttpFailure};
use super::{Delivery, SendError, Transport};
use crate::message::parse::{Line, parse};
use crate::message::request_id::RequestId;
use crate::message::{Kind, Message};

#[cfg(test)]
mod tests;

/// A connection to a server of 2024-11-05.
#[derive(Debug)]
pub struct SseConnection {
    worker: Worker<EventChannel>,
    deliveries: Deliveries,
}

/// Why there is no such connection.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SseError {
    /// The address answers otherwise than with an event stream that names an endpoint.
    #[error("no event stream that names an endpoint: {0}")]
    NoEndpoint(String),
    /// The client could not be set up.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// No endpoint was named in time.
    #[error("no event stream that names an endpoint within {after_ms} ms")]
    Silent {
        /// The deadline.
        after_ms: u128,
    },
}

impl SseConnection {
    /// Opens the event stream of `server`, and waits at most `limit` for the endpoint that it names.
    pub fn open(server: &HttpServer, limit: Duration) -> Result<Self, SseError> {
        Self::opened(server, limit, Purpose::Watch)
    }

    /// The same, in two halves that carry the messages of others. The connection is over when an [`Arrival::Over`] of
    /// [`Asking::Listening`] arrives.
    ///
    /// [`Arrival::Over`]: super::http::Arrival::Over
    pub fn open_in_halves(
        server: &HttpServer,
        limit: Duration,
    ) -> Result<(Arc<dyn Sender>, Arrivals), SseError> {
        let Self { worker, deliveries } = Self::opened(server, limit, Purpose::Carry)?;
        Ok((Arc::new(worker), Arrivals(deliveries)))
    }

    fn opened(server: &HttpServer, limit: Duration, purpose: Purpose) -> Result<Self, SseError> {
        let (link, deliveries) = Link::new(server, purpose)?;
        let (ready, is_ready) = sync_channel(1);
        let channel = EventChannel {
            link,
            endpoint: watch::Sender::new(Endpoint::Awaited),
            pending: Mutex::default(),
            ready,
        };
        let connection = Self { worker: Worker::start(channel)?, deliveries };
        match is_ready.recv_timeout(limit) {
            Ok(()) => connection.checked(),
            Err(RecvTimeoutError::Timeout) => Err(SseError::Silent { after_ms: limit.as_millis() }),
            Err(RecvTimeoutError::Disconnected) => {
                Err(SseError::NoEndpoint("the connection is gone".to_owned()))
            }
        }
    }

    /// Closes the event stream, and with it the conversation.
    pub fn close(self, patience: Duration) {
        // What is not taken any more must hold nothing up.
        drop(self.deliveries);
        self.worker.close(patience);
    }

    fn checked(self) -> Result<Self, SseError> {
        if matches!(*self.worker.carrier().endpoint.borrow(), Endpoint::At(_)) {
            return Ok(self);
        }
        Err(SseError::NoEndpoint(match self.deliveries.receive(Duration::ZERO) {
            Delivery::Failed { why, .. } => why.to_string(),
            Delivery::Http(answer) => answer.reason(),
            Delivery::Ended(_)
            | Delivery::Line(_)
            | Delivery::Oversized { .. }
            | Delivery::Silence
            | Delivery::Stderr(_) => "the stream ended".to_owned(),
        }))
    }
}

impl Transport for SseConnection {
    fn send(&mut self, message: &[u8]) -> Result<(), SendError> {
        self.worker.post(Outgoing::read(message))
    }

    fn receive(&mut self, limit: Duration) -> Delivery {
        self.deliveries.receive(limit)
    }

    fn cancel(&mut self, id: &RequestId) {
        self.worker.carrier().forget(id);
        self.worker.cancel(id);
    }
}

impl Sender for Worker<EventChannel> {
    fn send(&self, message: &[u8]) {
        let outgoing = Outgoing::read(message);
        if let Some(id) = &outgoing.cancels {
            self.carrier().forget(id);
            self.cancel(id);
        }
        let asking = outgoing.asking.clone();
        if let Err(error) = self.post(outgoing) {
            self.carrier().link.refuse(asking, not_sent(error));
        }
    }

    /// This transport has no such thing.
    fn resume(&self, _id: &RequestId, _cut: &Cut) -> bool {
        false
    }

    fn close(&self, patience: Duration) {
        Self::close(self, patience);
    }
}

/// Carries messages: answers come through the event stream, whatever the POST was answered with.
struct EventChannel {
    link: Link,
    endpoint: watch::Sender<Endpoint>,
    /// The requests that wait for an answer, oldest first.
    pending: Mutex<Vec<RequestId>>,
    /// Told once the endpoint is known, or never will be.
    ready: SyncSender<()>,
}

#[derive(Clone, Debug)]
enum Endpoint {
    At(Url),
    Awaited,
    /// The stream is over, or never was.
    Gone,
}

impl EventChannel {
    /// The requests that wait. No guard lives across an await.
    fn pending(&self) -> MutexGuard<'_, Vec<RequestId>> {
        // A panic elsewhere leaves the list as good as it was.
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits no longer for the answer to `id`; false where nobody did.
    fn forget(&self, id: &RequestId) -> bool {
        let mut pending = self.pending();
        let before = pending.len();
        pending.retain(|waiting| waiting != id);
        pending.len() < before
    }

    /// Waits until the endpoint is known; `None` once there will be none.
    async fn known_endpoint(&self) -> Option<Url> {
        let mut endpoint = self.endpoint.subscribe();
        let known = endpoint.wait_for(|endpoint| !matches!(endpoint, Endpoint::Awaited)).await;
        match known.as_deref() {
            Ok(Endpoint::At(url)) => Some(url.clone()),
            Ok(Endpoint::Awaited | Endpoint::Gone) | Err(_) => None,
        }
    }

    fn set(&self, endpoint: Endpoint) {
        self.endpoint.send_replace(endpoint);
        // Full, or nobody waits any more: both are well.
        let _ = self.ready.try_send(());
    }

    /// Reads the event stream to its end.
    async fn read(&self) {
        let asking = Asking::Listening;
        let accept = [(ACCEPT, HeaderValue::from_static("text/event-stream"))];
        let to = (Method::GET, self.link.url().clone());
        let headers = HeaderMap::from_iter(accept);
        let Some(response) = self.link.send(&asking, to, headers, Vec::new()).await else { return };
        if response.status() != 200 || !is_event_stream(&response) {
            return self.link.whole((&asking, false), response, |_| ()).await;
        }
        let mut events = Events::new(response);
        let why = loop {
            match events.next().await {
                Next::Event { kind, data } if kind.as_deref() == Some(b"endpoint") => {
                    let named = String::from_utf8_lossy(&data).into_owned();
                    match self.resolved(&named) {
                        Some(url) => self.set(Endpoint::At(url)),
                        None => break HttpFailure::ForeignEndpoint(named),
                    }
                }
                Next::Event { kind, data }
                    if kind.is_none() || kind.as_deref() == Some(b"message") =>
                {
                    self.note_answers(&data);
                    self.link.deliver(&asking, Delivery::Line(data)).await;
                }
                Next::Event { .. } => (),
                Next::Ended(cut) => break HttpFailure::Cut(cut),
                Next::Oversized(why) => break why,
            }
        };
        let was_begun = matches!(*self.endpoint.borrow(), Endpoint::At(_));
        self.endpoint.send_replace(Endpoint::Gone);
        if !was_begun {
            self.link.fail(&asking, why.clone()).await;
        }
        let pending = std::mem::take(&mut *self.pending());
        for id in pending {
            self.link.fail(&Asking::Request(id), why.clone()).await;
        }
    }

    /// The address that an endpoint names, unless credentials would go to another origin than the user named.
    fn resolved(&self, named: &str) -> Option<Url> {
        let url = self.link.url();
        url.join(named.trim()).ok().filter(|endpoint| endpoint.origin() == url.origin())
    }

    fn note_answers(&self, data: &[u8]) {
        let messages: Vec<Message> = match parse(data) {
            Line::Batch(messages) => messages,
            Line::Message(message) => vec![message],
            Line::NotProtocol(_) => Vec::new(),
            Line::Unreadable { id, .. } => {
                return self.pending().retain(|waiting| Some(waiting) != id.as_ref());
            }
        };
        for message in messages {
            if let Kind::Response { id: Some(id) } = message.kind {
                self.pending().retain(|waiting| !waiting.resembles(&id));
            }
        }
    }
}

impl Carrier for EventChannel {
    async fn begin(self: Arc<Self>) {
        self.read().await;
        self.set(Endpoint::Gone);
        self.link.over(&Asking::Listening);
    }

    async fn carry(self: Arc<Self>, outgoing: Outgoing, _opener: Option<Opener>) {
        let asking = outgoing.asking;
        let Some(url) = self.known_endpoint().await else {
            return self.link.fail(&asking, is_closed()).await;
        };
        if let Some(id) = asking.id() {
            self.pending().push(id.clone());
            // The stream may have ended in between; then either it has told of this request or nobody will.
            let is_gone = matches!(*self.endpoint.borrow(), Endpoint::Gone);
            if is_gone && self.forget(id) {
                return self.link.fail(&asking, is_closed()).await;
            }
        }
        let kind = [(CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        let headers = HeaderMap::from_iter(kind);
        let response = self.link.send(&asking, (Method::POST, url), headers, outgoing.body).await;
        let is_accepted = response.as_ref().is_some_and(|response| response.status().is_success());
        if is_accepted {
            return;
        }
        if let Some(id) = asking.id() {
            self.forget(id);
        }
        if let Some(response) = response {
            self.link.whole((&asking, false), response, |_| ()).await;
        }
    }

    /// This transport has no such thing: the request counts as cut off again.
    async fn resume(self: Arc<Self>, id: RequestId, cut: Cut) {
        self.link.fail(&Asking::Request(id), HttpFailure::Cut(cut)).await;
    }

    async fn end(self: Arc<Self>) {}
}

fn is_closed() -> HttpFailure {
    HttpFailure::Unreachable("the event stream is closed".to_owned())
}
