//! Why a text is no card: the line, and what is wrong there.

use super::{MAX_ERROR_STRING, MAX_ERROR_STRINGS, MAX_SOURCE, MAX_TITLE};

/// Why a text is no card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {wrong}")]
pub struct CardError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub wrong: Wrong,
}

/// A file that is no card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{}: {}", error.line, error.wrong)]
pub struct Refused {
    /// The file, as it was named.
    pub file: String,
    /// Why.
    pub error: CardError,
}

/// What is wrong in a line of a card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each variant's message says what it means")]
#[non_exhaustive]
pub enum Wrong {
    #[error("`{0}` is no day (write YYYY-MM-DD)")]
    Date(String),
    #[error("`{0}` stands twice")]
    Doubled(String),
    #[error("an error string of {bytes} bytes (at most {MAX_ERROR_STRING})")]
    ErrorStringLength { bytes: usize },
    #[error("an error string in no code span (write - `the text`)")]
    ErrorStringSpan,
    #[error("{0} error strings (at most {MAX_ERROR_STRINGS})")]
    ErrorStrings(usize),
    #[error(
        "`{0}` is no name of a card (lower-case letters, digits and single hyphens, at most 80)"
    )]
    Id(String),
    #[error("`## {heading}` stands before `## {before}` (the order is {})", super::HEADINGS.join(", "))]
    HeadingOrder { heading: String, before: String },
    #[error("`{0}` is no kind (card, guide or rule)")]
    Kind(String),
    #[error("no `key: value`")]
    Line,
    #[error("a list that does not end with `]` on its line")]
    List,
    #[error("no `{0}` in the front matter")]
    Missing(&'static str),
    #[error("no `## {heading}` (a card has {})", super::HEADINGS.join(", "))]
    MissingHeading { heading: &'static str },
    #[error("no front matter (the first line is `---`)")]
    NoFrontMatter,
    #[error("more values than a card has use for (at most {0})")]
    Products(usize),
    #[error("a NUL character")]
    Nul,
    #[error("a quotation mark without its end")]
    Quote,
    #[error("`{0}` is no status (accepted, pending or rejected)")]
    Status(String),
    #[error("a title of {0} characters (1 to {MAX_TITLE}, on one line)")]
    Title(usize),
    #[error("{bytes} bytes (at most {MAX_SOURCE})")]
    TooLong { bytes: usize },
    #[error("front matter without its end (a line `---`)")]
    Unclosed,
    #[error("`{key}` is no key of the front matter (known: {})", known.join(", "))]
    UnknownKey { key: String, known: &'static [&'static str] },
    #[error("a plain value that begins with `{0}` (put it in quotation marks)")]
    Unquoted(char),
    #[error("one value, not a list")]
    WantsOne,
}

impl CardError {
    pub(super) fn at(line: usize, wrong: Wrong) -> Self {
        Self { line, wrong }
    }

    /// The error with the file that it stands in.
    pub fn in_file(self, file: impl Into<String>) -> Refused {
        Refused { file: file.into(), error: self }
    }
}
