//! The store on either database: each promise of [`Store`] to the module that keeps it.

use super::database::Database;
use super::{
    Answer, Answered, Asked, AuditEntry, CardLine, Counts, DayCount, FindQuery, Found, Handle,
    Imported, Item, ListQuery, NewAnswer, NewOutcome, NewQuestion, Outcome, OutcomesQuery, Page,
    Pending, Question, QuestionsQuery, Reported, Store, StoredCard,
};
use super::{cards, find, moderation, outcomes, questions};
use crate::card::{Card, Status};
use crate::day::{Day, Moment};

/// A store on SQLite or Postgres.
#[derive(Clone, Debug)]
pub(super) struct SqlStore {
    database: Database,
}

impl SqlStore {
    pub(super) fn new(database: Database) -> Self {
        Self { database }
    }
}

impl Store for SqlStore {
    fn import<'a>(
        &'a self,
        cards: &'a [Card],
        actor: &'a str,
        now: Moment,
    ) -> Answer<'a, Imported> {
        Box::pin(cards::import(&self.database, cards, actor, now))
    }

    fn card<'a>(&'a self, id: &'a str) -> Answer<'a, Option<StoredCard>> {
        Box::pin(cards::card(&self.database, id))
    }

    fn cards<'a>(&'a self, query: &'a ListQuery<'a>) -> Answer<'a, Page<StoredCard>> {
        Box::pin(cards::cards(&self.database, query))
    }

    fn list<'a>(&'a self, query: &'a ListQuery<'a>) -> Answer<'a, Page<CardLine>> {
        Box::pin(cards::list(&self.database, query))
    }

    fn changed(&self, limit: usize) -> Answer<'_, Vec<CardLine>> {
        Box::pin(cards::changed(&self.database, limit))
    }

    fn find<'a>(&'a self, query: &'a FindQuery<'a>) -> Answer<'a, Page<Found>> {
        Box::pin(find::find(&self.database, query))
    }

    fn report_outcome<'a>(
        &'a self,
        outcome: &'a NewOutcome<'a>,
        now: Moment,
    ) -> Answer<'a, Reported> {
        Box::pin(outcomes::report(&self.database, outcome, now))
    }

    fn outcomes<'a>(&'a self, query: &'a OutcomesQuery<'a>) -> Answer<'a, Page<Outcome>> {
        Box::pin(outcomes::list(&self.database, query))
    }

    fn outcomes_by_day<'a>(&'a self, card: &'a str, since: Day) -> Answer<'a, Vec<DayCount>> {
        Box::pin(outcomes::by_day(&self.database, card, since))
    }

    fn ask<'a>(&'a self, question: &'a NewQuestion<'a>, now: Moment) -> Answer<'a, Question> {
        Box::pin(questions::ask(&self.database, question, now))
    }

    fn answer<'a>(
        &'a self,
        handle: &'a Handle,
        answer: &'a NewAnswer<'a>,
        now: Moment,
    ) -> Answer<'a, Answered> {
        Box::pin(questions::answer(&self.database, handle, answer, now))
    }

    fn question<'a>(&'a self, handle: &'a Handle, now: Moment) -> Answer<'a, Asked> {
        Box::pin(questions::question(&self.database, handle, now))
    }

    fn questions<'a>(
        &'a self,
        query: &'a QuestionsQuery<'a>,
        now: Moment,
    ) -> Answer<'a, Page<Question>> {
        Box::pin(questions::list(&self.database, query, now))
    }

    fn forget_expired(&self, before: Moment) -> Answer<'_, u64> {
        Box::pin(questions::forget_expired(&self.database, before))
    }

    fn forget_clients(&self, before: Day) -> Answer<'_, u64> {
        Box::pin(outcomes::forget_clients(&self.database, before))
    }

    fn pending<'a>(&'a self, cursor: Option<&'a str>, limit: usize) -> Answer<'a, Page<Pending>> {
        Box::pin(moderation::pending(&self.database, cursor, limit))
    }

    fn moderate<'a>(
        &'a self,
        item: &'a Item,
        status: Status,
        actor: &'a str,
        now: Moment,
    ) -> Answer<'a, bool> {
        Box::pin(moderation::moderate(&self.database, item, status, actor, now))
    }

    fn audit<'a>(&'a self, cursor: Option<&'a str>, limit: usize) -> Answer<'a, Page<AuditEntry>> {
        Box::pin(moderation::audit(&self.database, cursor, limit))
    }

    fn counts(&self) -> Answer<'_, Counts> {
        Box::pin(cards::counts(&self.database))
    }
}
