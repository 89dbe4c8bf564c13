//! What people and programs may bring in: how much, how often, and nothing that should stay theirs.
//!
//! Pure functions. A text that holds a secret or somebody's personal data is refused whole, and the refusal says what was seen
//! and where, never the thing itself.

use std::fmt;

pub use rate::{RateLimiter, household};

mod personal;
mod rate;

#[cfg(test)]
mod tests;

/// A text that somebody brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// An answer to a question.
    Answer,
    /// Who gives an answer.
    Author,
    /// A client's own name for its report.
    ClientKey,
    /// What else might help to answer.
    Context,
    /// An error to look for.
    Error,
    /// Words about an outcome.
    Note,
    /// Words to look for.
    Query,
    /// A question.
    Question,
}

/// Why a text is not let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which text.
    pub field: Field,
    /// What is wrong with it.
    pub why: Why,
}

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A character that no text needs.
    Control(Place),
    /// Nothing in it.
    Empty,
    /// Somebody's personal data.
    Personal(Personal, Place),
    /// A key, a token or a password.
    Secret(Place),
    /// Longer than its kind may be.
    TooLong {
        /// Its length in bytes.
        bytes: usize,
        /// The longest that is let in.
        limit: usize,
    },
}

/// Where something stands: line and characters within it, from 1, the last one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// Its first character.
    pub from: usize,
    /// Its last.
    pub to: usize,
}

/// What tells who somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Personal {
    /// An address for mail.
    Email,
    /// The home folder of a user with a name.
    HomeFolder,
    /// The number of a bank account.
    Iban,
    /// An address of the internet that is no example.
    InternetAddress,
    /// The number of a bank card.
    PaymentCard,
    /// A number to call.
    Phone,
}

/// Lets a text in, or says why not. Searches are looked for and forgotten, so that only their length counts.
///
/// # Errors
/// With the first thing that is wrong.
pub fn admit(field: Field, text: &str) -> Result<(), Refusal> {
    let refuse = |why| Err(Refusal { field, why });
    if text.trim().is_empty() {
        return refuse(Why::Empty);
    }
    let limit = field.limit();
    if text.len() > limit {
        return refuse(Why::TooLong { bytes: text.len(), limit });
    }
    if matches!(field, Field::Error | Field::Query) {
        return Ok(());
    }
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if let Some(at) = text.find(|c| is_control(c) || is_invisible(c)) {
        return refuse(Why::Control(Place::of(text, at, at + 1)));
    }
    if let Some(secret) = secondtry_failure::judge::facts::secrets(text).first() {
        return refuse(Why::Secret(Place::of(text, secret.start, secret.end)));
    }
    match personal::first(text) {
        Some((what, range)) => refuse(Why::Personal(what, Place::of(text, range.start, range.end))),
        None => Ok(()),
    }
}

/// Characters that turn the direction of writing or hide, and so make a text look like another.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}' | '\u{2060}' | '\u{feff}')
}

impl Field {
    /// The longest text, in bytes.
    pub fn limit(self) -> usize {
        match self {
            Self::Answer => 8 * 1024,
            Self::Author => 80,
            Self::ClientKey => 200,
            Self::Context | Self::Error => 16 * 1024,
            Self::Note | Self::Query => 1024,
            Self::Question => 2 * 1024,
        }
    }

    /// As the arguments of a tool name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Author => "author",
            Self::ClientKey => "client_key",
            Self::Context => "context",
            Self::Error => "error",
            Self::Note => "note",
            Self::Query => "query",
            Self::Question => "question",
        }
    }
}

impl Place {
    fn of(text: &str, from: usize, to: usize) -> Self {
        let before = &text[..from];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.matches('\n').count() + 1;
        let first = text[line_start..from].chars().count() + 1;
        let length = text.get(from..to).map_or(1, |inside| inside.chars().count());
        Self { line, from: first, to: first + length.max(1) - 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, from, to } = self;
        if from == to {
            write!(f, "line {line}, character {from}")
        } else {
            write!(f, "line {line}, characters {from} to {to}")
        }
    }
}

impl std::error::Error for Refusal {}

/// For a model or a person: which text, what was seen where, and what to do.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = self.field.name();
        match self.why {
            Why::Control(place) => write!(
                f,
                "`{field}` holds a control or invisible character ({place}). Send plain text without it."
            ),
            Why::Empty => write!(f, "`{field}` is empty. Send some words, or leave it out."),
            Why::Personal(what, place) => write!(
                f,
                "`{field}` holds {what} ({place}). Nothing was kept. Replace it by a stand-in such as {} and send it again.",
                what.stand_in()
            ),
            Why::Secret(place) => write!(
                f,
                "`{field}` holds what looks like a secret ({place}). Nothing was kept. Replace it by `<secret>` and send it again; if it is real, take it for lost and change it."
            ),
            Why::TooLong { bytes, limit } => write!(
                f,
                "`{field}` has {bytes} bytes; at most {limit} are let in. Shorten it and send it again."
            ),
        }
    }
}

impl Personal {
    fn stand_in(self) -> &'static str {
        match self {
            Self::Email => "`user@example.com`",
            Self::HomeFolder => "`/home/USER`",
            Self::Iban | Self::PaymentCard | Self::Phone => "`<number>`",
            Self::InternetAddress => "`192.0.2.1`",
        }
    }
}

impl fmt::Display for Personal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Email => "an e-mail address",
            Self::HomeFolder => "a home folder with somebody's name",
            Self::Iban => "the number of a bank account",
            Self::InternetAddress => "an internet address",
            Self::PaymentCard => "the number of a payment card",
            Self::Phone => "a telephone number",
        })
    }
}
