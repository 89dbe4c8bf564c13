//! What a check tells while it runs; the only way out of it before it ends.

use secondtry_failure::message::protocol_version::ProtocolVersion;

/// Something worth showing to a person who waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// So many of all calls are done.
    Called {
        /// Calls that ended.
        done: usize,
        /// Calls that the plan has.
        total: usize,
    },
    /// The server speaks.
    Connected {
        /// What it calls itself.
        server: String,
        /// The revision agreed on.
        protocol: ProtocolVersion,
        /// How many tools it lists.
        tools: usize,
    },
    /// The server ended and was started again.
    Restarted,
}
