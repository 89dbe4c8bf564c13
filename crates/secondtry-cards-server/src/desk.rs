//! What tools and pages have in common: the store behind the door.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use secondtry_cards::card::{Card, Status};
use secondtry_cards::day::{Day, Moment};
use secondtry_cards::door::{self, Field, RateLimiter};
use secondtry_cards::store::{
    Answered, Asked, AuthorKind, CardLine, Counts, DayCount, FindQuery, Found, Handle, ListQuery,
    NewAnswer, NewOutcome, NewQuestion, Outcome, OutcomesQuery, Page, Question, QuestionsQuery,
    Reported, Store, StoredCard,
};

pub use self::refused::Refused;

#[cfg(test)]
pub(crate) mod fixture;
mod refused;
#[cfg(test)]
mod tests;

/// How a desk works.
#[derive(Clone, Debug)]
pub struct DeskSettings {
    /// Whether questions are taken and answered.
    pub asks: bool,
    /// Whether notes, questions and answers are shown at once, before somebody has accepted them.
    pub is_unmoderated: bool,
    /// How long a question is kept.
    pub question_lifetime: Duration,
    /// Where people reach the pages, as `https://cards.example`, without a slash at the end; for feeds and links.
    pub public_url: Option<String>,
}

impl Default for DeskSettings {
    /// No questions; what people write waits; questions are kept for 14 days.
    fn default() -> Self {
        Self {
            asks: false,
            is_unmoderated: false,
            question_lifetime: Duration::from_hours(14 * 24),
            public_url: None,
        }
    }
}

/// Who is at the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// Somebody at an address.
    At(IpAddr),
    /// Who started this program, over standard input.
    Local,
}

/// The store behind the door.
pub struct Desk {
    store: Box<dyn Store>,
    settings: DeskSettings,
    clock: fn() -> Moment,
    reads: Mutex<RateLimiter>,
    writes: Mutex<RateLimiter>,
}

/// A report about a card, in the reporter's words.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The card's name.
    pub card: &'a str,
    /// Whether the fix worked.
    pub worked: bool,
    /// Words about it.
    pub note: Option<&'a str>,
    /// The reporter's own name for this report. The same name counts once a card.
    pub client_key: Option<&'a str>,
}

/// An answer to a question, in the writer's words.
#[derive(Clone, Copy, Debug)]
pub struct Reply<'a> {
    /// The answer.
    pub text: &'a str,
    /// Who gives it.
    pub author: &'a str,
    /// What they are.
    pub kind: AuthorKind,
}

impl Desk {
    /// A desk before `store`, told the time by `clock`.
    pub fn new(store: Box<dyn Store>, settings: DeskSettings, clock: fn() -> Moment) -> Self {
        Self {
            store,
            settings,
            clock,
            reads: Mutex::new(RateLimiter::new(120, Duration::from_millis(250), ADDRESSES)),
            writes: Mutex::new(RateLimiter::new(20, Duration::from_secs(20), ADDRESSES)),
        }
    }

    /// How it works.
    pub fn settings(&self) -> &DeskSettings {
        &self.settings
    }

    /// The time.
    pub fn now(&self) -> Moment {
        (self.clock)()
    }

    /// Counts one thing that a visitor reads.
    ///
    /// # Errors
    /// Where they read too often: 120 at once, and four more a second.
    pub fn admit_reader(&self, visitor: Visitor) -> Result<(), Refused> {
        self.take(&self.reads, visitor)
    }

    /// The accepted card with a name.
    pub async fn card(&self, id: &str) -> Result<Option<StoredCard>, Refused> {
        let card = self.store.card(id).await?;
        Ok(card.filter(|card| card.card.status() == Status::Accepted))
    }

    /// Accepted cards by name.
    pub async fn list(
        &self,
        cursor: Option<&str>,
        limit: usize,
    ) -> Result<Page<CardLine>, Refused> {
        Ok(self.store.list(&ListQuery { cursor, limit, ..ListQuery::default() }).await?)
    }

    /// Whole accepted cards by name.
    pub async fn cards(
        &self,
        cursor: Option<&str>,
        limit: usize,
    ) -> Result<Page<StoredCard>, Refused> {
        Ok(self.store.cards(&ListQuery { cursor, limit, ..ListQuery::default() }).await?)
    }

    /// The accepted cards changed last, newest first.
    pub async fn changed(&self, limit: usize) -> Result<Vec<CardLine>, Refused> {
        Ok(self.store.changed(limit).await?)
    }

    /// Accepted cards that fit, best first.
    ///
    /// # Errors
    /// Where the query or the error is empty or too long.
    pub async fn find(&self, query: &FindQuery<'_>) -> Result<Page<Found>, Refused> {
        admit(Field::Query, query.query)?;
        admit(Field::Error, query.error)?;
        Ok(self.store.find(query).await?)
    }

    /// Counts whether a card's fix worked. A card that is not accepted is unknown.
    ///
    /// # Errors
    /// Where the visitor writes too often, or a text is not let in.
    pub async fn report(&self, report: &Report<'_>, visitor: Visitor) -> Result<Reported, Refused> {
        admit(Field::Note, report.note)?;
        admit(Field::ClientKey, report.client_key)?;
        self.take(&self.writes, visitor)?;
        if self.card(report.card).await?.is_none() {
            return Ok(Reported::UnknownCard);
        }
        let client = visitor.to_string();
        let outcome = NewOutcome {
            card: report.card,
            worked: report.worked,
            note: report.note,
            note_status: self.first_status(),
            client: Some(&client),
            client_key: report.client_key,
        };
        Ok(self.store.report_outcome(&outcome, self.now()).await?)
    }

