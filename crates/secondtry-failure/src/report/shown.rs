//! A report as people may see it: grouped by tool, worst first, secrets masked, no character that acts on the reader.
//!
//! Every text in here is one line of [`visible`] text, except where a field says otherwise.

mod exchange;
mod group;

use super::mask::Mask;
use super::{JudgedRun, Report, reproduce, visible};
use crate::judge::State;
use crate::judge::finding::Finding;
use crate::judge::rules;
use crate::judge::sdk::Sdk;
use crate::transcript::TransportKind;

pub(super) use self::exchange::ShownCall;
pub(super) use self::group::{Label, RuleGroup, ShownFinding, ToolGroup, listed};

/// One run.
pub(super) struct ShownRun<'a> {
    /// The run itself, for what is counted.
    pub(super) judged: &'a JudgedRun,
    /// Its index in the report.
    pub(super) index: usize,
    /// The server's name and version.
    pub(super) server: String,
    /// Transport, revision, SDK, and how many tools and calls.
    pub(super) facts: String,
    /// Its findings by tool, worst first.
    pub(super) tools: Vec<ToolGroup>,
    /// Why tools were left out, and which.
    pub(super) skipped: Vec<(String, Vec<String>)>,
    /// The rules that were seen to hold or to be broken somewhere.
    pub(super) observed: Vec<&'static str>,
    /// The rules that nothing could show.
    pub(super) not_observed: Vec<&'static str>,
}

/// The runs of `report`.
pub(super) fn runs(report: &Report, mask: Mask) -> Vec<ShownRun<'_>> {
    let runs = report.runs.iter().enumerate();
    runs.map(|(index, judged)| shown_run(report, index, judged, mask)).collect()
}

/// What the baseline still lists and is gone: one line each.
pub(super) fn stale(report: &Report) -> Vec<String> {
    let Some(baseline) = &report.baseline else { return Vec::new() };
    let line = |known: &super::baseline::Known| {
        let tool =
            known.tool.as_deref().map_or("the server".to_owned(), |tool| format!("`{tool}`"));
        let parameter =
            known.parameter.as_ref().map(|place| format!(" {place}")).unwrap_or_default();
        let line = format!("{} on {tool}{parameter} ({})", known.rule, known.fingerprint);
        visible::line(&line).into_owned()
    };
    baseline.stale(report).into_iter().map(line).collect()
}

fn shown_run<'a>(
    report: &'a Report,
    index: usize,
    judged: &'a JudgedRun,
    mask: Mask,
) -> ShownRun<'a> {
    let run = &judged.run;
    let mut server = run.server_name.clone().unwrap_or_else(|| "unnamed server".to_owned());
    if let Some(version) = &run.server_version {
        server = format!("{server} {version}");
    }
    let transport = run.start.transport.map(TransportKind::name);
    let sdk = judged.judgement.sdk.map(Sdk::name);
    let facts = format!(
        "{}{}, {}{}, {}",
        transport.map(|name| format!("{name}, ")).unwrap_or_default(),
        run.version(),
        sdk.map(|name| format!("{name}, ")).unwrap_or_default(),
        counted(run.tools.len(), "tool"),
        counted(run.exchanges.len(), "call")
    );
    let (observed, not_observed) = rules_seen(judged);
    ShownRun {
        judged,
        index,
        server: safe(&server, mask),
        facts,
        tools: tools(report, index, judged, mask),
        skipped: skipped(judged, mask),
        observed,
        not_observed,
    }
}

fn tools(report: &Report, index: usize, judged: &JudgedRun, mask: Mask) -> Vec<ToolGroup> {
    let mut tools: Vec<(&Option<String>, Vec<&Finding>)> = Vec::new();
    for finding in &judged.judgement.findings {
        match tools.iter_mut().find(|(tool, _)| *tool == &finding.tool) {
            Some((_, findings)) => findings.push(finding),
            None => tools.push((&finding.tool, vec![finding])),
        }
    }
    // A tool with nothing but known findings goes last.
    tools.sort_by_key(|(tool, findings)| {
        let new = findings.iter().filter(|finding| !report.is_known(finding));
        let worst = new.map(|finding| finding.level).min();
        (worst.is_none(), worst, *tool)
    });
    tools
        .into_iter()
        .map(|(tool, findings)| ToolGroup {
            tool: tool.as_deref().map(|tool| safe(tool, mask)),
            rules: rule_groups(report, index, judged, &findings, mask),
        })
        .collect()
}

