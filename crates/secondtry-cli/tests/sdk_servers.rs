//! The channel that each SDK chooses for each class of failure, as `check` sees it on both transports: the servers of `bench/sdk-matrix`
//! against `sdk_servers/expected.json`. `bench/sdk-matrix/install` installs them; a test whose server is not there is
//! listed as ignored.

#[expect(dead_code, reason = "these tests bring servers of their own")]
#[path = "cli/program.rs"]
mod program;

#[path = "sdk_servers/listening.rs"]
mod listening;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};

use crate::listening::Listening;
use crate::program::secondtry;

fn main() {
    let arguments = Arguments::from_args();
    let servers = read("bench/sdk-matrix/servers.json");
    let expected = read("crates/secondtry-cli/tests/sdk_servers/expected.json");
    let servers = servers.as_array().expect("a list of servers");
    let trials = servers.iter().flat_map(|server| {
        REVISIONS.iter().flat_map(|revision| trials(server, revision, &expected))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn trials(server: &Value, revision: &'static str, expected: &Value) -> [Trial; 2] {
    let name = server["name"].as_str().expect("a server has a name");
    let title = |way| format!("{}_keeps_its_channels_on_{way}_in_{}", snake(name), snake(revision));
    let (command, http_command) = (words(&server["command"]), words(&server["http_command"]));
    let is_there = is_installed(&command);
    let on_stdio = expected["stdio"][name][revision].clone();
    // Only what differs from stdio stands there.
    let mut on_http = on_stdio.clone();
    for (class, channels) in expected["http"][name][revision].as_object().into_iter().flatten() {
        on_http[class] = channels.clone();
    }
    let stdio = Trial::test(title("stdio"), move || {
        let server: Vec<&str> =
            ["--"].into_iter().chain(command.iter().map(String::as_str)).collect();
        compare(&server, revision, &on_stdio)
    });
    let http = Trial::test(title("http"), move || {
        let server = Listening::start(&root(), &http_command)?;
        compare(&[&format!("http://127.0.0.1:{}/mcp", server.port)], revision, &on_http)
    });
    [stdio, http].map(|trial| trial.with_ignored_flag(!is_there))
}

/// Checks the server in `revision`. Expected are the channels of each class, or `null` where it does not speak it.
fn compare(server: &[&str], revision: &str, expected: &Value) -> Result<(), Failed> {
    let run = secondtry()
        .current_dir(root())
        .args(["check", "--report", "json", "--protocol", revision])
        .args(server)
        .output()?;
    let said = String::from_utf8_lossy(&run.stderr);
    let seen = match run.status.code() {
        Some(0 | 1) => channels(&serde_json::from_slice(&run.stdout)?),
        Some(2) if said.contains("no revision of this era") => Value::Null,
        _ => return Err(format!("{}: {said}", run.status).into()),
    };
    let differences = differences(&seen, expected);
    if differences.is_empty() { Ok(()) } else { Err(differences.join("\n").into()) }
}

/// One line for each class of failure in which the channels differ.
fn differences(seen: &Value, expected: &Value) -> Vec<String> {
    let classes =
        |of: &Value| of.as_object().into_iter().flatten().map(|(class, _)| class.clone()).collect();
    let (left, right): (BTreeSet<String>, BTreeSet<String>) = (classes(seen), classes(expected));
    let mut lines: Vec<String> = left
        .union(&right)
        .filter(|class| seen[class] != expected[class])
        .map(|class| format!("{class}: got {}, expected {}", seen[class], expected[class]))
        .collect();
    if seen.is_null() != expected.is_null() {
        lines.push(format!("the revision: got {seen}, expected {expected}"));
    }
    lines
}

/// The channels through which the calls of each class came back.
fn channels(report: &Value) -> Value {
    let mut seen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for call in report["calls"].as_array().into_iter().flatten() {
        if let Some(class) = call["probe"].as_str().and_then(class) {
            seen.entry(class).or_default().insert(channel(&call["outcome"]));
        }
    }
    json!(seen)
}

/// The class of failure that a kind of probe provokes.
fn class(probe: &str) -> Option<&'static str> {
    Some(match probe {
        "unknown-tool-far" | "unknown-tool-near" => "unknown-tool",
        "arguments-array" | "arguments-string" | "name-not-string" | "no-name" => "malformed-call",
        "missing" => "missing",
        "type" => "wrong-type",
        "null" => "null",
        "enum" | "enum-near" => "enum",
        "minimum" | "pattern" => "bound-or-format",
        "extra" | "extra-near" => "extra-property",
        "past-date" | "unknown-id" => "handler-throws",
        _ => return None,
    })
}

fn channel(outcome: &Value) -> String {
    match outcome["channel"].as_str().unwrap_or_default() {
        "none" => "no answer".to_owned(),
        "protocol-error" => format!("error {}", outcome["code"]),
        "success" => "accepted".to_owned(),
        "tool-execution-error" => "result".to_owned(),
        other => other.to_owned(),
    }
}

fn read(path: &str) -> Value {
    let text = std::fs::read_to_string(root().join(path)).expect(path);
    serde_json::from_str(&text).expect(path)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn words(command: &Value) -> Vec<String> {
    let words = command.as_array().expect("a command is a list");
    words.iter().map(|word| word.as_str().expect("of words").to_owned()).collect()
}

/// Each path of the command is there, and the program, if it is no path, is on PATH.
fn is_installed(command: &[String]) -> bool {
    command.iter().enumerate().all(|(index, word)| {
        if word.contains('/') { root().join(word).exists() } else { index > 0 || is_on_path(word) }
    })
}

fn is_on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).exists())
}

fn snake(name: &str) -> String {
    name.replace('-', "_")
}

const REVISIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];
