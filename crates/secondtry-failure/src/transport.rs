//! Bytes to and from a server: what a transport delivers, and the ways it ends.
//!
//! A transport neither reads nor judges what it carries.

pub mod event_stream;
#[cfg(feature = "http")]
pub mod http;
pub mod http_answer;
pub mod line_reader;
pub mod mirrored_parameters;
pub mod process_end;
#[cfg(feature = "http")]
pub mod sse;
pub mod stdio;

#[cfg(all(test, feature = "http"))]
mod scripted_server;

use std::time::Duration;

use serde_json::Value;

use self::http_answer::{Asking, Cut, HttpAnswer, HttpFailure};
use self::process_end::ProcessEnd;
use crate::message::request_id::RequestId;

/// What a transport delivers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The server process ended, and nothing of what it wrote is outstanding.
    Ended(ProcessEnd),
    /// Over HTTP: what was asked got no answer, or one that broke off.
    Failed {
        /// What was asked.
        of: Asking,
        /// Why no answer came.
        why: HttpFailure,
    },
    /// Over HTTP: an answer that brought no message, or one under a status other than 200.
    Http(HttpAnswer),
    /// One line of standard output, without its line break. Over HTTP: a JSON body, or the data of an event.
    Line(Vec<u8>),
    /// A line longer than the limit; only its start was kept.
    Oversized {
        /// The first bytes of the line.
        start: Vec<u8>,
        /// How long the whole line was, in bytes.
        length: u64,
    },
    /// Nothing came within the time given.
    Silence,
    /// One line of standard error.
    Stderr(Vec<u8>),
}

/// Why a message could not be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SendError {
    /// The server closed its standard input, or is gone.
    #[error("the server has closed its input")]
    Closed,
    /// The server reads nothing: its input is full, and so is the queue before it.
    #[error("the server does not read its input")]
    Full,
}

/// A connection that carries messages both ways, one at a time.
pub trait Transport {
    /// Queues one message. Returns at once.
    fn send(&mut self, message: &[u8]) -> Result<(), SendError>;

    /// Waits at most `limit` for the next delivery.
    fn receive(&mut self, limit: Duration) -> Delivery;

    /// Waits no longer for the answer to `id`, without telling the server. Over HTTP this closes the request, which
    /// 2026-07-28 takes for a cancellation; elsewhere it does nothing.
    fn cancel(&mut self, id: &RequestId) {
        let _ = id;
    }

    /// Takes up the answer to `id` where it broke off, if the transport and the revision know how; false where not. What
    /// that brings is delivered as if nothing had happened.
    fn resume(&mut self, id: &RequestId, cut: &Cut) -> bool {
        let _ = (id, cut);
        false
    }

    /// Tells the entries of `tools/list`. HTTP needs them for the headers that a tool asks for.
    fn know_tools(&mut self, tools: &[Value]) {
        let _ = tools;
    }
}
