//! The revisions of MCP, and what each changed about failures.

use std::fmt;

/// A revision of the Model Context Protocol, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProtocolVersion {
    /// The first one.
    V2024_11_05,
    /// Streamable HTTP and batches.
    V2025_03_26,
    /// `outputSchema`; batches gone.
    V2025_06_18,
    /// Input validation becomes a tool execution error (SEP-1303).
    V2025_11_25,
    /// Stateless: no `initialize`, `resultType` on each result.
    V2026_07_28,
}

/// How a server is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Era {
    /// `initialize` first; 2025-11-25 and before.
    Legacy,
    /// Each request stands alone; 2026-07-28.
    Modern,
}

impl ProtocolVersion {
    /// All of them, oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// The newest that begins with `initialize`.
    pub const NEWEST_LEGACY: Self = Self::V2025_11_25;

    /// The newest.
    pub const NEWEST: Self = Self::V2026_07_28;

    /// Reads a revision as the wire writes it.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.name() == name)
    }

    /// The revision as the wire writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The era that the revision belongs to.
    pub fn era(self) -> Era {
        if self == Self::V2026_07_28 { Era::Modern } else { Era::Legacy }
    }

    /// Whether each request stands alone and each result carries `resultType`.
    pub fn is_modern(self) -> bool {
        self.era() == Era::Modern
    }
}

impl Era {
    /// `legacy` or `modern`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Legacy => "legacy",
            Self::Modern => "modern",
        }
    }
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
