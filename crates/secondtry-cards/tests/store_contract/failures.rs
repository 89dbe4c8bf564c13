//! What goes wrong around a store: each is told for what it is, and nothing acknowledged is lost.

use std::io::{Seek, SeekFrom, Write};
use std::process::Command;
use std::time::Duration;

use secondtry_cards::card::Status;
use secondtry_cards::store::{self, Access, Options, StoreError};

use crate::bed::{Bed, NOON, Place, card, outcome, run};
use crate::postgres_server::PostgresServer;

/// A name, whether it needs Postgres, and the test.
pub(crate) const CASES: &[(&str, bool, fn())] = &[
    ("sqlite::full_disk_is_told_and_loses_nothing", false, full_disk_is_told_and_loses_nothing),
    ("sqlite::read_only_store_reads_and_refuses_to_write", false, read_only_store),
    ("sqlite::damaged_file_is_told", false, damaged_file_is_told),
    ("sqlite::file_of_another_program_is_left_alone", false, file_of_another_program_is_left_alone),
    ("sqlite::later_schema_is_refused", false, later_schema_is_refused),
    ("sqlite::folder_that_is_missing_is_named", false, folder_that_is_missing_is_named),
    ("sqlite::writer_that_never_ends_is_told", false, writer_that_never_ends_is_told),
    ("postgres::database_goes_away_and_comes_back", true, database_goes_away_and_comes_back),
    ("postgres::nobody_at_the_address_is_told", false, nobody_at_the_address_is_told),
];

fn full_disk_is_told_and_loses_nothing() {
    let bed = Bed::new(Place::Sqlite);
    let program = std::env::current_exe().expect("a path");
    // No file may grow beyond 4000 blocks, of 512 or 1024 bytes as the shell counts.
    let script = "trap '' XFSZ; ulimit -f 4000; exec \"$0\" --write-into \"$1\" 100000";
    let output = Command::new("sh").args(["-c", script]).arg(program).arg(&bed.address).output();
    let said = String::from_utf8(output.expect("it runs").stdout).expect("text");
    let mut lines: Vec<&str> = said.lines().collect();
    let error = lines.pop().expect("a last word");
    assert!(error.starts_with("error: the disk that holds the store is full"), "{error}");
    assert!(lines.len() > 5, "{said}");
    bed.with(async |store| {
        for id in &lines {
            assert!(store.card(id).await.expect("read").is_some(), "{id} is gone");
        }
        assert_eq!(store.counts().await.expect("read").accepted, lines.len() as u64);
    });
}

fn read_only_store() {
    let bed = Bed::new(Place::Sqlite);
    bed.with(async |store| {
        store
            .import(&[card("a", "it broke", Status::Accepted)], "operator", NOON)
            .await
            .expect("kept");
    });
    run(async {
        let options = Options { access: Access::Read, ..Options::default() };
        let store = store::open_with(&bed.address, &options).await.expect("it opens");
        assert!(store.card("a").await.expect("read").is_some());
        let refused = store.report_outcome(&outcome("a", true, None), NOON).await;
        assert!(matches!(refused, Err(StoreError::ReadOnly(_))), "{refused:?}");
        let missing = bed.folder.join("missing.db").display().to_string();
        let refused = store::open_with(&missing, &options).await.err().expect("no file");
        assert!(matches!(refused, StoreError::Open { .. }), "{refused:?}");
    });
}

fn damaged_file_is_told() {
    let bed = Bed::new(Place::Sqlite);
    bed.with(async |store| {
        let cards: Vec<_> =
            (0..200).map(|n| card(&format!("c{n}"), "it broke", Status::Accepted)).collect();
        store.import(&cards, "operator", NOON).await.expect("kept");
    });
    // The pool closes its connections a moment after it is dropped, and with the last one the log goes into the file.
    std::thread::sleep(Duration::from_millis(300));
    for suffix in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", bed.address));
    }
    let mut file = std::fs::OpenOptions::new().write(true).open(&bed.address).expect("a file");
    let length = file.metadata().expect("a length").len();
    file.seek(SeekFrom::Start(4096)).expect("a place");
    let noise: Vec<u8> = (0..length - 4096).map(|at| (at % 251) as u8).collect();
    file.write_all(&noise).expect("room");
    drop(file);
    let told = run(async {
        match store::open(&bed.address).await {
            Err(error) => error,
            Ok(store) => store.counts().await.expect_err("it is damaged"),
        }
    });
    assert!(matches!(told, StoreError::Corrupt(_)), "{told:?}");
    std::fs::write(
        &bed.address,
        "this is a letter to my aunt, and no database at all\n".repeat(99),
    )
    .expect("room");
    let told = run(store::open(&bed.address)).err().expect("no database");
    assert!(matches!(told, StoreError::Corrupt(_) | StoreError::Open { .. }), "{told:?}");
}