fn rule_groups(
    report: &Report,
    index: usize,
    judged: &JudgedRun,
    findings: &[&Finding],
    mask: Mask,
) -> Vec<RuleGroup> {
    let mut groups: Vec<RuleGroup> = Vec::new();
    for finding in findings {
        let is_known = report.is_known(finding);
        let shown = shown_finding(report, index, judged, finding, mask);
        let same = groups.iter_mut().find(|group| {
            group.rule.code == finding.rule.code
                && group.level == finding.level
                && group.is_known == is_known
        });
        match same {
            Some(group) => group.findings.push(shown),
            None => groups.push(RuleGroup {
                rule: finding.rule,
                level: finding.level,
                is_known,
                findings: vec![shown],
            }),
        }
    }
    groups.sort_by_key(|group| (group.is_known, group.level));
    groups
}

fn shown_finding(
    report: &Report,
    index: usize,
    judged: &JudgedRun,
    finding: &Finding,
    mask: Mask,
) -> ShownFinding {
    let exchange = judged.shown_by(finding);
    let spec = finding.spec;
    ShownFinding {
        is_disputed: finding.is_disputed,
        parameter: finding.parameter.as_ref().map(|parameter| safe(parameter.as_str(), mask)),
        situation: exchange.and_then(exchange::situation).map(|kind| safe(kind, mask)),
        got: safe(&finding.got, mask),
        expected: safe(&finding.expected, mask),
        advice: safe(&finding.advice, mask),
        suggestion: finding
            .suggestion
            .as_ref()
            .map(|value| visible::line(&mask.value(value).to_string()).into_owned()),
        spec: if spec.section.is_empty() {
            "no text of the specification says it".to_owned()
        } else {
            format!("{} {} ({})", spec.revision, spec.section, spec.strength.name())
        },
        fingerprint: finding.fingerprint.clone(),
        calls: finding.calls.iter().map(|&number| report.call_id(index, number)).collect(),
        call: exchange.map(|exchange| {
            let again = reproduce::command(&judged.run, exchange, mask);
            let id = report.call_id(index, exchange.number);
            ShownCall::new(id, exchange, again.map(|command| safe(&command, mask)), mask)
        }),
    }
}

fn skipped(judged: &JudgedRun, mask: Mask) -> Vec<(String, Vec<String>)> {
    let mut whys: Vec<(String, Vec<String>)> = Vec::new();
    for (tool, why) in &judged.run.skipped {
        let (tool, why) = (safe(tool, mask), safe(why, mask));
        match whys.iter_mut().find(|(known, _)| *known == why) {
            Some((_, tools)) => tools.push(tool),
            None => whys.push((why, vec![tool])),
        }
    }
    whys
}

/// The rules that some state speaks of, in the order of the table: those seen somewhere, and those seen nowhere.
fn rules_seen(judged: &JudgedRun) -> (Vec<&'static str>, Vec<&'static str>) {
    let states = &judged.judgement.states;
    let looked_at = rules::ALL.iter().map(|rule| rule.code);
    let looked_at = looked_at.filter(|code| states.iter().any(|state| state.rule == *code));
    looked_at.partition(|code| {
        states
            .iter()
            .any(|state| state.rule == *code && matches!(state.state, State::Found | State::Passed))
    })
}

/// `text` as it may be shown, on one line.
pub(super) fn safe(text: &str, mask: Mask) -> String {
    visible::line(&mask.text(text)).into_owned()
}

/// How many findings of each level, in how many calls.
pub(super) fn summary(report: &Report) -> String {
    let counts = report.counts();
    let known = report.findings().filter(|(_, finding)| report.is_known(finding)).count();
    let advice = match counts.advice {
        0 => "no advice".to_owned(),
        1 => "1 piece of advice".to_owned(),
        number => format!("{number} pieces of advice"),
    };
    format!(
        "{}, {}, {advice}{} in {}{}",
        counted(counts.errors, "error"),
        counted(counts.warnings, "warning"),
        if known > 0 { format!(" ({known} of them known)") } else { String::new() },
        counted(report.call_count(), "call"),
        if report.is_complete { "" } else { "; not complete, this is what was found" }
    )
}

/// `1 call`, `2 calls`.
pub(super) fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
