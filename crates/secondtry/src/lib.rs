//! Tool failures of an MCP server built on `rmcp` that always reach the model.
//!
//! A failed call is worth a second try only if the model learns why it failed. This crate brings
//!
//! - [`ToolFailure`], what a tool returns in `Err`, with the facts that a model needs;
//! - [`guard`](fn@guard), one line over a `ToolRouter`: arguments checked against `inputSchema`, panics and deadlines
//!   answered, errors moved to the channel that a model reads;
//! - [`Parameters`], an extractor whose failure names the argument.
//!
//! ```
//! use rmcp::handler::server::router::tool::ToolRouter;
//! use rmcp::{ServerHandler, tool, tool_handler, tool_router};
//! use secondtry::{Parameters, ToolFailure};
//!
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! struct Cancel {
//!     /// Number of the booking
//!     booking: String,
//! }
//!
//! #[derive(Clone)]
//! struct Bookings {
//!     tool_router: ToolRouter<Self>,
//! }
//!
//! #[tool_router]
//! impl Bookings {
//!     fn new() -> Result<Self, secondtry::GuardError> {
//!         Ok(Self { tool_router: secondtry::guard(Self::tool_router())? })
//!     }
//!
//!     #[tool(description = "Cancels a booking")]
//!     fn cancel(&self, Parameters(call): Parameters<Cancel>) -> Result<String, ToolFailure> {
//!         Err(ToolFailure::not_found("booking", "booking", &call.booking).find_with("list_bookings"))
//!     }
//! }
//!
//! #[tool_handler(router = self.tool_router)]
//! impl ServerHandler for Bookings {
//!     secondtry::answer_malformed_calls!();
//! }
//! # Bookings::new().unwrap();
//! ```
//!
//! # Features
//!
//! - `assert`: the module `assert`, with the probes of `secondtry check` for `cargo test`.
//! - `garde`: the module `garde`, with an extractor that keeps the rules of `garde::Validate`.
//!
//! The program must unwind: with `panic = "abort"` in a profile nothing can answer for a panic.

mod answer;
#[cfg(feature = "assert")]
pub mod assert;
#[cfg(feature = "garde")]
pub mod garde;
mod guard;
mod host_failure;
pub mod logging;
mod malformed;
mod parameters;
mod reference;
mod tool_failure;

pub use self::guard::{Guard, GuardError, guard};
pub use self::host_failure::{Failure, HostFailure};
pub use self::malformed::malformed_call;
pub use self::parameters::Parameters;
pub use self::tool_failure::ToolFailure;

/// The steps of [`ToolFailure`]'s constructors: each asks for the next fact, and the last one gives the failure.
pub mod steps {
    pub use crate::tool_failure::argument::InvalidArgument;
    pub use crate::tool_failure::state::{Conflict, Handle, NotFound, Refused, Unfinished};
    pub use crate::tool_failure::upstream::{Upstream, UpstreamEnd};
}

#[doc(hidden)]
pub use rmcp;
