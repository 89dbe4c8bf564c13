//! Opens a store from what a user names it by.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::database::Database;
use super::sql_store::SqlStore;
use super::{Store, StoreError, migrate};

/// How to open a store.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether it is to be written.
    pub access: Access,
    /// How many may read at a time, or, in Postgres, how many connections there are.
    pub connections: u32,
    /// How long to wait for a database or for whoever writes, before it is an error.
    pub patience: Duration,
}

/// Whether a store is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read alone; the file must be there.
    Read,
    /// Made where it is missing, and written.
    Write,
}

impl Default for Options {
    fn default() -> Self {
        Self { access: Access::Write, connections: 8, patience: Duration::from_secs(10) }
    }
}

/// Opens a store to be written: a file of SQLite by its path, or `postgres://USER@HOST/DATABASE`.
///
/// # Errors
/// Where it cannot be opened, is not ours, or was written by a later version.
pub async fn open(address: &str) -> Result<Box<dyn Store>, StoreError> {
    open_with(address, &Options::default()).await
}

/// Opens a store as asked for.
///
/// # Errors
/// Where it cannot be opened, is not ours, or was written by a later version.
pub async fn open_with(address: &str, options: &Options) -> Result<Box<dyn Store>, StoreError> {
    let is_postgres = address.starts_with("postgres://") || address.starts_with("postgresql://");
    if !is_postgres && (address.is_empty() || address.contains("://")) {
        return Err(StoreError::Address(without_password(address)));
    }
    let database =
        if is_postgres { postgres(address, options)? } else { sqlite(address, options).await? };
    if options.access == Access::Write {
        migrate::run(&database, &without_password(address)).await?;
    } else {
        migrate::check(&database, &without_password(address)).await?;
    }
    Ok(Box::new(SqlStore::new(database)))
}

fn postgres(address: &str, options: &Options) -> Result<Database, StoreError> {
    let connect = PgConnectOptions::from_str(address)
        .map_err(|_| StoreError::Address(without_password(address)))?
        .application_name("secondtry cards")
        .options([("synchronous_commit", "on"), ("timezone", "UTC"), ("jit", "off")]);
    let pool = PgPoolOptions::new()
        .max_connections(options.connections)
        .acquire_timeout(options.patience)
        .connect_lazy_with(connect);
    Ok(Database::Postgres(pool))
}

async fn sqlite(path: &str, options: &Options) -> Result<Database, StoreError> {
    let is_written = options.access == Access::Write;
    let connect = SqliteConnectOptions::new()
        .filename(Path::new(path))
        .create_if_missing(is_written)
        .read_only(!is_written)
        .foreign_keys(true)
        .busy_timeout(options.patience)
        // A commit is on the disk before it returns: in WAL only FULL says so.
        .synchronous(SqliteSynchronous::Full)
        // Of each connection. A mapped file would count once more for each of them.
        .pragma("cache_size", "-8192")
        .pragma("mmap_size", "0")
        .pragma("trusted_schema", "OFF");
    let connect = if is_written { connect.journal_mode(SqliteJournalMode::Wal) } else { connect };
    let pool = |connections| {
        SqlitePoolOptions::new()
            .max_connections(connections)
            // Whoever waits for the writer of this process waits as for that of another.
            .acquire_timeout(options.patience + Duration::from_secs(1))
    };
    let open = |source: sqlx::Error| match StoreError::from(source) {
        StoreError::Database(source) | StoreError::Unreachable(source) => {
            StoreError::Open { path: path.to_owned(), source }
        }
        other => other,
    };
    // The first connection makes the file.
    let writer = pool(1).connect_with(connect.clone()).await.map_err(open)?;
    let readers = pool(options.connections).connect_with(connect).await.map_err(open)?;
    Ok(Database::Sqlite { readers, writer })
}

fn without_password(address: &str) -> String {
    secondtry_failure::judge::facts::without_secrets(address).into_owned()
}