fn file_of_another_program_is_left_alone() {
    let bed = Bed::new(Place::Sqlite);
    sql(&bed.address, "CREATE TABLE mine (x); INSERT INTO mine VALUES (1);");
    let told = run(store::open(&bed.address)).err().expect("not ours");
    assert!(matches!(told, StoreError::NotOurs(_)), "{told:?}");
    sql(&bed.address, "INSERT INTO mine VALUES (2);");
}

fn later_schema_is_refused() {
    let bed = Bed::new(Place::Sqlite);
    bed.with(async |_| ());
    sql(&bed.address, "INSERT INTO schema_step (number) VALUES (99);");
    let told = run(store::open(&bed.address)).err().expect("too new");
    assert!(matches!(told, StoreError::Newer { found: 99, .. }), "{told:?}");
}

fn folder_that_is_missing_is_named() {
    let told = run(store::open("/no/such/folder/cards.db")).err().expect("no folder");
    assert_eq!(told.to_string(), "cannot open `/no/such/folder/cards.db` as a store");
    for address in ["", "mysql://root:hunter2x@localhost/x"] {
        let told = run(store::open(address)).err().expect("no address").to_string();
        assert!(told.contains("is no place for a store") && !told.contains("hunter2x"), "{told}");
    }
}

fn writer_that_never_ends_is_told() {
    let bed = Bed::new(Place::Sqlite);
    bed.with(async |_| ());
    run(async {
        let other = sqlx::sqlite::SqlitePool::connect(&bed.address).await.expect("it opens");
        let hold = other.begin_with("BEGIN IMMEDIATE").await.expect("it begins");
        let options = Options { patience: Duration::from_millis(100), ..Options::default() };
        let told = store::open_with(&bed.address, &options).await.err().expect("it is busy");
        assert!(matches!(told, StoreError::Busy(_)), "{told:?}");
        drop(hold);
    });
}

fn database_goes_away_and_comes_back() {
    let server = PostgresServer::start();
    let address = server.database();
    let options = Options { patience: Duration::from_secs(2), ..Options::default() };
    run(async {
        let store = store::open_with(&address, &options).await.expect("it opens");
        store
            .import(&[card("a", "it broke", Status::Accepted)], "operator", NOON)
            .await
            .expect("kept");
        server.down();
        let told = store.report_outcome(&outcome("a", true, None), NOON).await;
        assert!(matches!(told, Err(StoreError::Unreachable(_))), "{told:?}");
        let told = store.counts().await;
        assert!(matches!(told, Err(StoreError::Unreachable(_))), "{told:?}");
        server.up();
        store.report_outcome(&outcome("a", true, None), NOON).await.expect("kept");
        assert_eq!(store.card("a").await.expect("read").expect("it is there").tried, 1);
    });
}

fn nobody_at_the_address_is_told() {
    let options = Options { patience: Duration::from_millis(300), ..Options::default() };
    let address = "postgres://me:hunter2x@localhost/x?host=/no/such/folder";
    let told = run(store::open_with(address, &options)).err().expect("nobody there");
    assert!(matches!(told, StoreError::Unreachable(_)), "{told:?}");
    assert!(!format!("{told}").contains("hunter2x"));
}

fn sql(path: &str, script: &'static str) {
    run(async {
        let options =
            sqlx::sqlite::SqliteConnectOptions::new().filename(path).create_if_missing(true);
        let pool = sqlx::sqlite::SqlitePool::connect_with(options).await.expect("it opens");
        sqlx::raw_sql(script).execute(&pool).await.expect("it runs");
        pool.close().await;
    });
}
