//! A tool's `inputSchema` or `outputSchema`: compiled within bounds, and what an instance breaks in it.
//!
//! Nothing here fetches: a `$ref` that leaves the document makes the schema uncompilable.

pub mod bounds;
pub mod compile;
mod cost;
pub mod describe;
pub mod dialect;
pub mod fault;
mod order;
mod plain;
pub(crate) mod reference;
mod translate;
