//! Cards in, cards out.

use std::collections::BTreeMap;

use serde_json::json;

use super::database::{Database, Row, Sql, Value, Work};
use super::{
    CardLine, Counts, Imported, ListQuery, Page, StoreError, StoredCard, cursor, moderation,
};
use crate::card::{Card, Kind, Status};
use crate::day::Moment;

pub(super) mod index;

/// So many cards go into one statement.
const BATCH: usize = 500;

pub(super) async fn import(
    database: &Database,
    cards: &[Card],
    actor: &str,
    now: Moment,
) -> Result<Imported, StoreError> {
    let mut imported = Imported::default();
    let mut work = database.begin().await?;
    one_at_a_time(&mut work).await?;
    let mut frequencies = index::Frequencies::default();
    for batch in cards.chunks(BATCH) {
        // Of two cards with one name the last counts.
        let batch: BTreeMap<&str, &Card> = batch.iter().map(|card| (card.id(), card)).collect();
        let known = stored(&mut work, batch.keys().copied()).await?;
        let (mut put, mut gone, mut log) = (Vec::new(), Vec::new(), Vec::new());
        for (id, card) in batch {
            match known.get(id) {
                Some((_, source)) if source == card.source() => imported.unchanged += 1,
                Some((number, source)) => {
                    imported.changed += 1;
                    put.push(card);
                    log.push(("change", format!("card:{id}")));
                    if let Ok(old) = Card::parse(source.clone())
                        && old.status() == Status::Accepted
                    {
                        gone.push((*number, old));
                    }
                }
                None => {
                    imported.added += 1;
                    put.push(card);
                    log.push(("add", format!("card:{id}")));
                }
            }
        }
        index::remove(&mut work, &gone, &mut frequencies).await?;
        let numbers = write(&mut work, &put, now).await?;
        let accepted: Vec<(i64, &Card)> = put
            .iter()
            .filter(|card| card.status() == Status::Accepted)
            .filter_map(|card| Some((*numbers.get(card.id())?, *card)))
            .collect();
        index::add(&mut work, &accepted, &mut frequencies).await?;
        moderation::log(&mut work, &log, actor, now).await?;
    }
    frequencies.write(&mut work).await?;
    work.commit().await?;
    Ok(imported)
}

/// Waits until no other instance writes cards: they would change the same frequencies in another order.
pub(super) async fn one_at_a_time(work: &mut Work) -> Result<(), StoreError> {
    if matches!(work, Work::Postgres(_)) {
        work.run(Sql::both("SELECT pg_advisory_xact_lock(846492282)"), &[]).await?;
    }
    Ok(())
}

/// The numbers and texts of the cards with these names.
async fn stored<'a>(
    work: &mut Work,
    ids: impl Iterator<Item = &'a str>,
) -> Result<BTreeMap<String, (i64, String)>, StoreError> {
    let ids = json!(ids.collect::<Vec<_>>()).to_string();
    let sql = Sql::each(
        "SELECT id, number, source FROM card WHERE id IN (SELECT value FROM json_each($1))",
        "SELECT id, number, source FROM card WHERE id IN (SELECT json_array_elements_text($1::json))",
    );
    let rows = work.rows(sql, &[Value::Text(&ids)]).await?;
    rows.iter().map(|row| Ok((row.text(0)?, (row.int(1)?, row.text(2)?)))).collect()
}

/// Writes cards. Gives their numbers by their names.
pub(super) async fn write(
    work: &mut Work,
    cards: &[&Card],
    now: Moment,
) -> Result<BTreeMap<String, i64>, StoreError> {
    if cards.is_empty() {
        return Ok(BTreeMap::new());
    }
    let is_postgres = matches!(work, Work::Postgres(_));
    let rows: Vec<_> = cards.iter().map(|card| index::row_of(card, is_postgres)).collect();
    let rows = json!(rows).to_string();
    let sql = Sql::each(
        "INSERT INTO card (id, kind, title, status, updated, source, changed_ms)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, $2
         FROM json_each($1) WHERE TRUE
         ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, title = excluded.title,
           status = excluded.status, updated = excluded.updated, source = excluded.source,
           changed_ms = excluded.changed_ms
         RETURNING id, number",
        "INSERT INTO card (id, kind, title, status, updated, source, changed_ms, words, errors)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, $2,
           (value ->> 6)::tsvector, value ->> 7
         FROM json_array_elements($1::json) AS value
         ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, title = excluded.title,
           status = excluded.status, updated = excluded.updated, source = excluded.source,
           changed_ms = excluded.changed_ms, words = excluded.words, errors = excluded.errors
         RETURNING id, number",
    );
    let rows = work.rows(sql, &[Value::Text(&rows), Value::Int(now.ms())]).await?;
    rows.iter().map(|row| Ok((row.text(0)?, row.int(1)?))).collect()
}

