//! Questions and what was answered.

use super::database::{Database, Row, Sql, Value, Work};
use super::outcomes::cut;
use super::{
    Answered, Asked, AuthorKind, GivenAnswer, Handle, NewAnswer, NewQuestion, Page, Question,
    QuestionsQuery, StoreError, cursor,
};
use crate::card::Status;
use crate::day::Moment;

pub(super) async fn ask(
    database: &Database,
    question: &NewQuestion<'_>,
    now: Moment,
) -> Result<Question, StoreError> {
    let handle = Handle::random()?;
    let expires = now.plus(question.lifetime);
    let mut work = database.begin().await?;
    let sql = Sql::both(
        "INSERT INTO question (handle, question, context, client, status, asked_ms, expires_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    );
    let values = [
        Value::Text(handle.as_str()),
        Value::Text(question.question),
        Value::MaybeText(question.context),
        Value::MaybeText(question.client),
        Value::Text(question.status.name()),
        Value::Int(now.ms()),
        Value::Int(expires.ms()),
    ];
    work.run(sql, &values).await?;
    work.commit().await?;
    Ok(Question {
        handle,
        question: question.question.to_owned(),
        context: question.context.map(str::to_owned),
        status: question.status,
        asked: now,
        expires,
        answered: None,
    })
}

pub(super) async fn answer(
    database: &Database,
    handle: &Handle,
    answer: &NewAnswer<'_>,
    now: Moment,
) -> Result<Answered, StoreError> {
    let mut work = database.begin().await?;
    let sql = Sql::both("SELECT number, expires_ms FROM question WHERE handle = $1");
    let Some(row) = work.row(sql, &[Value::Text(handle.as_str())]).await? else {
        return Ok(Answered::Unknown);
    };
    if row.int(1)? <= now.ms() {
        return Ok(Answered::Expired);
    }
    let question = row.int(0)?;
    let sql = Sql::both(
        "INSERT INTO answer (question, text, author, author_kind, status, at_ms)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING number",
    );
    let values = [
        Value::Int(question),
        Value::Text(answer.text),
        Value::Text(answer.author),
        Value::Text(answer.kind.name()),
        Value::Text(answer.status.name()),
        Value::Int(now.ms()),
    ];
    let number = work.row(sql, &values).await?.map_or(Ok(0), |row| row.int(0))?;
    note_answered(&mut work, question).await?;
    work.commit().await?;
    Ok(Answered::Kept(number))
}

/// Brings up to date when a question got its first answer that people may be shown.
pub(super) async fn note_answered(work: &mut Work, question: i64) -> Result<(), StoreError> {
    let sql = Sql::both(
        "UPDATE question SET answered_ms =
           (SELECT MIN(at_ms) FROM answer WHERE question = $1 AND status = 'accepted')
         WHERE number = $1",
    );
    work.run(sql, &[Value::Int(question)]).await?;
    Ok(())
}

pub(super) async fn question(
    database: &Database,
    handle: &Handle,
    now: Moment,
) -> Result<Asked, StoreError> {
    let sql = Sql::both(
        "SELECT number, handle, question, context, status, asked_ms, expires_ms, answered_ms
         FROM question WHERE handle = $1",
    );
    let Some(row) = database.row(sql, &[Value::Text(handle.as_str())]).await? else {
        return Ok(Asked::Unknown);
    };
    let number = row.int(0)?;
    let Some(question) = of_row(&row)? else { return Ok(Asked::Unknown) };
    if question.expires <= now {
        return Ok(Asked::Expired(question));
    }
    let sql = Sql::both(
        "SELECT number, text, author, author_kind, at_ms FROM answer
         WHERE question = $1 AND status = 'accepted' ORDER BY number LIMIT 100",
    );
    let rows = database.rows(sql, &[Value::Int(number)]).await?;
    let answers: Vec<GivenAnswer> = rows.iter().map(given).collect::<Result<_, _>>()?;
    Ok(if answers.is_empty() {
        Asked::Pending(question)
    } else {
        Asked::Answered(question, answers)
    })
}

pub(super) async fn list(
    database: &Database,
    query: &QuestionsQuery<'_>,
    now: Moment,
) -> Result<Page<Question>, StoreError> {
    let before = cursor::number("questions", query.cursor)?.unwrap_or(i64::MAX);
    let limit = query.limit.clamp(1, 1000);
    let sql = Sql::both(
        "SELECT number, handle, question, context, status, asked_ms, expires_ms, answered_ms
         FROM question
         WHERE number < $1 AND expires_ms > $2 AND ($3 = '' OR status = $3)
           AND ($4 < 0 OR ($4 = 1 AND answered_ms IS NOT NULL) OR ($4 = 0 AND answered_ms IS NULL))
         ORDER BY number DESC LIMIT $5",
    );
    let values = [
        Value::Int(before),
        Value::Int(now.ms()),
        Value::Text(query.status.map(Status::name).unwrap_or_default()),
        Value::Int(query.is_answered.map_or(-1, i64::from)),
        Value::Int(i64::try_from(limit + 1).unwrap_or_default()),
    ];
    let rows = database.rows(sql, &values).await?;
    let mut items = Vec::with_capacity(rows.len());
    for row in &rows {
        if let Some(question) = of_row(row)? {
            items.push((row.int(0)?, question));
        }
    }
    let page = cut(items, limit, "questions", |(number, _)| number.to_string());
    Ok(Page { items: page.items.into_iter().map(|(_, item)| item).collect(), next: page.next })
}

pub(super) async fn forget_expired(database: &Database, before: Moment) -> Result<u64, StoreError> {
    let mut work = database.begin().await?;
    let sql = Sql::both("DELETE FROM question WHERE expires_ms < $1");
    let gone = work.run(sql, &[Value::Int(before.ms())]).await?;
    work.commit().await?;
    Ok(gone)
}

fn of_row(row: &Row) -> Result<Option<Question>, StoreError> {
    let Some(handle) = Handle::parse(&row.text(1)?) else { return Ok(None) };
    Ok(Some(Question {
        handle,
        question: row.text(2)?,
        context: row.maybe_text(3)?,
        status: Status::from_name(&row.text(4)?).unwrap_or(Status::Pending),
        asked: Moment::from_ms(row.int(5)?),
        expires: Moment::from_ms(row.int(6)?),
        answered: row.maybe_int(7)?.map(Moment::from_ms),
    }))
}

fn given(row: &Row) -> Result<GivenAnswer, StoreError> {
    Ok(GivenAnswer {
        number: row.int(0)?,
        text: row.text(1)?,
        author: row.text(2)?,
        kind: AuthorKind::from_name(&row.text(3)?),
        at: Moment::from_ms(row.int(4)?),
    })
}
