//! Stands in front of an MCP server: what needs no repair passes byte for byte, a failed tool call gets an answer that a
//! model can use, and every call gets one.
//!
//! [`exchange`] decides and does no I/O; [`relay`] carries the bytes between a client and a server process, or a server
//! that [`upstream`] reaches over HTTP; `listen` those between any number of HTTP clients and servers.

pub mod bridge;
pub mod conversation;
pub mod counters;
pub mod exchange;
#[cfg(unix)]
pub mod guard;
#[cfg(unix)]
mod large;
#[cfg(all(feature = "listen", unix))]
pub mod listen;
pub mod log;
#[cfg(unix)]
pub mod relay;
pub mod settings;
pub mod spans;
pub mod upstream;
