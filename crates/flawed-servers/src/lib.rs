//! MCP servers with one flaw a tool, and what must be found in each.
//!
//! The binary serves one of them: `flawed-servers parameter_not_named`. Everything but the planted flaw is as good as
//! we know how to make it, so that a checker that reports more is wrong too. [`expected`] is the list to compare with.
//!
//! Written without an SDK, which would not let most of these flaws through.

mod arguments;
mod catalogue;
mod clean;
mod era;
pub mod expected;
mod flaws;
mod server;
mod stdio;
mod tool;

pub use catalogue::{names, server, summary};
pub use era::{Era, Eras};
pub use server::Server;
pub use stdio::serve as serve_stdio;
