//! Brings a database to the schema that this version knows. The steps are numbered alike for both, and never edited.

use super::StoreError;
use super::database::{Database, Sql, Value, Work};

struct Step {
    number: i64,
    sqlite: &'static str,
    postgres: &'static str,
}

const STEPS: &[Step] = &[Step {
    number: 1,
    sqlite: include_str!("../../migrations/sqlite/0001_cards.sql"),
    postgres: include_str!("../../migrations/postgres/0001_cards.sql"),
}];

/// Marks a file of SQLite as a store: "2try".
const APPLICATION_ID: i64 = 0x3274_7279;

/// Runs the steps that are missing, all or none. `name` is what the user calls the store.
pub(super) async fn run(database: &Database, name: &str) -> Result<(), StoreError> {
    let mut work = database.begin().await?;
    let at = if database.is_postgres() {
        of_postgres(&mut work).await?
    } else {
        of_sqlite(&mut work, name).await?
    };
    let known = STEPS.last().map_or(0, |step| step.number);
    if at > known {
        return Err(StoreError::Newer { found: at, known });
    }
    for step in STEPS.iter().filter(|step| step.number > at) {
        work.script(if database.is_postgres() { step.postgres } else { step.sqlite }).await?;
        work.run(INSERT, &[Value::Int(step.number)]).await?;
    }
    work.commit().await
}

/// Fails where the schema is not the one of this version. For a store that can only be read.
pub(super) async fn check(database: &Database, name: &str) -> Result<(), StoreError> {
    let not_ours = || StoreError::NotOurs(name.to_owned());
    let mark = Sql::each(
        "SELECT application_id FROM pragma_application_id",
        "SELECT CASE WHEN to_regclass('schema_step') IS NULL THEN 0 ELSE 846492281 END::bigint",
    );
    let id = database.row(mark, &[]).await?.ok_or_else(not_ours)?.int(0)?;
    if id != APPLICATION_ID {
        return Err(not_ours());
    }
    let found = database.row(NEWEST, &[]).await?.ok_or_else(not_ours)?.int(0)?;
    let known = STEPS.last().map_or(0, |step| step.number);
    if found == known { Ok(()) } else { Err(StoreError::Newer { found, known }) }
}

async fn of_sqlite(work: &mut Work, name: &str) -> Result<i64, StoreError> {
    let not_ours = || StoreError::NotOurs(name.to_owned());
    let id = Sql::both(
        "SELECT application_id, (SELECT COUNT(*) FROM sqlite_schema) FROM pragma_application_id",
    );
    let row = work.row(id, &[]).await?.ok_or_else(not_ours)?;
    match (row.int(0)?, row.int(1)?) {
        (APPLICATION_ID, _) => {}
        (0, 0) => {
            work.script("PRAGMA application_id = 846492281; CREATE TABLE schema_step (number INTEGER PRIMARY KEY);")
                .await?;
        }
        _ => return Err(not_ours()),
    }
    work.row(NEWEST, &[]).await?.ok_or_else(not_ours)?.int(0)
}

async fn of_postgres(work: &mut Work) -> Result<i64, StoreError> {
    // Two programs that start at once: the second waits, and finds the work done.
    work.run(Sql::both("SELECT pg_advisory_xact_lock(846492281)"), &[]).await?;
    work.script("CREATE TABLE IF NOT EXISTS schema_step (number BIGINT PRIMARY KEY);").await?;
    work.row(NEWEST, &[]).await?.map_or(Ok(0), |row| row.int(0))
}

const INSERT: Sql = Sql::both("INSERT INTO schema_step (number) VALUES ($1)");
const NEWEST: Sql = Sql::both("SELECT COALESCE(MAX(number), 0) FROM schema_step");
