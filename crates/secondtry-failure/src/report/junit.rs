//! Test results in the XML that CI servers read: a suite for each run, a test case for each rule and tool.
//!
//! Written by hand: the format is four elements, and the one thing to get right is the escaping.

use std::fmt::Write;

use super::Report;
use super::mask::Mask;
use super::shown::{self, RuleGroup, ShownRun, counted, safe};
use crate::judge::{RuleState, State};

/// Writes `report` as XML. A finding of any level fails its case, with the level as the type; what is known, what could
/// not be judged and what nothing could show is skipped.
pub(super) fn write(report: &Report, mask: Mask) -> String {
    let mut suites: Vec<Suite> =
        shown::runs(report, mask).iter().map(|run| suite(run, mask)).collect();
    let stale = shown::stale(report);
    if !stale.is_empty() {
        let cases = stale.into_iter().map(|line| Case {
            tool: "baseline".to_owned(),
            name: line,
            end: End::Failed {
                kind: "stale",
                message: "in the baseline and no longer found".to_owned(),
                text: String::new(),
            },
        });
        suites.push(Suite { name: "baseline".to_owned(), cases: cases.collect() });
    }
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let all = suites.iter().flat_map(|suite| &suite.cases);
    let seconds = seconds(report.duration_ms);
    let _ = writeln!(
        out,
        "<testsuites name=\"secondtry\" {} time=\"{seconds}\">",
        counts(all.map(|case| &case.end))
    );
    for suite in &suites {
        write_suite(&mut out, suite);
    }
    out.push_str("</testsuites>\n");
    out
}

struct Suite {
    name: String,
    cases: Vec<Case>,
}

struct Case {
    tool: String,
    name: String,
    end: End,
}

enum End {
    Failed { kind: &'static str, message: String, text: String },
    Passed,
    Skipped(String),
}

fn suite(run: &ShownRun<'_>, mask: Mask) -> Suite {
    let cases = run.judged.judgement.states.iter().map(|state| case(run, state, mask)).collect();
    Suite { name: format!("{} ({})", run.server, run.judged.run.version()), cases }
}

fn case(run: &ShownRun<'_>, state: &RuleState, mask: Mask) -> Case {
    let tool = state.tool.as_deref().map(|tool| safe(tool, mask));
    let group = run.tools.iter().find(|group| group.tool == tool);
    let groups: Vec<&RuleGroup> = group
        .into_iter()
        .flat_map(|group| &group.rules)
        .filter(|group| group.rule.code == state.rule)
        .collect();
    let end = match state.state {
        State::CouldNotJudge => End::Skipped("could not judge".to_owned()),
        State::Found => failure(&groups),
        State::NotObserved => End::Skipped("not observed: nothing called could show it".to_owned()),
        State::Passed => End::Passed,
    };
    Case { tool: tool.unwrap_or_else(|| "(server)".to_owned()), name: state.rule.to_owned(), end }
}

fn failure(groups: &[&RuleGroup]) -> End {
    let new: Vec<&&RuleGroup> = groups.iter().filter(|group| !group.is_known).collect();
    // The groups come worst first.
    let Some(worst) = new.first() else {
        let known: usize = groups.iter().map(|group| group.findings.len()).sum();
        return End::Skipped(format!("{} in the baseline", counted(known, "finding")));
    };
    let mut text = String::new();
    for group in &new {
        for (label, line) in group.lines() {
            let _ = writeln!(text, "{}: {line}", label.name());
        }
    }
    End::Failed { kind: worst.level.name(), message: worst.first().got.clone(), text }
}

fn write_suite(out: &mut String, suite: &Suite) {
    let _ = writeln!(
        out,
        "  <testsuite name=\"{}\" {}>",
        escaped(&suite.name),
        counts(suite.cases.iter().map(|case| &case.end))
    );
    for case in &suite.cases {
        let head = format!(
            "    <testcase classname=\"{}\" name=\"{}\"",
            escaped(&case.tool),
            escaped(&case.name)
        );
        let _ = match &case.end {
            End::Failed { kind, message, text } => writeln!(
                out,
                "{head}>\n      <failure type=\"{kind}\" message=\"{}\">{}</failure>\n    </testcase>",
                escaped(message),
                escaped(text)
            ),
            End::Passed => writeln!(out, "{head}/>"),
            End::Skipped(why) => writeln!(
                out,
                "{head}>\n      <skipped message=\"{}\"/>\n    </testcase>",
                escaped(why)
            ),
        };
    }
    out.push_str("  </testsuite>\n");
}

fn counts<'a>(ends: impl Iterator<Item = &'a End>) -> String {
    let (mut all, mut failed, mut skipped) = (0, 0, 0);
    for end in ends {
        all += 1;
        match end {
            End::Failed { .. } => failed += 1,
            End::Passed => (),
            End::Skipped(_) => skipped += 1,
        }
    }
    format!("tests=\"{all}\" failures=\"{failed}\" errors=\"0\" skipped=\"{skipped}\"")
}

fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}

/// `text` for an element or an attribute. Shown text holds no character that XML 1.0 excludes, nor a line break but ours.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
    out
}
