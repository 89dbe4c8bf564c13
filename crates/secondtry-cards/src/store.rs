//! Keeps cards, what became of them, and questions, in one file of SQLite or in Postgres.
//!
//! Both stores keep what they have acknowledged: SQLite writes ahead with `synchronous = FULL`, so that a commit is on the
//! disk before it returns, also when the process is killed or the power goes; Postgres is asked for `synchronous_commit = on`.
//!
//! ```
//! use secondtry_cards::{day::Moment, rule_pages, store::{self, FindQuery}};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let file = std::env::temp_dir().join(format!("cards-doc-{}.db", std::process::id()));
//! let store = store::open(&file.display().to_string()).await?;
//! let now = Moment::from(std::time::SystemTime::now());
//! store.import(&rule_pages::all()?, "operator", now).await?;
//! let error = "McpError: MCP error -32001: Request timed out\n    at /srv/client.js:3:1";
//! let found = store.find(&FindQuery { error: Some(error), ..FindQuery::default() }).await?;
//! assert_eq!(found.items[0].card.id, "no-response");
//! # std::fs::remove_file(file)?;
//! # Ok(())
//! # }
//! ```

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use crate::card::{Card, Kind, Status};
use crate::day::{Day, Moment};
use crate::search::Why;

pub use error::StoreError;
pub use handle::Handle;
pub use item::Item;
pub use open::{Access, Options, open, open_with};

mod cards;
mod cursor;
mod database;
mod error;
mod find;
mod handle;
mod item;
mod migrate;
mod moderation;
mod open;
mod outcomes;
mod questions;
mod sql_store;

/// What a store answers with, some time later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A place that keeps cards. Any number of them may stand before one database, in any number of processes.
///
/// Each method does all or nothing, and what it has acknowledged stays. Lists come in pages: a cursor names the last item
/// seen, so that what is added or removed meanwhile neither repeats nor hides another.
pub trait Store: Send + Sync {
    /// Adds cards or changes those of the same name, all or none.
    fn import<'a>(&'a self, cards: &'a [Card], actor: &'a str, now: Moment)
    -> Answer<'a, Imported>;
    /// The card with a name, whatever its status.
    fn card<'a>(&'a self, id: &'a str) -> Answer<'a, Option<StoredCard>>;
    /// Whole cards by name, for an export.
    fn cards<'a>(&'a self, query: &'a ListQuery<'a>) -> Answer<'a, Page<StoredCard>>;
    /// Cards by name, without their texts.
    fn list<'a>(&'a self, query: &'a ListQuery<'a>) -> Answer<'a, Page<CardLine>>;
    /// The cards changed last, newest first.
    fn changed(&self, limit: usize) -> Answer<'_, Vec<CardLine>>;
    /// Accepted cards that fit an error or words, best first.
    fn find<'a>(&'a self, query: &'a FindQuery<'a>) -> Answer<'a, Page<Found>>;
    /// The one accepted card that has exactly this error, up to what differs from run to run; `None` where none has, or several.
    fn known_fix<'a>(&'a self, error: &'a str) -> Answer<'a, Option<CardLine>>;

    /// Counts whether a card's fix worked.
    fn report_outcome<'a>(
        &'a self,
        outcome: &'a NewOutcome<'a>,
        now: Moment,
    ) -> Answer<'a, Reported>;
    /// What was reported about a card, newest first.
    fn outcomes<'a>(&'a self, query: &'a OutcomesQuery<'a>) -> Answer<'a, Page<Outcome>>;
    /// The counts of a card by day, oldest first; days without any are left out.
    fn outcomes_by_day<'a>(&'a self, card: &'a str, since: Day) -> Answer<'a, Vec<DayCount>>;

    /// Keeps a question until its lifetime ends.
    fn ask<'a>(&'a self, question: &'a NewQuestion<'a>, now: Moment) -> Answer<'a, Question>;
    /// Adds an answer to a question.
    fn answer<'a>(
        &'a self,
        handle: &'a Handle,
        answer: &'a NewAnswer<'a>,
        now: Moment,
    ) -> Answer<'a, Answered>;
    /// How a question stands.
    fn question<'a>(&'a self, handle: &'a Handle, now: Moment) -> Answer<'a, Asked>;
    /// Questions that have not expired, newest first.
    fn questions<'a>(
        &'a self,
        query: &'a QuestionsQuery<'a>,
        now: Moment,
    ) -> Answer<'a, Page<Question>>;
    /// Forgets questions that expired before a moment. Gives how many.
    fn forget_expired(&self, before: Moment) -> Answer<'_, u64>;

    /// What waits for somebody to look at it, oldest first.
    fn pending<'a>(&'a self, cursor: Option<&'a str>, limit: usize) -> Answer<'a, Page<Pending>>;
    /// Accepts or rejects something. `false` where there is no such thing.
    fn moderate<'a>(
        &'a self,
        item: &'a Item,
        status: Status,
        actor: &'a str,
        now: Moment,
    ) -> Answer<'a, bool>;
    /// Who did what, newest first.
    fn audit<'a>(&'a self, cursor: Option<&'a str>, limit: usize) -> Answer<'a, Page<AuditEntry>>;
    /// How much there is.
    fn counts(&self) -> Answer<'_, Counts>;
}

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

    fn from_name(name: &str) -> Self {
        if name == "agent" { Self::Agent } else { Self::Person }
    }
}
