//! One way to say a statement to either database: `$1`, `$2` for its values in both, texts and whole numbers alone.

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{PgPool, Postgres, Row as _, Sqlite, SqlitePool, Transaction};

use super::error::StoreError;

/// A pool of connections.
#[derive(Clone, Debug)]
pub(super) enum Database {
    Postgres(PgPool),
    Sqlite { readers: SqlitePool, writer: SqlitePool },
}

/// A transaction that writes. Dropped without [`commit`](Work::commit) it leaves nothing behind.
pub(super) enum Work {
    Postgres(Transaction<'static, Postgres>),
    Sqlite(Transaction<'static, Sqlite>),
}

/// A statement, which the two databases may word differently.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sql {
    postgres: &'static str,
    sqlite: &'static str,
}

/// A value of a statement.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Int(i64),
    MaybeText(Option<&'a str>),
    Text(&'a str),
}

/// A row of an answer.
pub(super) enum Row {
    Postgres(PgRow),
    Sqlite(SqliteRow),
}

impl Sql {
    /// Worded alike for both.
    pub(super) const fn both(text: &'static str) -> Self {
        Self { postgres: text, sqlite: text }
    }

    /// Worded for each.
    pub(super) const fn each(sqlite: &'static str, postgres: &'static str) -> Self {
        Self { postgres, sqlite }
    }
}

macro_rules! bound {
    ($text:expr, $values:expr) => {{
        let mut query = sqlx::query($text);
        for value in $values {
            query = match *value {
                Value::Int(value) => query.bind(value),
                Value::MaybeText(value) => query.bind(value.map(str::to_owned)),
                Value::Text(value) => query.bind(value.to_owned()),
            };
        }
        query
    }};
}

impl Database {
    /// The rows that answer a question.
    pub(super) async fn rows(
        &self,
        sql: Sql,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        Ok(match self {
            Self::Postgres(pool) => {
                let rows = bound!(sql.postgres, values).fetch_all(pool).await?;
                rows.into_iter().map(Row::Postgres).collect()
            }
            Self::Sqlite { readers, .. } => {
                let rows = bound!(sql.sqlite, values).fetch_all(readers).await?;
                rows.into_iter().map(Row::Sqlite).collect()
            }
        })
    }

    /// The first row, if there is any.
    pub(super) async fn row(
        &self,
        sql: Sql,
        values: &[Value<'_>],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Begins to write. SQLite has one writer at a time; others wait their turn.
    pub(super) async fn begin(&self) -> Result<Work, StoreError> {
        Ok(match self {
            Self::Postgres(pool) => Work::Postgres(pool.begin().await?),
            // A transaction that begins by reading can be refused when it comes to write; this one cannot.
            Self::Sqlite { writer, .. } => {
                Work::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?)
            }
        })
    }

    /// Whether it is Postgres.
    pub(super) fn is_postgres(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}

impl Work {
    /// Runs a statement. Gives the number of rows that it changed.
    pub(super) async fn run(&mut self, sql: Sql, values: &[Value<'_>]) -> Result<u64, StoreError> {
        Ok(match self {
            Self::Postgres(work) => {
                bound!(sql.postgres, values).execute(&mut **work).await?.rows_affected()
            }
            Self::Sqlite(work) => {
                bound!(sql.sqlite, values).execute(&mut **work).await?.rows_affected()
            }
        })
    }

    /// The rows that answer a question, or that a statement returns.
    pub(super) async fn rows(
        &mut self,
        sql: Sql,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        Ok(match self {
            Self::Postgres(work) => {
                let rows = bound!(sql.postgres, values).fetch_all(&mut **work).await?;
                rows.into_iter().map(Row::Postgres).collect()
            }
            Self::Sqlite(work) => {
                let rows = bound!(sql.sqlite, values).fetch_all(&mut **work).await?;
                rows.into_iter().map(Row::Sqlite).collect()
            }
        })
    }

    /// The first row, if there is any.
    pub(super) async fn row(
        &mut self,
        sql: Sql,
        values: &[Value<'_>],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Runs a script of several statements without values.
    pub(super) async fn script(&mut self, text: &'static str) -> Result<(), StoreError> {
        match self {
            Self::Postgres(work) => {
                sqlx::raw_sql(text).execute(&mut **work).await?;
            }
            Self::Sqlite(work) => {
                sqlx::raw_sql(text).execute(&mut **work).await?;
            }
        }
        Ok(())
    }

    /// Makes it last. Once this returns, no crash undoes it.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Postgres(work) => work.commit().await?,
            Self::Sqlite(work) => work.commit().await?,
        }
        Ok(())
    }
}

impl Row {
    /// The whole number in a column.
    pub(super) fn int(&self, column: usize) -> Result<i64, StoreError> {
        Ok(match self {
            Self::Postgres(row) => row.try_get(column)?,
            Self::Sqlite(row) => row.try_get(column)?,
        })
    }

    /// The whole number in a column, which is not negative.
    pub(super) fn count(&self, column: usize) -> Result<u64, StoreError> {
        Ok(u64::try_from(self.int(column)?).unwrap_or_default())
    }

    /// The text in a column.
    pub(super) fn text(&self, column: usize) -> Result<String, StoreError> {
        Ok(match self {
            Self::Postgres(row) => row.try_get(column)?,
            Self::Sqlite(row) => row.try_get(column)?,
        })
    }

    /// The text in a column that may be empty.
    pub(super) fn maybe_text(&self, column: usize) -> Result<Option<String>, StoreError> {
        Ok(match self {
            Self::Postgres(row) => row.try_get(column)?,
            Self::Sqlite(row) => row.try_get(column)?,
        })
    }

    /// The whole number in a column that may be empty.
    pub(super) fn maybe_int(&self, column: usize) -> Result<Option<i64>, StoreError> {
        Ok(match self {
            Self::Postgres(row) => row.try_get(column)?,
            Self::Sqlite(row) => row.try_get(column)?,
        })
    }
}