    /// What was reported about a card, newest first, without words that nobody has accepted.
    pub async fn outcomes(&self, card: &str, limit: usize) -> Result<Page<Outcome>, Refused> {
        let note_status = Some(Status::Accepted);
        let query = OutcomesQuery { card, note_status, cursor: None, limit };
        Ok(self.store.outcomes(&query).await?)
    }

    /// The counts of a card by day, oldest first.
    pub async fn outcomes_by_day(&self, card: &str, since: Day) -> Result<Vec<DayCount>, Refused> {
        Ok(self.store.outcomes_by_day(card, since).await?)
    }

    /// Keeps a question.
    ///
    /// # Errors
    /// Where no questions are taken, the visitor writes too often, or a text is not let in.
    pub async fn ask(
        &self,
        question: &str,
        context: Option<&str>,
        visitor: Visitor,
    ) -> Result<Question, Refused> {
        self.must_ask()?;
        admit(Field::Question, Some(question))?;
        admit(Field::Context, context)?;
        self.take(&self.writes, visitor)?;
        let client = visitor.to_string();
        let question = NewQuestion {
            question,
            context,
            client: Some(&client),
            lifetime: self.settings.question_lifetime,
            status: self.first_status(),
        };
        Ok(self.store.ask(&question, self.now()).await?)
    }

    /// Adds an answer to a question.
    ///
    /// # Errors
    /// As [`Desk::ask`].
    pub async fn answer(
        &self,
        handle: &Handle,
        reply: &Reply<'_>,
        visitor: Visitor,
    ) -> Result<Answered, Refused> {
        self.must_ask()?;
        admit(Field::Answer, Some(reply.text))?;
        admit(Field::Author, Some(reply.author))?;
        self.take(&self.writes, visitor)?;
        let Reply { text, author, kind } = *reply;
        let answer = NewAnswer { text, author, kind, status: self.first_status() };
        Ok(self.store.answer(handle, &answer, self.now()).await?)
    }

    /// How a question stands.
    ///
    /// # Errors
    /// Where no questions are taken.
    pub async fn question(&self, handle: &Handle) -> Result<Asked, Refused> {
        self.must_ask()?;
        Ok(self.store.question(handle, self.now()).await?)
    }

    /// Accepted questions that have not expired, newest first.
    ///
    /// # Errors
    /// Where no questions are taken.
    pub async fn questions(
        &self,
        is_answered: Option<bool>,
        cursor: Option<&str>,
        limit: usize,
    ) -> Result<Page<Question>, Refused> {
        self.must_ask()?;
        let status = Some(Status::Accepted);
        let query = QuestionsQuery { is_answered, status, cursor, limit };
        Ok(self.store.questions(&query, self.now()).await?)
    }

    /// How much there is.
    pub async fn counts(&self) -> Result<Counts, Refused> {
        Ok(self.store.counts().await?)
    }

    /// Forgets what is kept for a time only: questions whose lifetime ended, and who reported outcomes before yesterday. To be called now and then; it may be called by several programs at once.
    ///
    /// # Errors
    /// Where the store does not do it.
    pub async fn tidy(&self) -> Result<(), Refused> {
        let now = self.now();
        self.store.forget_expired(now).await?;
        self.store.forget_clients(Day::from_number(now.day().number() - 1)).await?;
        Ok(())
    }

    /// Adds cards that the store lacks; those that it has stay as they are, whatever their status.
    ///
    /// # Errors
    /// Where the store does not do it.
    pub async fn add_missing(&self, cards: Vec<Card>, actor: &str) -> Result<usize, Refused> {
        let mut missing = Vec::new();
        for card in cards {
            if self.store.card(card.id()).await?.is_none() {
                missing.push(card);
            }
        }
        if !missing.is_empty() {
            self.store.import(&missing, actor, self.now()).await?;
        }
        Ok(missing.len())
    }

    fn must_ask(&self) -> Result<(), Refused> {
        if self.settings.asks { Ok(()) } else { Err(Refused::NoQuestions) }
    }

    fn first_status(&self) -> Status {
        if self.settings.is_unmoderated { Status::Accepted } else { Status::Pending }
    }

    fn take(&self, limiter: &Mutex<RateLimiter>, visitor: Visitor) -> Result<(), Refused> {
        match visitor {
            Visitor::At(address) => limiter
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take(address, self.now())
                .map_err(Refused::TooOften),
            Visitor::Local => Ok(()),
        }
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// As the store tells visitors apart.
impl fmt::Display for Visitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(address) => write!(f, "{}", door::household(*address)),
            Self::Local => f.write_str("local"),
        }
    }
}

fn admit(field: Field, text: Option<&str>) -> Result<(), Refused> {
    text.map_or(Ok(()), |text| Ok(door::admit(field, text)?))
}

/// How many addresses are told apart by their rate, in about 100 bytes each.
const ADDRESSES: usize = 50_000;
