//! Streamable HTTP: each message is a POST of its own, and its answer a JSON body or an event stream.
//!
//! Follows no redirect, keeps no cookie, decompresses nothing, reads no proxy from the environment, repeats no request
//! and takes up no broken stream unless told to: what the server did is to be seen as it was.
//!
//! Sources: 2025-11-25 `basic/transports`, Streamable HTTP; 2026-07-28 `basic/transports/streamable-http`.

mod client;
mod conversation;
pub(super) mod exchange;
mod failure;
mod outbox;
pub(super) mod outgoing;
mod server;
mod streamable;
pub(super) mod worker;

#[cfg(test)]
mod tests;

use std::time::Duration;

use serde_json::Value;

use self::exchange::Link;
use self::outgoing::Outgoing;
use self::streamable::Streamable;
use self::worker::Worker;
use super::http_answer::Cut;
use super::{Delivery, SendError, Transport};
use crate::message::request_id::RequestId;

pub use self::client::OpenError;
pub use self::server::{AddressError, HttpOptions, HttpServer};

/// A connection to a Streamable HTTP server, in either era.
#[derive(Debug)]
pub struct HttpConnection {
    worker: Worker<Streamable>,
}

impl HttpConnection {
    /// Gets ready to send to `server`. Nothing goes over the wire yet.
    pub fn open(server: &HttpServer) -> Result<Self, OpenError> {
        let (link, deliveries) = Link::new(server)?;
        let worker = Worker::start(Streamable::new(link), deliveries)?;
        Ok(Self { worker })
    }

    /// Ends the session that the server may have begun, with a DELETE that may take at most `patience`.
    pub fn close(self, patience: Duration) {
        self.worker.close(patience);
    }
}

impl Transport for HttpConnection {
    /// A `notifications/cancelled` closes the request that it names. In 2026-07-28 this is all of a cancellation, and
    /// nothing is posted.
    fn send(&mut self, message: &[u8]) -> Result<(), SendError> {
        let outgoing = Outgoing::read(message);
        if let Some(id) = &outgoing.cancels {
            self.worker.cancel(id);
            if !self.worker.carrier().is_legacy() {
                return Ok(());
            }
        }
        self.worker.post(outgoing)
    }

    fn receive(&mut self, limit: Duration) -> Delivery {
        self.worker.receive(limit)
    }

    fn cancel(&mut self, id: &RequestId) {
        self.worker.cancel(id);
    }

    /// Possible where the last event had an id, up to 2025-11-25 (`basic/transports`, Resumability and Redelivery). Waits
    /// as long as the server asked.
    fn resume(&mut self, id: &RequestId, cut: &Cut) -> bool {
        let is_possible = cut.last_event_id.is_some() && self.worker.carrier().is_legacy();
        if is_possible {
            self.worker.resume(id, cut);
        }
        is_possible
    }

    fn know_tools(&mut self, tools: &[Value]) {
        self.worker.carrier().know_tools(tools);
    }
}
