//! The flow from the bytes of an exchange to findings, repairs and reports.
//!
//! ```text
//! transport → message → transcript → classify → judge → repair → report
//! ```
//!
//! Every step is pure but the first, which a cargo feature brings in. Nothing here knows a command line or a setting.

// In the order of the flow; a listing is alphabetical.
#[cfg(feature = "transport")]
pub mod transport;

pub mod message;
pub mod transcript;

pub mod schema;

pub mod probe;

pub mod classify;
pub mod judge;
pub mod repair;
pub mod report;
