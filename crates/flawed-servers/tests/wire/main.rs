//! The built server on the wire: what it does right, and each flaw.

mod channel_flaws;
mod clean;
mod exchange;
mod expected;
mod http;
mod message_flaws;
mod protocol;
mod result_flaws;
