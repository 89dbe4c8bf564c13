//! Bytes to and from a server: what a transport delivers, and the ways it ends.
//!
//! A transport neither reads nor judges what it carries.

pub mod event_stream;
pub mod line_reader;
pub mod process_end;
pub mod stdio;

use std::time::Duration;

use self::process_end::ProcessEnd;

/// What a transport delivers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The server process ended, and nothing of what it wrote is outstanding.
    Ended(ProcessEnd),
    /// One line of standard output, without its line break.
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
}
