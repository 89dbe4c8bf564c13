//! Runs a plan of deliberately bad calls against a server and records what it answers.
//!
//! Speaks raw JSON-RPC of its own: nothing that a server sends is lost or made prettier than it came. What the
//! recording means is for `secondtry_failure` to say.

pub mod clock;
pub mod connect;
pub mod error;
pub mod event;
pub mod handshake;
pub mod one_call;
pub mod recorder;
pub mod run;
pub mod session;
