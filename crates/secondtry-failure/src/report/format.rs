//! The formats by name.

use super::mask::Mask;
use super::text::Colour;
use super::{Report, github, html, json, junit, markdown, sarif, text};

/// A format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Annotations of a GitHub workflow.
    Github,
    /// One page that needs nothing else.
    Html,
    /// The report for machines.
    Json,
    /// The test results that CI servers read.
    Junit,
    /// A comment or a job summary.
    Markdown,
    /// SARIF 2.1.0.
    Sarif,
    /// For people at a terminal.
    Text,
}

impl Format {
    /// All of them, by name.
    pub const ALL: [Self; 7] = [
        Self::Github,
        Self::Html,
        Self::Json,
        Self::Junit,
        Self::Markdown,
        Self::Sarif,
        Self::Text,
    ];

    /// The format named `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The name on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Github => "github",
            Self::Html => "html",
            Self::Json => "json",
            Self::Junit => "junit",
            Self::Markdown => "markdown",
            Self::Sarif => "sarif",
            Self::Text => "text",
        }
    }

    /// Writes `report`; `colour` is for text alone.
    pub fn write(self, report: &Report, colour: Colour, mask: Mask) -> String {
        match self {
            Self::Github => github::write(report, mask),
            Self::Html => html::write(report, mask),
            Self::Json => json::write(report, mask),
            Self::Junit => junit::write(report, mask),
            Self::Markdown => markdown::write(report, mask),
            Self::Sarif => sarif::write(report, mask),
            Self::Text => text::write(report, colour, mask),
        }
    }
}
