//! Whether fixes worked.

use super::database::{Database, Sql, Value};
use super::{DayCount, NewOutcome, Outcome, OutcomesQuery, Page, Reported, StoreError, cursor};
use crate::card::Status;
use crate::day::{Day, Moment};

pub(super) async fn report(
    database: &Database,
    outcome: &NewOutcome<'_>,
    now: Moment,
) -> Result<Reported, StoreError> {
    let mut work = database.begin().await?;
    let sql = Sql::both("SELECT number FROM card WHERE id = $1");
    let Some(row) = work.row(sql, &[Value::Text(outcome.card)]).await? else {
        return Ok(Reported::UnknownCard);
    };
    let card = row.int(0)?;
    let worked = i64::from(outcome.worked);
    let sql = Sql::both(
        "INSERT INTO outcome (card, at_ms, day, worked, note, note_status, client, client_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
    );
    let values = [
        Value::Int(card),
        Value::Int(now.ms()),
        Value::Int(now.day().number()),
        Value::Int(worked),
        Value::MaybeText(outcome.note),
        Value::Text(outcome.note_status.name()),
        Value::MaybeText(outcome.client),
        Value::MaybeText(outcome.client_key),
    ];
    if work.run(sql, &values).await? == 0 {
        let sql = Sql::both("SELECT 1 FROM outcome WHERE card = $1 AND client_key = $2 LIMIT 1");
        let values = [Value::Int(card), Value::MaybeText(outcome.client_key)];
        let has_key = work.rows(sql, &values).await?.len() == 1;
        return Ok(if has_key { Reported::SameKey } else { Reported::SameDay });
    }
    let sql =
        Sql::both("UPDATE card SET worked = worked + $2, tried = tried + 1 WHERE number = $1");
    work.run(sql, &[Value::Int(card), Value::Int(worked)]).await?;
    let sql = Sql::both(
        "INSERT INTO outcome_day_count (card, day, worked, tried) VALUES ($1, $2, $3, 1)
         ON CONFLICT (card, day) DO UPDATE SET
           worked = outcome_day_count.worked + excluded.worked, tried = outcome_day_count.tried + 1",
    );
    work.run(sql, &[Value::Int(card), Value::Int(now.day().number()), Value::Int(worked)]).await?;
    work.commit().await?;
    Ok(Reported::Counted)
}

/// Who reported is known only as long as it takes to count them once a day.
pub(super) async fn forget_clients(database: &Database, before: Day) -> Result<u64, StoreError> {
    let mut work = database.begin().await?;
    let sql = Sql::both("UPDATE outcome SET client = NULL WHERE client IS NOT NULL AND day < $1");
    let forgotten = work.run(sql, &[Value::Int(before.number())]).await?;
    work.commit().await?;
    Ok(forgotten)
}

pub(super) async fn list(
    database: &Database,
    query: &OutcomesQuery<'_>,
) -> Result<Page<Outcome>, StoreError> {
    let before = cursor::number("outcomes", query.cursor)?.unwrap_or(i64::MAX);
    let limit = query.limit.clamp(1, 1000);
    let sql = Sql::both(
        "SELECT number, at_ms, worked, note, note_status FROM outcome
         WHERE card = (SELECT number FROM card WHERE id = $1) AND number < $2
         ORDER BY number DESC LIMIT $3",
    );
    let limit_and_one = i64::try_from(limit + 1).unwrap_or_default();
    let values = [Value::Text(query.card), Value::Int(before), Value::Int(limit_and_one)];
    let rows = database.rows(sql, &values).await?;
    let mut items = Vec::with_capacity(rows.len());
    for row in rows {
        let note_status = Status::from_name(&row.text(4)?).unwrap_or(Status::Pending);
        let is_shown = query.note_status.is_none_or(|status| status == note_status);
        items.push(Outcome {
            number: row.int(0)?,
            at: Moment::from_ms(row.int(1)?),
            worked: row.int(2)? == 1,
            note: row.maybe_text(3)?.filter(|_| is_shown),
            note_status,
        });
    }
    Ok(cut(items, limit, "outcomes", |outcome| outcome.number.to_string()))
}

/// The first `limit` items; one more than that says that there is a next page.
pub(super) fn cut<T>(
    mut items: Vec<T>,
    limit: usize,
    kind: &str,
    name: impl Fn(&T) -> String,
) -> Page<T> {
    let more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| more).map(|last| cursor::write(kind, &[&name(last)]));
    Page { items, next }
}

pub(super) async fn by_day(
    database: &Database,
    card: &str,
    since: Day,
) -> Result<Vec<DayCount>, StoreError> {
    let sql = Sql::both(
        "SELECT day, worked, tried FROM outcome_day_count
         WHERE card = (SELECT number FROM card WHERE id = $1) AND day >= $2 ORDER BY day",
    );
    let rows = database.rows(sql, &[Value::Text(card), Value::Int(since.number())]).await?;
    let count = |row: &super::database::Row| {
        let day = Day::from_number(row.int(0)?);
        Ok(DayCount { day, worked: row.count(1)?, tried: row.count(2)? })
    };
    rows.iter().map(count).collect()
}
