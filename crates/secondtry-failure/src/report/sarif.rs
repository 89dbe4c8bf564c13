//! SARIF 2.1.0 (OASIS, 27 March 2020): one run for each run, one result for each finding.
//!
//! A server under test has no files, so a place is a logical location: the server, the tool, the argument.

mod log;

use super::Report;
use super::mask::Mask;
use super::page;
use super::shown::{self, RuleGroup, ShownFinding, ShownRun, ToolGroup};
use crate::judge::rule::{Level, Rule};

use self::log::{
    Configuration, Driver, Fingerprints, Help, Invocation, Location, Log, LogicalLocation, Message,
    Notification, Properties, ReportingDescriptor, ResultProperties, RunEntry, Sighting, Tool,
};

/// Writes `report` as SARIF.
pub(super) fn write(report: &Report, mask: Mask) -> String {
    let runs = shown::runs(report, mask);
    let stale = shown::stale(report);
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: runs.iter().map(|run| entry(report, run, &stale)).collect(),
    };
    serde_json::to_string_pretty(&log).expect("every member is a string, a number or a bool") + "\n"
}

fn entry(report: &Report, run: &ShownRun<'_>, stale: &[String]) -> RunEntry {
    let mut rules: Vec<&'static Rule> = Vec::new();
    let mut results = Vec::new();
    for tool in &run.tools {
        for group in &tool.rules {
            let at = rules.iter().position(|rule| rule.code == group.rule.code);
            let at = at.unwrap_or_else(|| {
                rules.push(group.rule);
                rules.len() - 1
            });
            let places = group.findings.iter();
            results.extend(places.map(|found| sighting(report, run, tool, group, found, at)));
        }
    }
    let notes = stale.iter().map(|line| Notification {
        level: "error",
        message: message(&format!("in the baseline and no longer found: {line}")),
    });
    RunEntry {
        tool: Tool {
            driver: Driver {
                name: "secondtry",
                semantic_version: env!("CARGO_PKG_VERSION"),
                rules: rules.into_iter().map(|rule| descriptor(rule, run)).collect(),
            },
        },
        invocations: [Invocation {
            execution_successful: report.is_complete,
            tool_execution_notifications: notes.collect(),
        }],
        column_kind: "unicodeCodePoints",
        results,
        properties: Properties {
            server: run.server.clone(),
            protocol: run.judged.run.version().name(),
        },
    }
}

fn descriptor(rule: &'static Rule, run: &ShownRun<'_>) -> ReportingDescriptor {
    let weight = (rule.weight)(run.judged.run.version());
    ReportingDescriptor {
        id: rule.code,
        short_description: Message { text: rule.title().to_owned() },
        full_description: Message { text: page::section(rule.page, "Symptom").to_owned() },
        help: Help { text: page::body(rule.page), markdown: page::body(rule.page) },
        default_configuration: Configuration { level: level(weight.level) },
    }
}

fn sighting(
    report: &Report,
    run: &ShownRun<'_>,
    tool: &ToolGroup,
    group: &RuleGroup,
    finding: &ShownFinding,
    rule_index: usize,
) -> Sighting {
    let call = finding.call.as_ref();
    let text = format!(
        "{}: got {}. Right: {}. To do: {}.",
        tool.name(),
        finding.got,
        finding.expected,
        finding.advice
    );
    Sighting {
        rule_id: group.rule.code,
        rule_index,
        level: level(group.level),
        message: message(&text),
        locations: vec![Location { logical_locations: places(run, tool, finding) }],
        partial_fingerprints: Fingerprints { finding: finding.fingerprint.clone() },
        baseline_state: report
            .baseline
            .as_ref()
            .map(|_| if group.is_known { "unchanged" } else { "new" }),
        properties: ResultProperties {
            call: call.map(|call| call.sent.clone()),
            reproduce: call.and_then(|call| call.reproduce.clone()),
            suggestion: finding.suggestion.clone(),
            spec: finding.spec.clone(),
            disputed: finding.is_disputed,
        },
    }
}

/// The innermost place first.
fn places(run: &ShownRun<'_>, tool: &ToolGroup, finding: &ShownFinding) -> Vec<LogicalLocation> {
    let server = run.server.clone();
    let Some(name) = &tool.tool else {
        return vec![LogicalLocation {
            name: server.clone(),
            fully_qualified_name: server,
            kind: "module",
        }];
    };
    let qualified = format!("{server}/{name}");
    let parameter = finding.parameter.as_ref().map(|parameter| LogicalLocation {
        name: parameter.clone(),
        fully_qualified_name: format!("{qualified}{parameter}"),
        kind: "parameter",
    });
    let tool =
        LogicalLocation { name: name.clone(), fully_qualified_name: qualified, kind: "function" };
    parameter.into_iter().chain([tool]).collect()
}

/// SARIF 2.1.0, section 3.11.6: `[text](target)` is a link even in plain text, and no server may place one.
fn message(text: &str) -> Message {
    Message { text: text.replace("](", "] (") }
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Advice => "note",
    }
}
