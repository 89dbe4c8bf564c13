//! Every format over one recorded transcript, and every format over a server that says the worst it can.

mod formats {
    pub(crate) mod hostile;
    pub(crate) mod reading;
}

use std::fmt::Write;

use secondtry_failure::classify::run::runs;
use secondtry_failure::judge::policy::Policy;
use secondtry_failure::judge::{judge, rules};
use secondtry_failure::report::baseline::Baseline;
use secondtry_failure::report::format::Format;
use secondtry_failure::report::mask::Mask;
use secondtry_failure::report::text::Colour;
use secondtry_failure::report::{JudgedRun, Report};
use secondtry_failure::transcript::read::read;
use serde_json::{Value, json};

/// The report on `transcript`, by the rules with `codes`.
pub(crate) fn report(transcript: &str, codes: &[&str]) -> Report {
    let transcript = read(transcript.as_bytes()).expect("a slice is read to its end");
    let mut policy = Policy::default();
    for rule in rules::ALL.iter().filter(|rule| !codes.contains(&rule.code)) {
        policy.set(rule.code, None);
    }
    let runs = runs(&transcript);
    let judgements = judge(&runs, &policy);
    let runs =
        runs.into_iter().zip(judgements).map(|(run, judgement)| JudgedRun { run, judgement });
    Report { is_complete: true, seed: Some(7), runs: runs.collect(), ..Report::default() }
}

/// The report that the snapshots show: few rules, so that a further one changes none of them.
fn recorded() -> Report {
    let transcript = include_str!("formats/transcript.jsonl");
    let mut report = report(transcript, &CODES);
    let known = report.findings().find(|(_, finding)| finding.rule.code == "no-response");
    let known = known.expect("the transcript holds a call without an answer").1;
    let list = json!({"baseline": 1, "findings": [
        {"fingerprint": known.fingerprint, "rule": "no-response", "tool": "find_invoice", "why": "it is being rewritten"},
        {"fingerprint": "0000000000000000", "rule": "no-response", "tool": "convert"}]});
    report.baseline = Some(Baseline::read(&list.to_string()).expect("the list is a baseline"));
    report
}

fn written(format: Format) -> String {
    format
        .write(&recorded(), Colour::Off, Mask::Hide)
        .replace(&format!("\"{}\"", env!("CARGO_PKG_VERSION")), "\"VERSION\"")
        .replace(&format!("secondtry {}", env!("CARGO_PKG_VERSION")), "secondtry VERSION")
}

#[test]
fn text_reads_as_recorded() {
    insta::assert_snapshot!(written(Format::Text));
}

#[test]
fn json_reads_as_recorded() {
    insta::assert_snapshot!(written(Format::Json));
}

#[test]
fn junit_reads_as_recorded() {
    insta::assert_snapshot!(written(Format::Junit));
}

#[test]
fn markdown_reads_as_recorded() {
    insta::assert_snapshot!(written(Format::Markdown));
}

#[test]
fn github_reads_as_recorded() {
    insta::assert_snapshot!(written(Format::Github));
}

#[test]
fn sarif_reads_as_recorded() {
    let mut log: Value = serde_json::from_str(&written(Format::Sarif)).unwrap();
    // The pages have tests of their own.
    for rule in log["runs"][0]["tool"]["driver"]["rules"].as_array_mut().unwrap() {
        rule["help"] = json!("…");
        rule["fullDescription"] = json!("…");
    }
    insta::assert_snapshot!(serde_json::to_string_pretty(&log).unwrap());
}

#[test]
fn html_reads_as_recorded() {
    let page = written(Format::Html);
    let (_, body) = page.split_once("</style>").unwrap();
    let (body, _) = body.split_once("<script>").unwrap();
    insta::assert_snapshot!(body);
}

#[test]
fn json_satisfies_its_schema() {
    let schema =
        serde_json::from_str(include_str!("../../../schemas/report-1.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for report in [recorded(), Report::default(), hostile_report()] {
        let written = Format::Json.write(&report, Colour::Off, Mask::Hide);
        let value: Value = serde_json::from_str(&written).unwrap();
        let mut faults = String::new();
        for fault in validator.iter_errors(&value) {
            let _ = writeln!(faults, "{}: {fault}", fault.instance_path());
        }
        assert_eq!(faults, "");
    }
}

#[test]
fn nothing_in_a_report_is_silent() {
    for format in Format::ALL {
        assert_ne!(format.write(&Report::default(), Colour::Off, Mask::Hide), "", "{format:?}");
        assert_eq!(Format::from_name(format.name()), Some(format));
    }
}

fn hostile_report() -> Report {
    let codes: Vec<&str> = rules::ALL.iter().map(|rule| rule.code).collect();
    report(&formats::hostile::transcript(), &codes)
}

const CODES: [&str; 8] = [
    "failure-without-is-error",
    "input-error-as-protocol-error",
    "internals-in-message",
    "no-reason-given",
    "no-response",
    "parameter-not-named",
    "stdout-not-protocol",
    "unknown-tool-as-result",
];
