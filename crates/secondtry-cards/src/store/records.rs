//! What goes into a store and comes out of it.

use std::time::Duration;

use super::{Handle, Item};
use crate::card::{Card, Kind, Status};
use crate::day::{Day, Moment};
use crate::search::Why;

/// Some items, and where to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The items.
    pub items: Vec<T>,
    /// Names the last of them, where there are more.
    pub next: Option<String>,
}

/// How many cards an import added, changed and left as they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Cards that were not there.
    pub added: usize,
    /// Cards that were there with another text.
    pub changed: usize,
    /// Cards that were there with the same text.
    pub unchanged: usize,
}

/// A card with what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCard {
    /// The card.
    pub card: Card,
    /// How often its fix was reported to have worked.
    pub worked: u64,
    /// How often it was tried.
    pub tried: u64,
    /// When its text was last changed in this store.
    pub changed: Moment,
}

/// A card in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardLine {
    /// Its name.
    pub id: String,
    /// What it is.
    pub kind: Kind,
    /// One line that says what fails.
    pub title: String,
    /// Whether people may be shown it.
    pub status: Status,
    /// The day it was last changed, in the words of its author.
    pub updated: String,
    /// When its text was last changed in this store.
    pub changed: Moment,
    /// How often its fix was reported to have worked.
    pub worked: u64,
    /// How often it was tried.
    pub tried: u64,
}

/// Which cards to list.
#[derive(Clone, Copy, Debug)]
pub struct ListQuery<'a> {
    /// Only those of this status; `None` for all.
    pub status: Option<Status>,
    /// Go on after the page that ended with this.
    pub cursor: Option<&'a str>,
    /// At most so many, up to 1000.
    pub limit: usize,
}

/// What to look for.
#[derive(Clone, Copy, Debug)]
pub struct FindQuery<'a> {
    /// Words.
    pub query: Option<&'a str>,
    /// An error, as it was printed. The first 16 KiB are read.
    pub error: Option<&'a str>,
    /// Go on after the page that ended with this.
    pub cursor: Option<&'a str>,
    /// At most so many, up to 50.
    pub limit: usize,
}

/// A card that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The card.
    pub card: CardLine,
    /// Why it was found.
    pub why: Why,
}

/// Whether a fix worked.
#[derive(Clone, Copy, Debug)]
pub struct NewOutcome<'a> {
    /// The card's name.
    pub card: &'a str,
    /// Whether it worked.
    pub worked: bool,
    /// Words about it, which [`crate::door`] has let in.
    pub note: Option<&'a str>,
    /// Whether the note may be shown at once.
    pub note_status: Status,
    /// Who reports, in whatever way callers are told apart. Counts once a card and day.
    pub client: Option<&'a str>,
    /// The client's own name for this report. The same name counts once a card.
    pub client_key: Option<&'a str>,
}

/// What became of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported {
    /// It counts.
    Counted,
    /// The same client reported about this card today.
    SameDay,
    /// The report with this key is there already.
    SameKey,
    /// There is no such card.
    UnknownCard,
}

/// Which outcomes to list.
#[derive(Clone, Copy, Debug)]
pub struct OutcomesQuery<'a> {
    /// The card's name.
    pub card: &'a str,
    /// Show notes of this status only, and leave out the words of others; `None` for all.
    pub note_status: Option<Status>,
    /// Go on after the page that ended with this.
    pub cursor: Option<&'a str>,
    /// At most so many, up to 1000.
    pub limit: usize,
}

/// One report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its number.
    pub number: i64,
    /// When.
    pub at: Moment,
    /// Whether it worked.
    pub worked: bool,
    /// Words about it.
    pub note: Option<String>,
    /// Whether people may be shown the words.
    pub note_status: Status,
}

/// The reports of one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayCount {
    /// The day, in UTC.
    pub day: Day,
    /// How many worked.
    pub worked: u64,
    /// How many there were.
    pub tried: u64,
}

