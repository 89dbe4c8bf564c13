//! The built server on the wire: what it does right, and each flaw.

mod clean;
mod exchange;
mod expected;
mod first_flaws;
mod protocol;
