//! The report for machines, version 1. Its members are documented in `docs/report-format.md`.

mod document;

use std::borrow::Cow;

use serde_json::Value;

use super::mask::Mask;
use super::visible;
use super::{JudgedRun, Report, duration_ms, reproduce};
use crate::classify::exchange::{Exchange, Sent};
use crate::judge::finding::Finding;
use crate::judge::sdk::Sdk;
use crate::judge::{RuleState, State};
use crate::transcript::TransportKind;

use self::document::{
    CallEntry, Document, FindingEntry, Levels, OutcomeEntry, Program, RuleEntry, RunEntry, Server,
    Skipped, Spec, Summary,
};

#[cfg(test)]
mod tests;

/// Writes `report` as JSON, indented.
#[expect(
    clippy::missing_panics_doc,
    reason = "every member is a string, a number or a value, which JSON can hold"
)]
pub fn write(report: &Report, mask: Mask) -> String {
    let document = document(report, mask);
    let json = serde_json::to_string_pretty(&document)
        .expect("every member is a string, a number or a value");
    visible::json(&json) + "\n"
}

fn document(report: &Report, mask: Mask) -> Document<'_> {
    let runs = || report.runs.iter().enumerate();
    Document {
        report: 1,
        tool: Program { name: "secondtry", version: env!("CARGO_PKG_VERSION") },
        complete: report.is_complete,
        seed: report.seed,
        runs: report.runs.iter().map(|judged| run(judged, mask)).collect(),
        summary: summary(report, mask),
        rules: runs()
            .flat_map(|(index, judged)| {
                judged.judgement.states.iter().map(move |state| rule(index, state, mask))
            })
            .collect(),
        findings: report
            .findings()
            .map(|(index, found)| finding(report, index, found, mask))
            .collect(),
        calls: runs()
            .flat_map(|(index, judged)| {
                judged.run.exchanges.iter().map(move |exchange| call(report, index, exchange, mask))
            })
            .collect(),
    }
}

fn run(judged: &JudgedRun, mask: Mask) -> RunEntry<'_> {
    RunEntry {
        server: Server {
            name: masked(judged.run.server_name.as_deref(), mask),
            version: masked(judged.run.server_version.as_deref(), mask),
        },
        transport: judged.run.start.transport.map(TransportKind::name),
        era: judged.run.era().name(),
        protocol: judged.run.version().name(),
        sdk: judged.judgement.sdk.map(Sdk::name),
    }
}

fn summary(report: &Report, mask: Mask) -> Summary<'_> {
    let counts = report.counts();
    let tools = report.runs.iter().map(|judged| judged.run.tools.len());
    let runs = report.runs.iter().enumerate();
    Summary {
        tools: tools.max().unwrap_or_default(),
        skipped: runs
            .flat_map(|(run, judged)| {
                judged.run.skipped.iter().map(move |(tool, why)| Skipped {
                    run,
                    tool: mask.text(tool),
                    why: mask.text(why),
                })
            })
            .collect(),
        calls: report.call_count(),
        findings: Levels { error: counts.errors, warning: counts.warnings, advice: counts.advice },
        duration_ms: report.duration_ms,
    }
}

fn rule(run: usize, state: &RuleState, mask: Mask) -> RuleEntry<'_> {
    let name = match state.state {
        State::CouldNotJudge => "could-not-judge",
        State::Found => "found",
        State::NotObserved => "not-observed",
        State::Passed => "passed",
    };
    RuleEntry { run, rule: state.rule, tool: masked(state.tool.as_deref(), mask), state: name }
}

fn finding<'a>(
    report: &'a Report,
    run: usize,
    finding: &'a Finding,
    mask: Mask,
) -> FindingEntry<'a> {
    let judged = &report.runs[run];
    FindingEntry {
        run,
        rule: finding.rule.code,
        level: finding.level.name(),
        disputed: finding.is_disputed,
        tool: masked(finding.tool.as_deref(), mask),
        parameter: finding.parameter.as_ref().map(|parameter| mask.text(parameter.as_str())),
        got: mask.text(&finding.got),
        expected: mask.text(&finding.expected),
        advice: mask.text(&finding.advice),
        suggestion: finding.suggestion.as_ref().map(|value| mask.value(value)),
        spec: Spec {
            revision: finding.spec.revision.name(),
            section: finding.spec.section,
            strength: finding.spec.strength.name(),
        },
        card: finding.rule.code,
        baseline: if report.is_known(finding) { "known" } else { "new" },
        fingerprint: &finding.fingerprint,
        calls: finding.calls.iter().map(|&number| report.call_id(run, number)).collect(),
        reproduce: judged
            .shown_by(finding)
            .and_then(|exchange| reproduce::command(&judged.run, exchange, mask)),
    }
}

fn call<'a>(report: &Report, run: usize, exchange: &'a Exchange, mask: Mask) -> CallEntry<'a> {
    let text = exchange.text();
    let raw = match &exchange.sent {
        Sent::Raw(raw) => Some(mask.text(raw).into_owned()),
        Sent::Other { .. } | Sent::ToolCall { .. } => None,
    };
    let probe = exchange.probe.as_ref();
    CallEntry {
        run,
        id: report.call_id(run, exchange.number),
        tool: masked(exchange.tool_name(), mask),
        probe: masked(probe.map(|probe| probe.kind.as_str()), mask),
        parameter: masked(probe.and_then(|probe| probe.parameter.as_deref()), mask),
        request: exchange.request().map(|request| mask.value(request)),
        response: exchange.answer.as_ref().map(|answer| mask.value(&shortened(answer))),
        raw,
        outcome: OutcomeEntry {
            channel: exchange.outcome.channel_name(),
            code: exchange.outcome.code().map(|code| code.0),
            status: exchange.http.as_ref().map(|answer| answer.status),
            text: (!text.is_empty()).then(|| mask.text(&first_of(&text)).into_owned()),
        },
        duration_ms: duration_ms(exchange),
    }
}

/// `value` with strings of a length that a report can hold.
fn shortened(value: &Value) -> Cow<'_, Value> {
    Cow::Owned(match value {
        Value::Array(items) => items.iter().map(|item| shortened(item).into_owned()).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, member)| (first_of(key).into_owned(), shortened(member).into_owned()))
            .collect(),
        Value::String(text) if text.len() > LONGEST_STRING => first_of(text).into(),
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_) => {
            return Cow::Borrowed(value);
        }
    })
}

fn first_of(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST_STRING {
        return Cow::Borrowed(text);
    }
    let start = (0..=LONGEST_STRING).rev().find_map(|end| text.get(..end)).unwrap_or_default();
    format!("{start}... ({} bytes in all)", text.len()).into()
}

fn masked(text: Option<&str>, mask: Mask) -> Option<Cow<'_, str>> {
    text.map(|text| mask.text(text))
}

/// The longest string of an answer that is shown whole, in bytes.
const LONGEST_STRING: usize = 64 * 1024;
