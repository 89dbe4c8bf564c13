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

use crate::card::{Card, Status};
use crate::day::{Day, Moment};

pub use error::StoreError;
pub use handle::Handle;
pub use item::Item;
pub use open::{Access, Options, open, open_with};
pub use records::{
    Answered, Asked, AuditEntry, AuthorKind, CardLine, Counts, DayCount, FindQuery, Found,
    GivenAnswer, Imported, ListQuery, NewAnswer, NewOutcome, NewQuestion, Outcome, OutcomesQuery,
    Page, Pending, Question, QuestionsQuery, Reported, StoredCard,
};

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
mod records;
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
    /// The accepted cards changed last, newest first.
    fn changed(&self, limit: usize) -> Answer<'_, Vec<CardLine>>;
    /// Accepted cards that fit an error or words, best first.
    fn find<'a>(&'a self, query: &'a FindQuery<'a>) -> Answer<'a, Page<Found>>;

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

    /// Forgets who reported outcomes before a day; the outcomes stay. Gives how many.
    fn forget_clients(&self, before: Day) -> Answer<'_, u64>;

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
