//! The command that a finding prints does what the finding shows: the same channel, the same code.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::thread;

use flawed_servers::expected::EXPECTED;
use serde_json::Value;

use crate::program::{flawed_server, secondtry};

#[test]
fn printed_commands_show_the_same_in_the_legacy_era() {
    assert_all("2025-11-25");
}

#[test]
fn printed_commands_show_the_same_in_the_modern_era() {
    assert_all("2026-07-28");
}

#[test]
fn printed_commands_show_the_same_of_hostile_servers() {
    let names = [
        "answers_to_ids_that_are_objects",
        "greets_as_http",
        "leaves_at_the_first_call",
        "lists_control_characters",
        "six_faults",
        "stops_in_one_tool",
    ];
    assert_none(names.iter().flat_map(|name| differences(&["hostile", name], "2025-11-25")));
}

fn assert_all(protocol: &str) {
    let servers: BTreeSet<&str> = EXPECTED.iter().map(|row| row.server).chain(["all"]).collect();
    let servers: Vec<&str> = servers.into_iter().collect();
    thread::scope(|scope| {
        let parts = servers.chunks(servers.len().div_ceil(4)).map(|servers| {
            scope.spawn(move || {
                let differences = servers.iter().flat_map(|name| differences(&[name], protocol));
                differences.collect::<Vec<_>>()
            })
        });
        let parts: Vec<_> = parts.collect();
        assert_none(parts.into_iter().flat_map(|part| part.join().expect("the check panicked")));
    });
}

fn assert_none(differences: impl Iterator<Item = String>) {
    let differences: Vec<String> = differences.collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// What the commands of one server's findings show other than the findings.
fn differences(server: &[&str], protocol: &str) -> Vec<String> {
    let run = secondtry()
        .args(["check", "--call-timeout", "700ms", "--report", "json", "--protocol", protocol])
        .arg("--")
        .arg(flawed_server())
        .args(server)
        .output()
        .expect("the program starts");
    let report: Value = serde_json::from_slice(&run.stdout).expect("a report");
    let mut tried = BTreeSet::new();
    let mut differences = Vec::new();
    for finding in report["findings"].as_array().expect("a list") {
        let command = finding["reproduce"].as_str();
        let has_call = finding["calls"].as_array().is_some_and(|calls| !calls.is_empty());
        assert_eq!(command.is_some(), has_call, "{server:?}: {finding}");
        let Some(command) = command.filter(|command| tried.insert(*command)) else { continue };
        let expected = shown(&report, finding);
        let got = channel(command);
        if got != expected {
            let rule = &finding["rule"];
            differences.push(format!("{server:?} {rule}: {expected}, then {got}: {command}"));
        }
    }
    differences
}

/// The outcome of the call that speaks for `finding`, as `secondtry call` prints it.
fn shown(report: &Value, finding: &Value) -> String {
    let calls = report["calls"].as_array().expect("a list");
    let call = calls.iter().find(|call| call["id"] == finding["calls"][0]).expect("its call");
    let channel = call["outcome"]["channel"].as_str().expect("a channel");
    match call["outcome"]["code"].as_i64() {
        Some(code) => format!("channel  {channel} {code}"),
        None => format!("channel  {channel}"),
    }
}

/// The first line that `command` prints in a shell.
fn channel(command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_secondtry")).parent().expect("a folder");
    let found = format!("PATH='{}':\"$PATH\"; {command}", folder.display());
    let output = Command::new("sh").args(["-c", &found]).output().expect("sh");
    let first = String::from_utf8_lossy(&output.stdout).lines().next().map(str::to_owned);
    first.unwrap_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())
}
