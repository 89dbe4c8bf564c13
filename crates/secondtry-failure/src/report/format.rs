//! The formats by name.

use super::mask::Mask;
use super::text::Colour;
use super::{Report, json, text};

/// A format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// The report for machines.
    Json,
    /// For people at a terminal.
    Text,
}

impl Format {
    /// All of them, by name.
    pub const ALL: [Self; 2] = [Self::Json, Self::Text];

    /// The format named `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The name on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Text => "text",
        }
    }

    /// Writes `report`; `colour` is for text alone.
    pub fn write(self, report: &Report, colour: Colour, mask: Mask) -> String {
        match self {
            Self::Json => json::write(report, mask),
            Self::Text => text::write(report, colour, mask),
        }
    }
}