/// A question to be kept. [`crate::door`] has let its words in.
#[derive(Clone, Copy, Debug)]
pub struct NewQuestion<'a> {
    /// The question.
    pub question: &'a str,
    /// What else might help.
    pub context: Option<&'a str>,
    /// Who asks.
    pub client: Option<&'a str>,
    /// How long it is kept.
    pub lifetime: Duration,
    /// Whether people may be shown it at once.
    pub status: Status,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What it is asked for by.
    pub handle: Handle,
    /// The question.
    pub question: String,
    /// What else might help.
    pub context: Option<String>,
    /// Whether people may be shown it.
    pub status: Status,
    /// When it was asked.
    pub asked: Moment,
    /// When it is forgotten.
    pub expires: Moment,
    /// When the first answer came that people may be shown.
    pub answered: Option<Moment>,
}

/// An answer to be kept. [`crate::door`] has let its words in.
#[derive(Clone, Copy, Debug)]
pub struct NewAnswer<'a> {
    /// The answer.
    pub text: &'a str,
    /// Who gives it, in their own words.
    pub author: &'a str,
    /// What they are.
    pub kind: AuthorKind,
    /// Whether people may be shown it at once.
    pub status: Status,
}

/// Who wrote an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthorKind {
    /// A program.
    Agent,
    /// Somebody on a page.
    Person,
}

/// An answer that people may be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenAnswer {
    /// Its number.
    pub number: i64,
    /// The answer.
    pub text: String,
    /// Who gave it, in their own words.
    pub author: String,
    /// What they are.
    pub kind: AuthorKind,
    /// When.
    pub at: Moment,
}

/// What became of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The question's lifetime has ended.
    Expired,
    /// It is kept, under this number.
    Kept(i64),
    /// There is no such question.
    Unknown,
}

/// How a question stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// It has answers, the oldest first.
    Answered(Question, Vec<GivenAnswer>),
    /// Its lifetime has ended.
    Expired(Question),
    /// It has none that may be shown.
    Pending(Question),
    /// There is no such question, or it was forgotten.
    Unknown,
}

/// Which questions to list.
#[derive(Clone, Copy, Debug)]
pub struct QuestionsQuery<'a> {
    /// Only those with an answer, or only those without; `None` for all.
    pub is_answered: Option<bool>,
    /// Only those of this status; `None` for all.
    pub status: Option<Status>,
    /// Go on after the page that ended with this.
    pub cursor: Option<&'a str>,
    /// At most so many, up to 1000.
    pub limit: usize,
}

/// Something that nobody has looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// What it is.
    pub item: Item,
    /// What it says, or the title of a card.
    pub text: String,
    /// What it is about: a card's name, or a question.
    pub about: Option<String>,
    /// Since when.
    pub at: Moment,
}

/// One line of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// When.
    pub at: Moment,
    /// Who.
    pub actor: String,
    /// What was done: `add`, `change`, `accept`, `reject`, `set-pending`, `forget`.
    pub action: String,
    /// To what, as [`Item`] writes it.
    pub subject: String,
}

/// How much there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cards that people may be shown.
    pub accepted: u64,
    /// Cards that nobody has looked at.
    pub pending: u64,
    /// Cards that were refused.
    pub rejected: u64,
    /// Reports that a fix worked.
    pub worked: u64,
    /// Reports.
    pub tried: u64,
    /// Questions that are kept.
    pub questions: u64,
}

impl Default for FindQuery<'_> {
    /// Ten cards.
    fn default() -> Self {
        Self { query: None, error: None, cursor: None, limit: 10 }
    }
}

impl Default for ListQuery<'_> {
    /// A hundred accepted cards.
    fn default() -> Self {
        Self { status: Some(Status::Accepted), cursor: None, limit: 100 }
    }
}

impl AuthorKind {
    /// `agent` or `person`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Person => "person",
        }
    }

    pub(super) fn from_name(name: &str) -> Self {
        if name == "agent" { Self::Agent } else { Self::Person }
    }
}
