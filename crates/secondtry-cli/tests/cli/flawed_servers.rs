//! The built program against every flawed server, in both eras: what was planted is found, and nothing else.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use flawed_servers::Era;
use flawed_servers::expected::{
    EXPECTED, Finding, Level, Transport, findings, findings_across_eras,
};
use serde_json::Value;

use crate::program::{flawed_server, secondtry};

/// A finding as the table and the report both can tell it.
type Told = (String, Option<String>, String);

#[test]
fn every_planted_flaw_is_found_in_the_legacy_era() {
    assert_all(LEGACY, Transport::Stdio);
}

#[test]
fn every_planted_flaw_is_found_in_the_modern_era() {
    assert_all(MODERN, Transport::Stdio);
}

#[test]
fn every_planted_flaw_is_found_in_the_legacy_era_over_http() {
    assert_all(LEGACY, Transport::Http);
}

#[test]
fn every_planted_flaw_is_found_in_the_modern_era_over_http() {
    assert_all(MODERN, Transport::Http);
}

#[test]
fn flaw_between_eras_is_found_in_a_run_of_all() {
    let report = check_stdio("channel_differs_by_era", "all", &[]);
    let expected =
        findings_across_eras("channel_differs_by_era").expect("the server is in the table");
    let found = found(&report);
    assert!(expected.into_iter().map(told).all(|finding| found.contains(&finding)), "{found:?}");
    let revisions: Vec<&str> = report["runs"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|run| run["protocol"].as_str())
        .collect();
    assert_eq!(revisions, ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]);
}

#[test]
fn clean_server_has_no_finding_even_with_writes() {
    for era in [LEGACY, MODERN] {
        let report =
            check_stdio("clean", era.protocol, &["--allow-writes", "--include-destructive"]);
        assert_eq!(found(&report), BTreeSet::new(), "{}", era.protocol);
    }
}

/// An era, and the revision that stands for it.
#[derive(Clone, Copy)]
struct Spoken {
    era: Era,
    protocol: &'static str,
}

const LEGACY: Spoken = Spoken { era: Era::Legacy, protocol: "2025-11-25" };
const MODERN: Spoken = Spoken { era: Era::Modern, protocol: "2026-07-28" };

fn assert_all(spoken: Spoken, transport: Transport) {
    let servers: BTreeSet<&str> =
        EXPECTED.iter().map(|row| row.server).chain(["clean", "all"]).collect();
    // Much of the time is spent waiting for servers that hang, so a few are checked side by side.
    let waiting = Mutex::new(servers.into_iter());
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let work = || {
            let next = || waiting.lock().expect("no check panics while it holds the lock").next();
            std::iter::from_fn(next)
                .filter_map(|server| difference(server, spoken, transport))
                .collect::<Vec<_>>()
        };
        let workers: Vec<_> = (0..SIDE_BY_SIDE).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("the check panicked")).collect()
    });
    assert!(wrong.is_empty(), "{} {transport:?}\n{}", spoken.protocol, wrong.join("\n"));
}

/// What a check of `server` finds other than expected; `None` where it finds just that.
fn difference(server: &str, spoken: Spoken, transport: Transport) -> Option<String> {
    let expected = findings(server, spoken.era, transport).expect("the server is in the table");
    let expected: BTreeSet<Told> = expected.into_iter().map(told).collect();
    let report = match transport {
        Transport::Http => check_http(server, spoken.protocol),
        Transport::Stdio => check_stdio(server, spoken.protocol, &[]),
    };
    let got: BTreeSet<Told> = found(&report)
        .into_iter()
        .filter(|told| told.2 != "advice" || expected.contains(told))
        .collect();
    let missing: Vec<_> = expected.difference(&got).collect();
    let extra: Vec<_> = got.difference(&expected).collect();
    (got != expected).then(|| format!("{server}: missing {missing:?}, not planted {extra:?}"))
}

fn check_stdio(server: &str, protocol: &str, options: &[&str]) -> Value {
    let mut command = check(protocol);
    command.args(options).arg("--").arg(flawed_server()).arg(server);
    report(&mut command)
}

fn check_http(server: &str, protocol: &str) -> Value {
    let mut process = Command::new(flawed_server())
        .args(["--http", "127.0.0.1:0", server])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    let stdout = process.stdout.take().expect("piped");
    BufReader::new(stdout).read_line(&mut line).expect("the server says where it listens");
    let address = line.trim().rsplit(' ').next().unwrap_or_default();
    let report = report(check(protocol).arg(address));
    process.kill().expect("the server runs");
    process.wait().expect("the server ends");
    report
}

fn check(protocol: &str) -> Command {
    let mut command = secondtry();
    command.args(["check", "--call-timeout", "1500ms", "--report", "json", "--protocol", protocol]);
    command
}

fn report(command: &mut Command) -> Value {
    let run = command.output().expect("the program starts");
    let report: Value = serde_json::from_slice(&run.stdout).unwrap_or_else(|error| {
        panic!("{command:?}: {error}: {}", String::from_utf8_lossy(&run.stderr))
    });
    let has_errors = report["summary"]["findings"]["error"] != 0;
    assert_eq!(run.status.code(), Some(i32::from(has_errors)), "{command:?}");
    assert_eq!(report["complete"], true, "{command:?}");
    report
}

fn told(finding: Finding) -> Told {
    (finding.rule.to_owned(), finding.tool.map(str::to_owned), name(finding.level).to_owned())
}

fn found(report: &Value) -> BTreeSet<Told> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let findings = report["findings"].as_array().expect("a list").iter();
    findings
        .map(|finding| {
            let rule = text(&finding["rule"]).expect("a rule");
            (rule, text(&finding["tool"]), text(&finding["level"]).expect("a level"))
        })
        .collect()
}

/// How many servers a test checks at a time.
const SIDE_BY_SIDE: usize = 4;

fn name(level: Level) -> &'static str {
    match level {
        Level::Advice => "advice",
        Level::Error => "error",
        Level::Warning => "warning",
    }
}
