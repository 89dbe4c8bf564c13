//! Why the desk did not do it.

use std::time::Duration;

use secondtry_cards::door::Refusal;
use secondtry_cards::store::StoreError;

/// Why the desk did not do it, in words for whoever stands before it.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// No questions are taken here.
    #[error("this server takes no questions (whoever runs it can start it with --ask)")]
    NoQuestions,
    /// The store did not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A text is not let in.
    #[error(transparent)]
    Text(#[from] Refusal),
    /// Too often from this address.
    #[error("too many requests from this address; try again in {} s", seconds(.0))]
    TooOften(Duration),
}

impl Refused {
    /// Whether the same may work a little later.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::NoQuestions | Self::Text(_) => false,
            Self::Store(error) => matches!(error, StoreError::Busy(_) | StoreError::Unreachable(_)),
            Self::TooOften(_) => true,
        }
    }
}

/// Whole seconds, at least one.
fn seconds(wait: &Duration) -> u64 {
    wait.as_secs() + 1
}
