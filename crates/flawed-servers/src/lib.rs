//! MCP servers with one flaw a tool, and what must be found in each.
//!
//! The binary serves one of them: `flawed-servers parameter_not_named`. Everything but the planted flaw is as good as
//! we know how to make it, so that a checker that reports more is wrong too. [`expected`] is the list to compare with.
//!
//! ```
//! use flawed_servers::Era;
//! use flawed_servers::expected::{Finding, Level, Transport, findings};
//!
//! let found = findings("parameter_not_named", Era::Modern, Transport::Stdio);
//! let finding = Finding { rule: "parameter-not-named", tool: Some("plan_route"), level: Level::Warning };
//! assert_eq!(found, Some(vec![finding]));
//! ```
//!
//! Written without an SDK, which would not let most of these flaws through.

mod arguments;
mod catalogue;
mod clean;
mod era;
pub mod expected;
mod flaws;
pub mod hostile;
mod http;
mod server;
mod stdio;
mod tool;

pub use catalogue::{names, server, summary};
pub use era::{Era, Eras};
pub use http::{Framing, serve as serve_http};
pub use server::Server;
pub use stdio::serve as serve_stdio;
