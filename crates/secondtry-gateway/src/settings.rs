//! What the wrapper does and how much of it, resolved once.

mod known_fixes;
mod live;

use std::time::Duration;

use secondtry_failure::repair::RepairSettings;

pub use self::known_fixes::{KnownFix, KnownFixes};
pub(crate) use self::live::Follower;
pub use self::live::LiveSettings;

/// The settings of one wrapped server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Which repairs are made.
    pub repairs: RepairSettings,
    /// Whether a client and a server of different eras understand each other.
    pub is_bridge: bool,
    /// How long a call may take.
    pub call_timeout: Duration,
    /// What is known about failures, told with the repaired ones.
    pub known_fixes: Option<KnownFixes>,
    /// What is bounded.
    pub limits: Limits,
}

/// What is bounded, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest message taken from either side, in bytes. A longer call is answered by the wrapper; a longer answer is
    /// dropped, and one that says so takes its place.
    pub message: usize,
    /// The longest `tools/call` whose arguments are judged, in bytes.
    pub judged_call: usize,
    /// The longest answer that is read whole although nothing says that it failed, in bytes.
    pub judged_answer: usize,
    /// How long a call waits for the list of tools that it is to be judged by.
    pub list_wait: Duration,
    /// How many messages wait while the server is started again.
    pub waiting: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            repairs: RepairSettings::default(),
            is_bridge: false,
            call_timeout: Duration::from_secs(600),
            known_fixes: None,
            limits: Limits::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: 64 * 1024 * 1024,
            judged_call: 1024 * 1024,
            judged_answer: 1024 * 1024,
            list_wait: Duration::from_secs(2),
            waiting: 1024,
        }
    }
}
