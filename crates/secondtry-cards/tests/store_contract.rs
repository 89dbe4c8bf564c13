//! What a store promises, tried on SQLite and on Postgres alike. Without the programs of Postgres its half is listed as ignored.

#[path = "databases/postgres_server.rs"]
mod postgres_server;

#[path = "store_contract/bed.rs"]
mod bed;
#[path = "store_contract/cards.rs"]
mod cards;
#[path = "store_contract/failures.rs"]
mod failures;
#[path = "store_contract/people.rs"]
mod people;
#[path = "store_contract/search.rs"]
mod search;
#[path = "store_contract/writers.rs"]
mod writers;

use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};

use crate::bed::{Bed, Place};
use crate::postgres_server::PostgresServer;

/// A promise and the test of it.
type Case = (&'static str, fn(&Bed));

fn main() {
    let mut words = std::env::args().skip(1);
    if words.next().as_deref() == Some("--write-into") {
        let rest: Vec<String> = words.collect();
        writers::write_into(&rest);
        return;
    }
    let arguments = Arguments::from_args();
    let cases: Vec<Case> = [cards::CASES, people::CASES, search::CASES, writers::CASES].concat();
    let is_possible = PostgresServer::is_possible();
    let is_listing = arguments.list;
    let postgres: Option<Arc<PostgresServer>> =
        (is_possible && !is_listing && wants_postgres(&arguments))
            .then(|| Arc::new(PostgresServer::start()));
    let mut trials = Vec::new();
    for (name, case) in cases {
        trials.push(Trial::test(format!("sqlite::{name}"), move || {
            case(&Bed::new(Place::Sqlite));
            Ok(())
        }));
        let server = postgres.clone();
        let trial = Trial::test(format!("postgres::{name}"), move || {
            let server = server.ok_or("no Postgres")?;
            case(&Bed::new(Place::Postgres(server)));
            Ok(())
        });
        trials.push(trial.with_ignored_flag(!is_possible));
    }
    for (name, needs_postgres, test) in failures::CASES {
        let trial = Trial::test(*name, || {
            test();
            Ok(())
        });
        trials.push(trial.with_ignored_flag(*needs_postgres && !is_possible));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    drop(postgres);
    conclusion.exit();
}

/// Starting a server takes a second or two, which a run of one test on SQLite does not need.
fn wants_postgres(arguments: &Arguments) -> bool {
    arguments.filter.as_ref().is_none_or(|filter| !filter.starts_with("sqlite::"))
}
