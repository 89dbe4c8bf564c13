//! Why a store could not do what it was asked.

use std::io;

/// Why a store could not do what it was asked. What a caller may have done wrong is no error but an answer.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each variant's message says what it means")]
#[non_exhaustive]
pub enum StoreError {
    #[error("`{0}` is no place for a store (give a file, or postgres://USER@HOST/DATABASE)")]
    Address(String),
    #[error(
        "the store is busy: another program has been writing for longer than it was waited for (try again)"
    )]
    Busy(#[source] sqlx::Error),
    #[error(
        "the file of the store is damaged (put back a copy, or import the cards into a new file)"
    )]
    Corrupt(#[source] sqlx::Error),
    #[error("the cursor belongs to another question (ask again without it)")]
    Cursor,
    #[error("the database did not do it")]
    Database(#[source] sqlx::Error),
    #[error(
        "the disk that holds the store is full; nothing of this was kept (make room and try again)"
    )]
    Full(#[source] sqlx::Error),
    #[error(
        "the store was written by a later version: its schema is {found}, this program knows {known} (use a newer secondtry)"
    )]
    Newer { found: i64, known: i64 },
    #[error(
        "`{0}` holds no cards, or is a database of another program (name another one, or import cards into it)"
    )]
    NotOurs(String),
    #[error("cannot open `{path}` as a store")]
    Open { path: String, source: sqlx::Error },
    #[error("no random numbers from the system")]
    Random(#[source] io::Error),
    #[error("the store can only be read, not written (is the file or its folder read-only?)")]
    ReadOnly(#[source] sqlx::Error),
    #[error("the database cannot be reached (is it running, and is the address right?)")]
    Unreachable(#[source] sqlx::Error),
    #[error("card `{id}` in the store is no card any more")]
    UnreadableCard { id: String, source: crate::card::CardError },
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let kind = match &error {
            sqlx::Error::Io(_)
            | sqlx::Error::PoolClosed
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::Protocol(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::WorkerCrashed => return Self::Unreachable(error),
            sqlx::Error::Database(database) => {
                let is_postgres =
                    database.try_downcast_ref::<sqlx::postgres::PgDatabaseError>().is_some();
                let code = database.code().unwrap_or_default();
                if is_postgres { of_postgres(&code) } else { of_sqlite(&code) }
            }
            _ => Self::Database,
        };
        kind(error)
    }
}

type Kind = fn(sqlx::Error) -> StoreError;

/// By SQLSTATE.
fn of_postgres(code: &str) -> Kind {
    match code {
        "53100" => StoreError::Full,
        "25006" => StoreError::ReadOnly,
        "40001" | "40P01" | "55P03" | "53300" => StoreError::Busy,
        "XX001" | "XX002" => StoreError::Corrupt,
        // Starting, stopping, or stopped.
        code if code.starts_with("57P") || code.starts_with("08") => StoreError::Unreachable,
        _ => StoreError::Database,
    }
}

/// By the primary result code in the lowest byte.
fn of_sqlite(code: &str) -> Kind {
    let code: u32 = code.parse().unwrap_or_default();
    // SQLITE_IOERR_WRITE is what a limit on a file's size comes as.
    if code == 778 {
        return StoreError::Full;
    }
    match code & 0xff {
        5 | 6 => StoreError::Busy,
        8 => StoreError::ReadOnly,
        11 | 26 => StoreError::Corrupt,
        13 => StoreError::Full,
        _ => StoreError::Database,
    }
}
