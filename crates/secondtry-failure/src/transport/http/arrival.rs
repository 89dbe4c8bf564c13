//! What comes over a connection that carries messages for others, told apart by what was asked.

use super::outbox::Deliveries;
use crate::message::request_id::RequestId;
use crate::transport::Delivery;
use crate::transport::http_answer::{Asking, Cut};

/// What came over HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// This came in answer to that.
    Came {
        /// What was asked.
        of: Asking,
        /// What came.
        what: Delivery,
    },
    /// Nothing more comes in answer to that. Not told where a failure said so before.
    Over {
        /// What was asked. [`Asking::Listening`] stands for the stream of HTTP+SSE, without which there is no connection.
        of: Asking,
    },
}

/// Where a connection's arrivals are taken, by one thread.
#[derive(Debug)]
pub struct Arrivals(pub(in crate::transport) Deliveries);

/// The sending half of a connection, which any number of threads share.
pub trait Sender: Send + Sync {
    /// Sends one message. Returns at once; what cannot be sent arrives as a failure.
    fn send(&self, message: &[u8]);

    /// Takes up the answer to `id` where it broke off; false where that is not possible.
    fn resume(&self, id: &RequestId, cut: &Cut) -> bool;

    /// Ends the conversation and the connection, in at most twice `patience`.
    fn close(&self, patience: std::time::Duration);
}

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::transport) enum Purpose {
    /// Messages are carried for others: the stream that listens is taken up again, and the end of each answer is told.
    Carry,
    /// What the server does is to be seen as it is.
    Watch,
}

impl Arrivals {
    /// Waits for what comes next; `None` once the connection is closed.
    pub fn next(&self) -> Option<Arrival> {
        self.0.next()
    }
}
