//! `secondtry cards serve` from the outside, over real sockets and on stdio.

mod bed;
mod client;
mod ends;
mod front;
mod instances;
mod lists;
mod people;
#[path = "../../../secondtry-cards/tests/databases/postgres_server.rs"]
mod postgres_server;
mod reports;
mod stdio;

use std::process::Command;

use serde_json::Value;

use self::bed::{Bed, Served};
use crate::program::secondtry;

/// The revisions of either era that the checks speak.
const ERAS: [&str; 2] = ["2025-11-25", "2026-07-28"];

#[test]
fn check_finds_nothing_on_stdio() {
    for options in [&[][..], &["--ask"]] {
        for era in ERAS {
            let bed = Bed::new();
            let mut check = check(era);
            check.arg("--").arg(env!("CARGO_BIN_EXE_secondtry"));
            check.args(["cards", "--store", &bed.store(), "serve"]).args(options);
            assert_clean(check, era);
        }
    }
}

#[test]
fn check_finds_nothing_over_http() {
    for options in [&[][..], &["--ask", "--unmoderated"]] {
        for era in ERAS {
            let served = Served::start(options);
            let mut check = check(era);
            check.arg(served.url());
            assert_clean(check, era);
            assert_eq!(served.end(), Some(0));
        }
    }
}

#[test]
fn wrapped_cards_answer_as_they_are() {
    for era in ERAS {
        let bed = Bed::new();
        let mut check = check(era);
        check.arg("--").args([env!("CARGO_BIN_EXE_secondtry"), "wrap", "--"]);
        check.args([env!("CARGO_BIN_EXE_secondtry"), "cards", "--store", &bed.store(), "serve"]);
        assert_clean(check, era);
    }
}

fn check(era: &str) -> Command {
    let mut command = secondtry();
    command.args(["check", "--allow-writes", "--fail-on", "advice", "--report", "json"]);
    command.args(["--protocol", era]);
    command
}

/// There is nothing to say about it, and something was called at all.
fn assert_clean(mut check: Command, era: &str) {
    let output = check.output().expect("it starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}{}", String::from_utf8_lossy(&output.stdout));
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(report["runs"][0]["protocol"], era);
    assert_eq!(report["runs"][0]["findings"].as_array().map_or(0, Vec::len), 0);
}
