//! A card: one known failure, as Markdown with front matter.
//!
//! A card keeps the text it was read from, so that what is stored and given out again is the same to the byte. Everything
//! else is a view of that text.

use std::ops::Range;

pub use compose::Draft;
pub use error::{CardError, Refused, Wrong};
#[cfg(feature = "store")]
pub(crate) use front_matter::is_id;

mod compose;
mod error;
mod error_strings;
mod front_matter;
mod sections;

#[cfg(test)]
mod tests;

/// One known failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    source: String,
    front: front_matter::FrontMatter,
    body: Range<usize>,
    sections: Vec<Section>,
    error_strings: Vec<String>,
}

/// A part of a card's text under a heading of the second level.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Section {
    heading: Range<usize>,
    text: Range<usize>,
}

/// What a text of this form is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A failure seen in the field.
    Card,
    /// A longer page; its headings are its own.
    Guide,
    /// The page of a rule of `secondtry check`.
    Rule,
}

/// Whether people may be shown a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Yes.
    Accepted,
    /// Nobody has looked at it.
    Pending,
    /// Somebody looked and said no.
    Rejected,
}

/// The headings of a card, in their order. A rule's page and a card may add others after these.
pub const HEADINGS: [&str; 8] =
    ["Error strings", "Situation", "Symptom", "Cause", "Fix", "Snippet", "Verify", "Sources"];

/// The longest text of a card, in bytes.
pub const MAX_SOURCE: usize = 128 * 1024;

/// The longest title, in characters.
pub const MAX_TITLE: usize = 160;

/// The longest error string, in bytes.
pub const MAX_ERROR_STRING: usize = 500;

/// How many error strings a card may have.
pub const MAX_ERROR_STRINGS: usize = 40;

impl Card {
    /// Reads a card. Needs no more memory than a few times the text, which [`MAX_SOURCE`] bounds.
    ///
    /// # Errors
    /// Says which line is wrong, and how.
    pub fn parse(source: impl Into<String>) -> Result<Self, CardError> {
        let source = source.into();
        if source.len() > MAX_SOURCE {
            return Err(CardError::at(1, Wrong::TooLong { bytes: source.len() }));
        }
        if let Some(at) = source.find('\0') {
            return Err(CardError::at(sections::line_of(&source, at), Wrong::Nul));
        }
        let (front, body) = front_matter::read(&source)?;
        let sections = sections::split(&source, body.clone());
        sections::check(&source, front.kind, &sections, body.start)?;
        let error_strings = error_strings::read(&source, front.kind, &sections)?;
        Ok(Self { source, front, body, sections, error_strings })
    }

    /// The text of the card, as it was read.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Its name: lower-case letters, digits and hyphens. For a rule's page the rule's code.
    pub fn id(&self) -> &str {
        &self.front.id
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        self.front.kind
    }

    /// One line that says what fails.
    pub fn title(&self) -> &str {
        &self.front.title
    }

    /// Whether people may be shown it.
    pub fn status(&self) -> Status {
        self.front.status
    }

    /// Products, each with its versions, in the words of the author.
    pub fn products(&self) -> &[String] {
        &self.front.products
    }

    /// The day it was written, as YYYY-MM-DD.
    pub fn created(&self) -> Option<&str> {
        self.front.created.as_deref()
    }

    /// The day it was last changed, as YYYY-MM-DD.
    pub fn updated(&self) -> &str {
        &self.front.updated
    }

    /// What a failing program says.
    pub fn error_strings(&self) -> &[String] {
        &self.error_strings
    }

    /// When it happens.
    pub fn situation(&self) -> Option<&str> {
        self.section("Situation")
    }

    /// What one sees.
    pub fn symptom(&self) -> Option<&str> {
        self.section("Symptom")
    }

    /// Why it happens.
    pub fn cause(&self) -> Option<&str> {
        self.section("Cause")
    }

    /// What to do.
    pub fn fix(&self) -> Option<&str> {
        self.section("Fix")
    }

    /// Code to copy.
    pub fn snippet(&self) -> Option<&str> {
        self.section("Snippet")
    }

    /// How to see that it works.
    pub fn verify(&self) -> Option<&str> {
        self.section("Verify")
    }

    /// Where it is known from.
    pub fn sources(&self) -> Option<&str> {
        self.section("Sources")
    }

    /// The Markdown under `heading`, without the blank lines around it.
    pub fn section(&self, heading: &str) -> Option<&str> {
        self.sections().find(|(name, _)| *name == heading).map(|(_, text)| text)
    }

    /// Every heading with the Markdown under it, in the order of the text.
    pub fn sections(&self) -> impl Iterator<Item = (&str, &str)> {
        self.sections.iter().map(|section| {
            let heading = self.source[section.heading.clone()].trim();
            (heading, self.source[section.text.clone()].trim())
        })
    }

    /// The Markdown behind the front matter.
    pub fn body(&self) -> &str {
        self.source[self.body.clone()].trim()
    }

    /// The card with another status: the one line of the front matter differs, nothing else.
    #[must_use]
    pub fn with_status(&self, status: Status) -> Self {
        let mut card = self.clone();
        if status == self.front.status {
            return card;
        }
        let place = self.front.status_value.clone();
        card.source.replace_range(place, status.name());
        // Ranges behind the value have moved; the text is as valid as it was.
        Self::parse(card.source).unwrap_or_else(|_| self.clone())
    }
}

impl Kind {
    /// `card`, `guide` or `rule`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Guide => "guide",
            Self::Rule => "rule",
        }
    }
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 3] = [Self::Accepted, Self::Pending, Self::Rejected];

    /// `accepted`, `pending` or `rejected`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Pending => "pending",
            Self::Rejected => "rejected",
        }
    }

    /// Reads what [`name`](Self::name) writes.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}
