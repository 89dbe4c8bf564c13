use super::*;
use crate::classify::run::runs;
use crate::judge::Judgement;
use crate::judge::finding::Finding;
use crate::judge::rule::{Level, SpecReference};
use crate::message::protocol_version::ProtocolVersion;
use crate::report::JudgedRun;
use crate::transcript::read::read;

/// A complete report of one run with one tool, in which `no-response` on `convert` is as `state` says.
fn report(state: State) -> Report {
    let states = vec![RuleState { rule: CODE, tool: Some("convert".into()), state }];
    let transcript = read(LIST.as_bytes()).unwrap();
    let run = runs(&transcript).remove(0);
    let judgement = Judgement { findings: Vec::new(), states, sdk: None };
    Report { is_complete: true, runs: vec![JudgedRun { run, judgement }], ..Report::default() }
}

fn known(tool: &str) -> Baseline {
    let known = Known {
        fingerprint: "00f1".into(),
        rule: CODE.into(),
        tool: Some(tool.into()),
        parameter: None,
        why: "it is slow".into(),
    };
    Baseline { known: vec![known] }
}

fn finding(fingerprint: &str) -> Finding {
    Finding {
        rule: rules::by_code(CODE).unwrap(),
        level: Level::Error,
        is_disputed: false,
        tool: Some("convert".into()),
        parameter: None,
        got: String::new(),
        expected: String::new(),
        advice: String::new(),
        suggestion: None,
        spec: SpecReference::silent(ProtocolVersion::NEWEST),
        fingerprint: fingerprint.into(),
        calls: Vec::new(),
    }
}

#[test]
fn list_is_read_as_it_was_written() {
    let baseline = known("convert");
    assert_eq!(Baseline::read(&baseline.write()).unwrap(), baseline);
}

#[test]
fn other_files_are_refused() {
    for (text, expected) in [
        ("[]", "it is no baseline (`--update-baseline` writes one)"),
        (r#"{"baseline": 2}"#, "its version is 2, and this program reads version 1"),
    ] {
        assert_eq!(Baseline::read(text).unwrap_err().to_string(), expected);
    }
}

#[test]
fn finding_that_was_looked_for_in_vain_is_stale() {
    let baseline = known("convert");
    for (state, expected) in
        [(State::CouldNotJudge, 0), (State::Found, 1), (State::NotObserved, 0), (State::Passed, 1)]
    {
        assert_eq!(baseline.stale(&report(state)).len(), expected, "{state:?}");
    }
}

#[test]
fn run_that_was_cut_short_makes_nothing_stale() {
    let report = Report { is_complete: false, ..report(State::Passed) };
    assert_eq!(known("convert").stale(&report), [] as [&Known; 0]);
}

#[test]
fn tool_that_is_gone_makes_its_findings_stale() {
    assert_eq!(known("a tool of old").stale(&report(State::NotObserved)).len(), 1);
}

#[test]
fn rule_that_is_off_makes_nothing_stale() {
    let mut report = report(State::Passed);
    report.runs[0].judgement.states.clear();
    assert_eq!(known("convert").stale(&report), [] as [&Known; 0]);
}

#[test]
fn update_keeps_reasons_and_drops_what_is_gone() {
    let mut report = report(State::Found);
    report.runs[0].judgement.findings = vec![finding("00f1"), finding("00f2")];
    let mut baseline = known("convert");
    baseline.known.push(Known { fingerprint: "00f3".into(), ..baseline.known[0].clone() });
    let kept: Vec<_> = baseline
        .updated(&report)
        .known
        .into_iter()
        .map(|known| (known.fingerprint, known.why))
        .collect();
    assert_eq!(kept, [("00f1".into(), "it is slow".into()), ("00f2".into(), String::new())]);
}

#[test]
fn known_findings_do_not_count() {
    let mut report = report(State::Found);
    report.runs[0].judgement.findings = vec![finding("00f1")];
    assert_eq!(report.worst(), Some(Level::Error));
    report.baseline = Some(known("convert"));
    assert_eq!((report.worst(), report.counts().errors), (None, 1));
}

/// A server that lists one tool.
const LIST: &str = r#"{"from": "client", "message": {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}}
{"from": "server", "message": {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "convert", "inputSchema": {}}]}}}
"#;

const CODE: &str = "no-response";
