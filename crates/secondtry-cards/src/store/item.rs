//! Names what can be accepted or rejected.

use std::fmt;

use super::Handle;

/// Something that can be accepted or rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// The answer with this number.
    Answer(i64),
    /// The card with this name.
    Card(String),
    /// The note of the outcome with this number.
    Note(i64),
    /// The question with this handle.
    Question(Handle),
}

impl Item {
    /// Reads `card:NAME`, `note:NUMBER`, `answer:NUMBER` or `question:HANDLE`; a bare name is a card.
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, name) = text.split_once(':').unwrap_or(("card", text));
        match kind {
            "answer" => name.parse().ok().map(Self::Answer),
            "card" => crate::card::is_id(name).then(|| Self::Card(name.to_owned())),
            "note" => name.parse().ok().map(Self::Note),
            "question" => Handle::parse(name).map(Self::Question),
            _ => None,
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer(number) => write!(f, "answer:{number}"),
            Self::Card(id) => write!(f, "card:{id}"),
            Self::Note(number) => write!(f, "note:{number}"),
            Self::Question(handle) => write!(f, "question:{handle}"),
        }
    }
}
