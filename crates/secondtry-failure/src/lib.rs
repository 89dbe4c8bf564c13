//! The flow from the bytes of an exchange to findings, repairs and reports.

pub mod probe;
pub mod schema;
