//! The built program against every flawed server, in both eras: what was planted is found, and nothing else.

use std::collections::BTreeSet;

use flawed_servers::Era;
use flawed_servers::expected::{EXPECTED, Level, Transport, findings};
use serde_json::Value;

use crate::program::{flawed_server, secondtry};

/// A finding as the table and the report both can tell it.
type Told = (String, Option<String>, String);

#[test]
fn every_planted_flaw_is_found_in_the_legacy_era() {
    assert_all(Era::Legacy, "2025-11-25");
}

#[test]
fn every_planted_flaw_is_found_in_the_modern_era() {
    assert_all(Era::Modern, "2026-07-28");
}

#[test]
fn clean_server_has_no_finding_even_with_writes() {
    for protocol in ["2025-11-25", "2026-07-28"] {
        let report = check("clean", protocol, &["--allow-writes", "--include-destructive"]);
        assert_eq!(found(&report), BTreeSet::new(), "{protocol}");
    }
}

fn assert_all(era: Era, protocol: &str) {
    let known = rules();
    let servers: BTreeSet<&str> =
        EXPECTED.iter().map(|row| row.server).chain(["clean", "all"]).collect();
    // Most of the time is spent waiting for servers that hang, so each is checked on a thread of its own.
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let known = &known;
        let checks: Vec<_> = servers
            .iter()
            .map(|server| scope.spawn(move || difference(server, era, protocol, known)))
            .collect();
        checks.into_iter().filter_map(|check| check.join().expect("the check panicked")).collect()
    });
    assert!(wrong.is_empty(), "{protocol}\n{}", wrong.join("\n"));
}

/// What a check of `server` finds other than expected; `None` where it finds just that.
fn difference(server: &str, era: Era, protocol: &str, known: &BTreeSet<String>) -> Option<String> {
    let expected: BTreeSet<Told> = findings(server, era, Transport::Stdio)
        .expect("the server is in the table")
        .into_iter()
        .filter(|finding| known.contains(finding.rule))
        .map(|finding| {
            (
                finding.rule.to_owned(),
                finding.tool.map(str::to_owned),
                name(finding.level).to_owned(),
            )
        })
        .collect();
    let report = check(server, protocol, &[]);
    let got: BTreeSet<Told> = found(&report)
        .into_iter()
        .filter(|told| told.2 != "advice" || expected.contains(told))
        .collect();
    let missing: Vec<_> = expected.difference(&got).collect();
    let extra: Vec<_> = got.difference(&expected).collect();
    (got != expected).then(|| format!("{server}: missing {missing:?}, not planted {extra:?}"))
}

fn check(server: &str, protocol: &str, options: &[&str]) -> Value {
    let run = secondtry()
        .args(["check", "--call-timeout", "700ms", "--report", "json", "--protocol", protocol])
        .args(options)
        .arg("--")
        .arg(flawed_server())
        .arg(server)
        .output()
        .expect("the program starts");
    let report: Value = serde_json::from_slice(&run.stdout).unwrap_or_else(|error| {
        panic!("{server}: {error}: {}", String::from_utf8_lossy(&run.stderr))
    });
    let has_errors = report["summary"]["findings"]["error"] != 0;
    assert_eq!(run.status.code(), Some(i32::from(has_errors)), "{server} {protocol}");
    assert_eq!(report["complete"], true, "{server} {protocol}");
    report
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

fn rules() -> BTreeSet<String> {
    let list = secondtry().arg("explain").output().expect("the program starts");
    String::from_utf8_lossy(&list.stdout)
        .lines()
        .filter_map(|line| line.split(' ').next())
        .map(str::to_owned)
        .collect()
}

fn name(level: Level) -> &'static str {
    match level {
        Level::Advice => "advice",
        Level::Error => "error",
        Level::Warning => "warning",
    }
}
