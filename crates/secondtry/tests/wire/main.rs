//! What a guarded server, and one that uses the types alone, sends for each kind of failure: line by line, in both eras.

#![expect(clippy::unwrap_used, reason = "a test may fail so")]

mod client;
mod failures;
mod guard;
mod hostile;
mod logged;
mod parameters;