pub(super) async fn card(database: &Database, id: &str) -> Result<Option<StoredCard>, StoreError> {
    let sql = Sql::both("SELECT id, source, worked, tried, changed_ms FROM card WHERE id = $1");
    database.row(sql, &[Value::Text(id)]).await?.as_ref().map(stored_card).transpose()
}

pub(super) async fn cards(
    database: &Database,
    query: &ListQuery<'_>,
) -> Result<Page<StoredCard>, StoreError> {
    let sql = Sql::both(
        "SELECT id, source, worked, tried, changed_ms FROM card
         WHERE id > $1 AND ($2 = '' OR status = $2) ORDER BY id LIMIT $3",
    );
    let rows = page_of(database, sql, query).await?;
    let items = rows.iter().map(stored_card).collect::<Result<_, _>>()?;
    Ok(cut(items, query.limit, |card: &StoredCard| card.card.id()))
}

pub(super) async fn list(
    database: &Database,
    query: &ListQuery<'_>,
) -> Result<Page<CardLine>, StoreError> {
    let sql = Sql::both(
        "SELECT id, kind, title, status, updated, changed_ms, worked, tried FROM card
         WHERE id > $1 AND ($2 = '' OR status = $2) ORDER BY id LIMIT $3",
    );
    let rows = page_of(database, sql, query).await?;
    let items = rows.iter().map(line).collect::<Result<_, _>>()?;
    Ok(cut(items, query.limit, |line: &CardLine| &line.id))
}

pub(super) async fn changed(
    database: &Database,
    limit: usize,
) -> Result<Vec<CardLine>, StoreError> {
    let sql = Sql::both(
        "SELECT id, kind, title, status, updated, changed_ms, worked, tried FROM card
         WHERE status = 'accepted' ORDER BY changed_ms DESC, number DESC LIMIT $1",
    );
    let limit = i64::try_from(limit.min(1000)).unwrap_or_default();
    let rows = database.rows(sql, &[Value::Int(limit)]).await?;
    rows.iter().map(line).collect()
}

pub(super) async fn counts(database: &Database) -> Result<Counts, StoreError> {
    let sql = Sql::both(
        "SELECT status, COUNT(*), CAST(COALESCE(SUM(worked), 0) AS BIGINT), CAST(COALESCE(SUM(tried), 0) AS BIGINT)
         FROM card GROUP BY status",
    );
    let mut counts = Counts::default();
    for row in database.rows(sql, &[]).await? {
        match Status::from_name(&row.text(0)?) {
            Some(Status::Accepted) => counts.accepted = row.count(1)?,
            Some(Status::Pending) => counts.pending = row.count(1)?,
            Some(Status::Rejected) => counts.rejected = row.count(1)?,
            None => {}
        }
        counts.worked += row.count(2)?;
        counts.tried += row.count(3)?;
    }
    let questions = database.row(Sql::both("SELECT COUNT(*) FROM question"), &[]).await?;
    counts.questions = questions.map_or(Ok(0), |row| row.count(0))?;
    Ok(counts)
}

async fn page_of(
    database: &Database,
    sql: Sql,
    query: &ListQuery<'_>,
) -> Result<Vec<Row>, StoreError> {
    let after = query.cursor.map(|cursor| cursor::read::<1>("cards", cursor)).transpose()?;
    let after = after.map(|[id]| id).unwrap_or_default();
    let status = query.status.map(Status::name).unwrap_or_default();
    let limit = i64::try_from(query.limit.clamp(1, 1000) + 1).unwrap_or_default();
    let values = [Value::Text(&after), Value::Text(status), Value::Int(limit)];
    database.rows(sql, &values).await
}

/// The first `limit` items; one more than that says that there is a next page.
fn cut<T>(mut items: Vec<T>, limit: usize, id: impl Fn(&T) -> &str) -> Page<T> {
    let limit = limit.clamp(1, 1000);
    let more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| more).map(|last| cursor::write("cards", &[id(last)]));
    Page { items, next }
}

pub(super) fn stored_card(row: &Row) -> Result<StoredCard, StoreError> {
    let card = Card::parse(row.text(1)?).map_err(|source| StoreError::UnreadableCard {
        id: row.text(0).unwrap_or_default(),
        source,
    })?;
    let changed = Moment::from_ms(row.int(4)?);
    Ok(StoredCard { card, worked: row.count(2)?, tried: row.count(3)?, changed })
}

/// A line from `id, kind, title, status, updated, changed_ms, worked, tried`.
pub(super) fn line(row: &Row) -> Result<CardLine, StoreError> {
    Ok(CardLine {
        id: row.text(0)?,
        kind: match row.text(1)?.as_str() {
            "guide" => Kind::Guide,
            "rule" => Kind::Rule,
            _ => Kind::Card,
        },
        title: row.text(2)?,
        // What this version cannot read nobody is shown.
        status: Status::from_name(&row.text(3)?).unwrap_or(Status::Pending),
        updated: row.text(4)?,
        changed: Moment::from_ms(row.int(5)?),
        worked: row.count(6)?,
        tried: row.count(7)?,
    })
}
