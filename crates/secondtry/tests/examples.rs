//! The examples and their twins on rmcp alone, checked on both transports and in both eras: what `check` finds is the
//! table of `docs/rmcp.md`.

#![expect(clippy::unwrap_used, reason = "a test may fail so")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use secondtry_check::clock::Clock;
use secondtry_check::connect::Connect;
use secondtry_check::handshake::Opening;
use secondtry_check::recorder::Recorder;
use secondtry_check::run::{Selection, Settings, check};
use secondtry_failure::classify::run::runs;
use secondtry_failure::judge::judge;
use secondtry_failure::judge::policy::Policy;
use secondtry_failure::judge::rule::Level;
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::probe::plan::Options;
use secondtry_failure::transport::http::{HttpOptions, HttpServer};
use secondtry_failure::transport::stdio::ServerCommand;

#[test]
fn table_in_the_docs_is_what_check_finds() {
    let checks = EXAMPLES.map(|(name, _)| {
        let bare = thread::spawn(move || found_in(&format!("{name}_bare")));
        (name, thread::spawn(move || found_in(name)), bare)
    });
    let rows = checks.map(|(name, guarded, bare)| {
        let (guarded, bare) = (guarded.join().unwrap(), bare.join().unwrap());
        let above_advice = guarded.values().filter(|level| **level != Level::Advice).count();
        assert_eq!(above_advice, 0, "{name}: {guarded:?}");
        assert!(bare.values().any(|level| *level == Level::Error), "{name}: {bare:?}");
        let what = EXAMPLES.iter().find(|(known, _)| *known == name).unwrap().1;
        format!("| `{name}` | {what} | {} | {} |", words(&bare), words(&guarded))
    });
    let table = format!("{HEAD}\n{}", rows.join("\n"));
    assert_generated("docs/rmcp.md", |text| {
        let (before, rest) = text.split_once(BEGIN).expect("the begin of the table");
        let (_, after) = rest.split_once(END).expect("the end of the table");
        format!("{before}{BEGIN}\n\n{table}\n\n{END}{after}")
    });
}

/// The rules broken on any transport in any era, each with its worst level.
fn found_in(example: &str) -> BTreeMap<&'static str, Level> {
    let program = example_program(example);
    let command = ServerCommand { program: program.clone().into(), ..ServerCommand::default() };
    let listening = Listening::start(&program);
    let address = format!("http://127.0.0.1:{}/mcp", listening.port);
    let http = HttpServer::new(&address, &HttpOptions::default()).unwrap();
    let mut found = BTreeMap::new();
    for connect in [&command as &dyn Connect, &http] {
        for revision in [ProtocolVersion::NEWEST_LEGACY, ProtocolVersion::NEWEST] {
            for (rule, level) in findings(connect, revision) {
                // The worst level is the least.
                let worst = found.entry(rule).or_insert(level);
                *worst = (*worst).min(level);
            }
        }
    }
    found
}

fn findings(connect: &dyn Connect, revision: ProtocolVersion) -> Vec<(&'static str, Level)> {
    let interrupted = AtomicBool::new(false);
    let opening = Opening { interrupted: &interrupted, pinned: Some(revision), limit: START_LIMIT };
    let settings = Settings {
        opening,
        call_timeout: CALL_LIMIT,
        jobs: 1,
        plan: Options { allow_writes: true, ..Options::default() },
        tools: Selection::default(),
    };
    let mut sink = |_: &_| ();
    let mut recorder = Recorder::new(Clock::start(), &mut sink);
    let is_complete = check(connect, &settings, &mut recorder, &mut |_| ()).unwrap();
    assert!(is_complete, "the check broke off");
    let runs = runs(&recorder.into_transcript());
    let judgements = judge(&runs, &Policy::default());
    let findings = judgements.iter().flat_map(|judgement| &judgement.findings);
    findings.map(|finding| (finding.rule.code, finding.level)).collect()
}

fn words(found: &BTreeMap<&'static str, Level>) -> String {
    if found.is_empty() {
        return "nothing".into();
    }
    let levels = [(Level::Error, "error"), (Level::Warning, "warning"), (Level::Advice, "advice")];
    let groups = levels.map(|(level, name)| {
        let rules = found.iter().filter(|(_, known)| **known == level);
        let rules: Vec<String> = rules.map(|(rule, _)| format!("`{rule}`")).collect();
        if rules.is_empty() { String::new() } else { format!("{name}: {}", rules.join(", ")) }
    });
    groups.into_iter().filter(|group| !group.is_empty()).collect::<Vec<_>>().join("; ")
}

/// Built by cargo with this test.
fn example_program(name: &str) -> PathBuf {
    let this = std::env::current_exe().unwrap();
    let folder = this.parent().and_then(Path::parent).unwrap();
    folder.join("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

/// A server on HTTP, ended when the test ends.
struct Listening {
    port: u16,
    process: Child,
}

impl Listening {
    fn start(program: &Path) -> Self {
        let mut command = Command::new(program);
        command.args(["--http", "0"]).stdin(Stdio::null()).stdout(Stdio::null());
        let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap());
        let mut said = String::new();
        let port = loop {
            let start = said.len();
            assert_ne!(lines.read_line(&mut said).unwrap(), 0, "it ended: {said}");
            if let Some(port) = said[start..].trim().strip_prefix("listening on ") {
                break port.parse().unwrap();
            }
        };
        // What it writes later is thrown away, so that it never waits for a reader.
        thread::spawn(move || lines.read_to_end(&mut Vec::new()));
        Self { port, process }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Compares a generated part of a file with what is in the repository, or with `UPDATE_GENERATED=1` writes it.
#[expect(clippy::disallowed_methods, reason = "a test may read the environment")]
fn assert_generated(path: &str, generate: impl Fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let found = fs::read_to_string(&path).unwrap_or_default();
    let expected = generate(&found);
    if std::env::var("UPDATE_GENERATED").is_ok_and(|value| value == "1") {
        fs::write(&path, &expected).unwrap();
        return;
    }
    assert!(found == expected, "{} is out of date: it should be\n{expected}", path.display());
}

const EXAMPLES: [(&str, &str); 4] = [
    ("booking", "dates to come, bounds, an enum, numbers that do not exist"),
    ("basket", "handles that expire, structured results"),
    ("rates", "an HTTP API that answers 429, 500, and never"),
    ("statistics", "panics, in tools that await and that do not"),
];

const HEAD: &str =
    "| example | its failures | on rmcp alone | with `secondtry` |\n| --- | --- | --- | --- |";

const BEGIN: &str = "<!-- The table is written by a test: UPDATE_GENERATED=1 cargo test -p secondtry --test examples -->";
const END: &str = "<!-- End of the table -->";

const START_LIMIT: Duration = Duration::from_secs(20);
const CALL_LIMIT: Duration = Duration::from_secs(3);
