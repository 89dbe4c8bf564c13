//! The report for machines, version 1. Its members are documented in `docs/report-format.md`.

use serde::Serialize;
use serde_json::Value;

use super::mask::Mask;
use super::{JudgedRun, Report, duration_ms, reproduce};
use crate::classify::exchange::{Exchange, Sent};
use crate::judge::finding::Finding;
use crate::judge::sdk::Sdk;
use crate::judge::{RuleState, State};
use crate::schema::fault::Pointer;
use crate::transcript::TransportKind;

/// Writes `report` as JSON, indented.
#[expect(
    clippy::missing_panics_doc,
    reason = "every member is a string, a number or a value, which JSON can hold"
)]
pub fn write(report: &Report, mask: Mask) -> String {
    let counts = report.counts();
    let document = Document {
        report: 1,
        tool: Program { name: "secondtry", version: env!("CARGO_PKG_VERSION") },
        complete: report.is_complete,
        seed: report.seed,
        runs: report.runs.iter().map(run).collect(),
        summary: Summary {
            tools: report
                .runs
                .iter()
                .map(|judged| judged.run.tools.len())
                .max()
                .unwrap_or_default(),
            skipped: skipped(report),
            calls: report.call_count(),
            findings: Levels {
                error: counts.errors,
                warning: counts.warnings,
                advice: counts.advice,
            },
            duration_ms: report.duration_ms,
        },
        rules: report
            .runs
            .iter()
            .enumerate()
            .flat_map(|(index, judged)| {
                judged.judgement.states.iter().map(move |state| rule(index, state))
            })
            .collect(),
        findings: report
            .findings()
            .map(|(index, found)| finding(report, index, found, mask))
            .collect(),
        calls: report
            .runs
            .iter()
            .enumerate()
            .flat_map(|(index, judged)| {
                judged.run.exchanges.iter().map(move |exchange| call(report, index, exchange, mask))
            })
            .collect(),
    };
    serde_json::to_string_pretty(&document).expect("every member is a string, a number or a value")
}

#[derive(Serialize)]
struct Document<'a> {
    report: u32,
    tool: Program,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    runs: Vec<RunEntry<'a>>,
    summary: Summary<'a>,
    rules: Vec<RuleEntry<'a>>,
    findings: Vec<FindingEntry<'a>>,
    calls: Vec<CallEntry<'a>>,
}

#[derive(Serialize)]
struct Program {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct RunEntry<'a> {
    server: Server<'a>,
    transport: Option<&'static str>,
    era: &'static str,
    protocol: &'static str,
    sdk: Option<&'static str>,
}

#[derive(Serialize)]
struct Server<'a> {
    name: Option<&'a str>,
    version: Option<&'a str>,
}

#[derive(Serialize)]
struct Summary<'a> {
    tools: usize,
    skipped: Vec<Skipped<'a>>,
    calls: usize,
    findings: Levels,
    duration_ms: u64,
}

#[derive(Serialize)]
struct Skipped<'a> {
    run: usize,
    tool: &'a str,
    why: &'a str,
}

#[derive(Serialize)]
struct Levels {
    error: usize,
    warning: usize,
    advice: usize,
}

#[derive(Serialize)]
struct RuleEntry<'a> {
    run: usize,
    rule: &'static str,
    tool: Option<&'a str>,
    state: &'static str,
}

#[derive(Serialize)]
struct FindingEntry<'a> {
    run: usize,
    rule: &'static str,
    level: &'static str,
    disputed: bool,
    tool: Option<&'a str>,
    parameter: Option<&'a str>,
    got: String,
    expected: String,
    advice: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<&'a Value>,
    spec: Spec,
    card: &'static str,
    fingerprint: &'a str,
    calls: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reproduce: Option<String>,
}

#[derive(Serialize)]
struct Spec {
    revision: &'static str,
    section: &'static str,
    strength: &'static str,
}

#[derive(Serialize)]
struct CallEntry<'a> {
    run: usize,
    id: String,
    tool: Option<&'a str>,
    probe: Option<&'a str>,
    parameter: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw: Option<String>,
    outcome: OutcomeEntry,
    duration_ms: Option<u64>,
}

#[derive(Serialize)]
struct OutcomeEntry {
    channel: &'static str,
    code: Option<i64>,
    status: Option<u16>,
    text: Option<String>,
}

fn run(judged: &JudgedRun) -> RunEntry<'_> {
    RunEntry {
        server: Server {
            name: judged.run.server_name.as_deref(),
            version: judged.run.server_version.as_deref(),
        },
        transport: judged.run.start.transport.map(TransportKind::name),
        era: judged.run.era().name(),
        protocol: judged.run.version().name(),
        sdk: judged.judgement.sdk.map(Sdk::name),
    }
}

fn skipped(report: &Report) -> Vec<Skipped<'_>> {
    let runs = report.runs.iter().enumerate();
    runs.flat_map(|(run, judged)| {
        judged.run.skipped.iter().map(move |(tool, why)| Skipped { run, tool, why })
    })
    .collect()
}

fn rule(run: usize, state: &RuleState) -> RuleEntry<'_> {
    let name = match state.state {
        State::CouldNotJudge => "could-not-judge",
        State::Found => "found",
        State::NotObserved => "not-observed",
        State::Passed => "passed",
    };
    RuleEntry { run, rule: state.rule, tool: state.tool.as_deref(), state: name }
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
        tool: finding.tool.as_deref(),
        parameter: finding.parameter.as_ref().map(Pointer::as_str),
        got: mask.text(&finding.got).into_owned(),
        expected: finding.expected.clone(),
        advice: finding.advice.clone(),
        suggestion: finding.suggestion.as_ref(),
        spec: Spec {
            revision: finding.spec.revision.name(),
            section: finding.spec.section,
            strength: finding.spec.strength.name(),
        },
        card: finding.rule.code,
        fingerprint: &finding.fingerprint,
        calls: finding.calls.iter().map(|&number| report.call_id(run, number)).collect(),
        reproduce: judged
            .shown_by(finding)
            .and_then(|exchange| reproduce::command(&judged.run, exchange))
            .map(|command| mask.text(&command).into_owned()),
    }
}

fn call<'a>(report: &Report, run: usize, exchange: &'a Exchange, mask: Mask) -> CallEntry<'a> {
    let text = exchange.text();
    let raw = match &exchange.sent {
        Sent::Raw(raw) => Some(mask.text(raw).into_owned()),
        Sent::Other { .. } | Sent::ToolCall { .. } => None,
    };
    CallEntry {
        run,
        id: report.call_id(run, exchange.number),
        tool: exchange.tool_name(),
        probe: exchange.probe.as_ref().map(|probe| probe.kind.as_str()),
        parameter: exchange.probe.as_ref().and_then(|probe| probe.parameter.as_deref()),
        request: exchange.request().map(|request| mask.value(request)),
        response: exchange.answer.as_ref().map(|answer| mask.value(answer)),
        raw,
        outcome: OutcomeEntry {
            channel: exchange.outcome.channel_name(),
            code: exchange.outcome.code().map(|code| code.0),
            status: exchange.http.as_ref().map(|answer| answer.status),
            text: (!text.is_empty()).then(|| mask.text(&text).into_owned()),
        },
        duration_ms: duration_ms(exchange),
    }
}
