//! What waits for somebody to look at it, and who did what.

use serde_json::json;

use super::cards::{self, index};
use super::database::{Database, Sql, Value, Work};
use super::outcomes::cut;
use super::{AuditEntry, Handle, Item, Page, Pending, StoreError, cursor, questions};
use crate::card::{Card, Status};
use crate::day::Moment;

pub(super) async fn pending(
    database: &Database,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<Pending>, StoreError> {
    let after = cursor.map(|cursor| cursor::read::<3>("pending", cursor)).transpose()?;
    let [ms, kind, name] = after.unwrap_or_default();
    let ms: i64 =
        if ms.is_empty() { i64::MIN } else { ms.parse().map_err(|_| StoreError::Cursor)? };
    let limit = limit.clamp(1, 1000);
    let sql = Sql::both(
        "SELECT at_ms, kind, name, text, about FROM (
           SELECT changed_ms AS at_ms, 'card' AS kind, id AS name, title AS text, NULL AS about
             FROM card WHERE status = 'pending'
           UNION ALL
           SELECT outcome.at_ms, 'note', CAST(outcome.number AS TEXT), outcome.note, card.id
             FROM outcome JOIN card ON card.number = outcome.card
             WHERE outcome.note_status = 'pending' AND outcome.note IS NOT NULL
           UNION ALL
           SELECT asked_ms, 'question', handle, question, context
             FROM question WHERE status = 'pending'
           UNION ALL
           SELECT answer.at_ms, 'answer', CAST(answer.number AS TEXT), answer.text, question.question
             FROM answer JOIN question ON question.number = answer.question
             WHERE answer.status = 'pending'
         ) AS item
         WHERE at_ms > $1 OR (at_ms = $1 AND (kind > $2 OR (kind = $2 AND name > $3)))
         ORDER BY at_ms, kind, name LIMIT $4",
    );
    let limit_and_one = i64::try_from(limit + 1).unwrap_or_default();
    let values =
        [Value::Int(ms), Value::Text(&kind), Value::Text(&name), Value::Int(limit_and_one)];
    let mut items = Vec::new();
    for row in database.rows(sql, &values).await? {
        if let Some(item) = Item::parse(&format!("{}:{}", row.text(1)?, row.text(2)?)) {
            let at = Moment::from_ms(row.int(0)?);
            items.push(Pending { item, text: row.text(3)?, about: row.maybe_text(4)?, at });
        }
    }
    let more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| more).map(|last| {
        let name = last.item.to_string();
        let (kind, name) = name.split_once(':').unwrap_or_default();
        cursor::write("pending", &[&last.at.ms().to_string(), kind, name])
    });
    Ok(Page { items, next })
}

pub(super) async fn moderate(
    database: &Database,
    item: &Item,
    status: Status,
    actor: &str,
    now: Moment,
) -> Result<bool, StoreError> {
    let mut work = database.begin().await?;
    let is_there = match item {
        Item::Answer(number) => {
            let sql =
                Sql::both("UPDATE answer SET status = $1 WHERE number = $2 RETURNING question");
            let row = work.row(sql, &[Value::Text(status.name()), Value::Int(*number)]).await?;
            if let Some(row) = &row {
                questions::note_answered(&mut work, row.int(0)?).await?;
            }
            row.is_some()
        }
        Item::Card(id) => set_card(&mut work, id, status, now).await?,
        Item::Note(number) => {
            let sql = Sql::both(
                "UPDATE outcome SET note_status = $1 WHERE number = $2 AND note IS NOT NULL",
            );
            work.run(sql, &[Value::Text(status.name()), Value::Int(*number)]).await? == 1
        }
        Item::Question(handle) => {
            let sql = Sql::both("UPDATE question SET status = $1 WHERE handle = $2");
            work.run(sql, &[Value::Text(status.name()), Value::Text(Handle::as_str(handle))])
                .await?
                == 1
        }
    };
    if is_there {
        let action = match status {
            Status::Accepted => "accept",
            Status::Pending => "set-pending",
            Status::Rejected => "reject",
        };
        log(&mut work, &[(action, item.to_string())], actor, now).await?;
        work.commit().await?;
    }
    Ok(is_there)
}

/// Sets a card's status in its text and in what the search looks into.
async fn set_card(
    work: &mut Work,
    id: &str,
    status: Status,
    now: Moment,
) -> Result<bool, StoreError> {
    cards::one_at_a_time(work).await?;
    let sql = Sql::both("SELECT number, source FROM card WHERE id = $1");
    let Some(row) = work.row(sql, &[Value::Text(id)]).await? else { return Ok(false) };
    let number = row.int(0)?;
    let old = Card::parse(row.text(1)?)
        .map_err(|source| StoreError::UnreadableCard { id: id.to_owned(), source })?;
    if old.status() == status {
        return Ok(true);
    }
    let new = old.with_status(status);
    let mut frequencies = index::Frequencies::default();
    if old.status() == Status::Accepted {
        index::remove(work, &[(number, old)], &mut frequencies).await?;
    }
    cards::write(work, &[&new], now).await?;
    if status == Status::Accepted {
        index::add(work, &[(number, &new)], &mut frequencies).await?;
    }
    frequencies.write(work).await?;
    Ok(true)
}

/// Writes lines of the audit log.
pub(super) async fn log(
    work: &mut Work,
    lines: &[(&str, String)],
    actor: &str,
    now: Moment,
) -> Result<(), StoreError> {
    if lines.is_empty() {
        return Ok(());
    }
    let sql = Sql::each(
        "INSERT INTO audit (at_ms, actor, action, subject)
         SELECT $2, $3, value ->> 0, value ->> 1 FROM json_each($1)",
        "INSERT INTO audit (at_ms, actor, action, subject)
         SELECT $2, $3, value ->> 0, value ->> 1 FROM json_array_elements($1::json) AS value",
    );
    let lines = json!(lines).to_string();
    work.run(sql, &[Value::Text(&lines), Value::Int(now.ms()), Value::Text(actor)]).await?;
    Ok(())
}

pub(super) async fn audit(
    database: &Database,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<AuditEntry>, StoreError> {
    let before = cursor::number("audit", cursor)?.unwrap_or(i64::MAX);
    let limit = limit.clamp(1, 1000);
    let sql = Sql::both(
        "SELECT number, at_ms, actor, action, subject FROM audit
         WHERE number < $1 ORDER BY number DESC LIMIT $2",
    );
    let limit_and_one = i64::try_from(limit + 1).unwrap_or_default();
    let rows = database.rows(sql, &[Value::Int(before), Value::Int(limit_and_one)]).await?;
    let mut items = Vec::with_capacity(rows.len());
    for row in &rows {
        let (actor, action, subject) = (row.text(2)?, row.text(3)?, row.text(4)?);
        let entry = AuditEntry { at: Moment::from_ms(row.int(1)?), actor, action, subject };
        items.push((row.int(0)?, entry));
    }
    let page = cut(items, limit, "audit", |(number, _)| number.to_string());
    Ok(Page { items: page.items.into_iter().map(|(_, item)| item).collect(), next: page.next })
}
