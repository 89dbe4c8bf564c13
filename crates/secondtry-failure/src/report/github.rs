//! Annotations of a GitHub workflow: one command a line, for each rule that a tool breaks.

use std::fmt::Write;

use super::Report;
use super::mask::Mask;
use super::shown::{self, RuleGroup, ToolGroup, summary};
use crate::judge::rule::Level;

/// Writes `report` as workflow commands. What is known is left out: it would be shown on every run.
pub(super) fn write(report: &Report, mask: Mask) -> String {
    let mut out = String::new();
    for line in shown::stale(report) {
        command(&mut out, "error", "stale baseline", &format!("no longer found: {line}"));
    }
    let mut groups: Vec<(&ToolGroup, &RuleGroup)> = Vec::new();
    let runs = shown::runs(report, mask);
    for tool in runs.iter().flat_map(|run| &run.tools) {
        groups.extend(tool.rules.iter().filter(|group| !group.is_known).map(|group| (tool, group)));
    }
    // A step shows ten annotations of a kind: the worst must come first.
    groups.sort_by_key(|(_, group)| group.level);
    for (tool, group) in groups {
        let title = format!("{} on {}", group.rule.code, tool.name());
        let lines: Vec<String> = group
            .lines()
            .into_iter()
            .map(|(label, text)| format!("{}: {text}", label.name()))
            .collect();
        command(&mut out, name(group.level), &title, &lines.join("\n"));
    }
    let _ = writeln!(out, "secondtry: {}", summary(report));
    out
}

fn command(out: &mut String, name: &str, title: &str, message: &str) {
    let title = data(title).replace(':', "%3A").replace(',', "%2C");
    let _ = writeln!(out, "::{name} title={title}::{}", data(message));
}

fn name(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Advice => "notice",
    }
}

/// Escapes as the runner unescapes (actions/toolkit, `packages/core/src/command.ts`).
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}
