//! A report as people may see it: grouped by tool, worst first, secrets masked, no character that acts on the reader.
//!
//! Every text in here is one line of [`visible`] text, except where a field says otherwise.

mod exchange;

use super::mask::Mask;
use super::{JudgedRun, Report, reproduce, visible};
use crate::judge::State;
use crate::judge::finding::Finding;
use crate::judge::rule::{Level, Rule};
use crate::judge::rules;
use crate::transcript::TransportKind;

pub(super) use self::exchange::ShownCall;

/// One run.
pub(super) struct ShownRun<'a> {
    /// The run itself, for what is counted.
    pub(super) judged: &'a JudgedRun,
    /// Its index in the report.
    pub(super) index: usize,
    /// The server's name and version.
    pub(super) server: String,
    /// Transport, revision, and how many tools and calls.
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

/// The findings on one tool.
pub(super) struct ToolGroup {
    /// The tool; `None` for the server as a whole.
    pub(super) tool: Option<String>,
    /// By rule, worst first, known ones last.
    pub(super) rules: Vec<RuleGroup>,
}

/// The findings of one rule on one tool that weigh the same.
pub(super) struct RuleGroup {
    /// The rule.
    pub(super) rule: &'static Rule,
    /// How bad they are.
    pub(super) level: Level,
    /// They are in the baseline.
    pub(super) is_known: bool,
    /// At least one.
    pub(super) findings: Vec<ShownFinding>,
}

/// One finding.
pub(super) struct ShownFinding {
    pub(super) is_disputed: bool,
    pub(super) parameter: Option<String>,
    /// The kind of call that shows it.
    pub(super) situation: Option<String>,
    pub(super) got: String,
    pub(super) expected: String,
    pub(super) advice: String,
    /// As JSON.
    pub(super) suggestion: Option<String>,
    /// Revision, section and strength.
    pub(super) spec: String,
    pub(super) fingerprint: String,
    /// The ids of the calls that show it, the shortest first.
    pub(super) calls: Vec<String>,
    /// The first of them.
    pub(super) call: Option<ShownCall>,
}

/// What a line of a finding tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// The other places, and how many calls show it.
    Also,
    /// The shortest call.
    Call,
    /// One thing to do.
    Do,
    /// What came.
    Got,
    /// What was right.
    Right,
    /// The corrected value.
    Value,
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

impl ToolGroup {
    /// The tool, or words for the server as a whole.
    pub(super) fn name(&self) -> &str {
        self.tool.as_deref().unwrap_or("the server as a whole")
    }

    /// The worst level among the findings that are not known.
    pub(super) fn worst(&self) -> Option<Level> {
        self.rules.iter().filter(|group| !group.is_known).map(|group| group.level).min()
    }
}

impl RuleGroup {
    /// The finding that speaks for all.
    pub(super) fn first(&self) -> &ShownFinding {
        &self.findings[0]
    }

    /// The finding that speaks for all, line by line, and the places of the others.
    pub(super) fn lines(&self) -> Vec<(Label, String)> {
        let first = self.first();
        let mut lines = Vec::with_capacity(6);
        if let Some(call) = &first.call {
            lines.push((Label::Call, cut(&call.sent, MOST_OF_A_CALL)));
        }
        lines.push((Label::Got, first.got.clone()));
        lines.push((Label::Right, first.expected.clone()));
        lines.push((Label::Do, first.advice.clone()));
        if let Some(suggestion) = &first.suggestion {
            lines.push((Label::Value, suggestion.clone()));
        }
        let place = first.place();
        let mut others = Self::places(&self.findings[1..]);
        others.retain(|other| *other != place);
        let calls = self.call_count();
        match (others.is_empty(), calls) {
            (true, 0 | 1) => (),
            (true, _) => lines.push((Label::Also, format!("{calls} calls in all"))),
            (false, 0 | 1) => lines.push((Label::Also, format!("at {}", listed(&others)))),
            (false, _) => {
                let line = format!("at {}; {calls} calls in all", listed(&others));
                lines.push((Label::Also, line));
            }
        }
        lines
    }

    /// How many calls show it.
    pub(super) fn call_count(&self) -> usize {
        let mut calls: Vec<&String> =
            self.findings.iter().flat_map(|finding| &finding.calls).collect();
        calls.sort_unstable();
        calls.dedup();
        calls.len()
    }

    /// The places of `findings`, each parameter once with the kinds of calls: `/amount (maximum, type)`.
    pub(super) fn places(findings: &[ShownFinding]) -> Vec<String> {
        let mut places: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
        for finding in findings {
            let parameter = finding.parameter.as_deref();
            let at = places.iter().position(|(known, _)| *known == parameter);
            let at = at.unwrap_or_else(|| {
                places.push((parameter, Vec::new()));
                places.len() - 1
            });
            let situations = &mut places[at].1;
            if let Some(situation) = finding.situation.as_deref()
                && !situations.contains(&situation)
            {
                situations.push(situation);
            }
        }
        let place = |(parameter, situations): &(Option<&str>, Vec<&str>)| {
            place(*parameter, &situations.join(", "))
        };
        places.iter().map(place).filter(|place| !place.is_empty()).collect()
    }
}

impl Label {
    /// The word in front of the line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Also => "also",
            Self::Call => "call",
            Self::Do => "do",
            Self::Got => "got",
            Self::Right => "right",
            Self::Value => "value",
        }
    }
}

impl ShownFinding {
    /// Where: `/amount (minimum)`, or nothing.
    pub(super) fn place(&self) -> String {
        place(self.parameter.as_deref(), self.situation.as_deref().unwrap_or_default())
    }
}

fn place(parameter: Option<&str>, situation: &str) -> String {
    match (parameter, situation) {
        // The kind of call tells nothing here: the whole of it is at fault.
        (None, _) => String::new(),
        (Some(""), "") => "the arguments".to_owned(),
        (Some(""), situation) => format!("the arguments ({situation})"),
        (Some(parameter), "") => parameter.to_owned(),
        (Some(parameter), situation) => format!("{parameter} ({situation})"),
    }
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
    let facts = format!(
        "{}{}, {}, {}",
        transport.map(|name| format!("{name}, ")).unwrap_or_default(),
        run.version(),
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
        if report.is_complete { "" } else { "; cut short, this is what was found until then" }
    )
}

/// The first places, and how many more there are.
pub(super) fn listed(places: &[String]) -> String {
    match places.len().checked_sub(MOST_PLACES) {
        None | Some(0) => places.join(", "),
        Some(more) => format!("{} and {more} more", places[..MOST_PLACES].join(", ")),
    }
}

/// The start of `text`, marked where it was cut to `most` characters.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// `1 call`, `2 calls`.
pub(super) fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// How many places a line lists.
const MOST_PLACES: usize = 6;

/// How much of a call a line shows, in characters.
const MOST_OF_A_CALL: usize = 240;
