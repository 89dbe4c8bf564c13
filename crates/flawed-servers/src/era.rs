//! The revisions of the protocol, in two eras: with a handshake, and stateless.

use std::fmt;

/// An era of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// Revisions that begin with `initialize`: 2024-11-05 to 2025-11-25.
    Legacy,
    /// Revisions whose requests carry their own version: from 2026-07-28.
    Modern,
}

/// The eras that a server serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eras {
    /// Both, each request in its own.
    Both,
    /// Only those with a handshake.
    Legacy,
    /// Only the stateless ones.
    Modern,
}

impl Eras {
    /// Reads the word of the command line.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Both, Self::Legacy, Self::Modern].into_iter().find(|eras| eras.to_string() == word)
    }
}

impl fmt::Display for Eras {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Both => "both",
            Self::Legacy => "legacy",
            Self::Modern => "modern",
        })
    }
}

/// The revisions of the legacy era, oldest first.
pub(crate) const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", NEWEST_LEGACY];
/// What a client is offered that asks for a revision nobody knows.
pub(crate) const NEWEST_LEGACY: &str = "2025-11-25";
/// The revisions of the modern era.
pub(crate) const MODERN: [&str; 1] = ["2026-07-28"];
