//! Deliberate calls: which to make of a server, from the definitions of its tools alone.
//!
//! Only planned here, never sent. Each bad call breaks one rule of the tool's schema, as the validator confirms.

pub mod kind;

pub mod base_call;
pub mod mutate;
pub mod plan;
pub mod values;

mod random;
mod view;

pub use kind::ProbeKind;
