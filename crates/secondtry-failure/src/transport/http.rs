//! Streamable HTTP: each message is a POST of its own, and its answer a JSON body or an event stream.
//!
//! Follows no redirect, keeps no cookie, decompresses nothing, reads no proxy from the environment, repeats no request
//! and takes up no broken stream unless told to: what the server did is to be seen as it was.
//!
//! Sources: 2025-11-25 `basic/transports`, Streamable HTTP; 2026-07-28 `basic/transports/streamable-http`.

pub(super) mod arrival;
mod client;
mod conversation;
pub(super) mod exchange;
mod failure;
pub(super) mod outbox;
pub(super) mod outgoing;
mod post;
mod server;
mod streamable;
pub(super) mod worker;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use self::arrival::Purpose;
use self::exchange::Link;
use self::outbox::Deliveries;
use self::outgoing::Outgoing;
use self::streamable::Streamable;
use self::worker::{MOST_MESSAGES, Worker};
use super::http_answer::{Cut, HttpFailure};
use super::{Delivery, SendError, Transport};
use crate::message::request_id::RequestId;

pub use self::arrival::{Arrival, Arrivals, Sender};
pub use self::client::OpenError;
pub use self::post::{NotPosted, Poster};
pub use self::server::{AddressError, HttpOptions, HttpServer};

/// A connection to a Streamable HTTP server, in either era.
#[derive(Debug)]
pub struct HttpConnection {
    worker: Worker<Streamable>,
    deliveries: Deliveries,
}

impl HttpConnection {
    /// Gets ready to send to `server`. Nothing goes over the wire yet.
    pub fn open(server: &HttpServer) -> Result<Self, OpenError> {
        let (link, deliveries) = Link::new(server, Purpose::Watch)?;
        let worker = Worker::start(Streamable::new(link))?;
        Ok(Self { worker, deliveries })
    }

    /// Gets ready to carry the messages of others to `server`, in two halves. Nothing goes over the wire yet. The stream
    /// with which a legacy server speaks of its own accord is taken up again whenever it ends.
    pub fn open_in_halves(server: &HttpServer) -> Result<(Arc<dyn Sender>, Arrivals), OpenError> {
        let (link, deliveries) = Link::new(server, Purpose::Carry)?;
        let worker = Worker::start(Streamable::new(link))?;
        Ok((Arc::new(worker), Arrivals(deliveries)))
    }

    /// Ends the session that the server may have begun, with a DELETE that may take at most `patience`.
    pub fn close(self, patience: Duration) {
        // What is not taken any more must hold nothing up.
        drop(self.deliveries);
        self.worker.close(patience);
    }
}

impl Worker<Streamable> {
    /// A `notifications/cancelled` closes the request that it names. In 2026-07-28 this is all of a cancellation, and
    /// nothing is posted.
    fn take(&self, outgoing: Outgoing) -> Result<(), SendError> {
        if let Some(id) = &outgoing.cancels {
            self.cancel(id);
            if !self.carrier().is_legacy() {
                return Ok(());
            }
        }
        self.post(outgoing)
    }

    /// Possible where the last event had an id, up to 2025-11-25 (`basic/transports`, Resumability and Redelivery). Waits
    /// as long as the server asked.
    fn take_up(&self, id: &RequestId, cut: &Cut) -> bool {
        let is_possible = cut.last_event_id.is_some() && self.carrier().is_legacy();
        if is_possible {
            self.resume(id, cut);
        }
        is_possible
    }
}

impl Sender for Worker<Streamable> {
    fn send(&self, message: &[u8]) {
        let outgoing = Outgoing::read(message);
        let asking = outgoing.asking.clone();
        if let Err(error) = self.take(outgoing) {
            self.carrier().link().refuse(asking, not_sent(error));
        }
    }

    fn resume(&self, id: &RequestId, cut: &Cut) -> bool {
        self.take_up(id, cut)
    }

    fn close(&self, patience: Duration) {
        Self::close(self, patience);
    }
}

/// Why a message did not even go out.
pub(super) fn not_sent(error: SendError) -> HttpFailure {
    match error {
        SendError::Closed => HttpFailure::Unreachable("the connection is closed".to_owned()),
        SendError::Full => HttpFailure::TooMany { limit: MOST_MESSAGES },
    }
}

impl Transport for HttpConnection {
    fn send(&mut self, message: &[u8]) -> Result<(), SendError> {
        self.worker.take(Outgoing::read(message))
    }

    fn receive(&mut self, limit: Duration) -> Delivery {
        self.deliveries.receive(limit)
    }

    fn cancel(&mut self, id: &RequestId) {
        self.worker.cancel(id);
    }

    fn resume(&mut self, id: &RequestId, cut: &Cut) -> bool {
        self.worker.take_up(id, cut)
    }

    fn know_tools(&mut self, tools: &[Value]) {
        self.worker.carrier().know_tools(tools);
    }
}
