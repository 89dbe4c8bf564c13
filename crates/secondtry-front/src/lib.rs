//! Connections of HTTP clients, bounded, for whatever listens: who is let in and what is answered is not decided here.

mod accept;
mod connection;
pub mod host;
mod stall;

pub use self::accept::accept;
pub use self::connection::{ConnectionLimits, converse};
