//! A comment or a job summary: a table of the tools, then each finding folded away.
//!
//! Nothing that a server said stands as Markdown: names are `code` made of character references, the rest is fenced.

use std::fmt::Write;

use super::Report;
use super::mask::Mask;
use super::shown::{self, RuleGroup, ShownRun, ToolGroup, counted, listed, summary};
use super::text::wrap::wrapped;
use crate::judge::rule::Level;

/// Writes `report` as GitHub's Markdown.
pub(super) fn write(report: &Report, mask: Mask) -> String {
    let mut out = format!("## secondtry: {}\n", summary(report));
    let stale = shown::stale(report);
    if !stale.is_empty() {
        out.push_str("\nIn the baseline and no longer found:\n\n");
        for line in stale {
            let _ = writeln!(out, "- {}", code(&line));
        }
    }
    for run in shown::runs(report, mask) {
        write_run(&mut out, &run);
    }
    out
}

fn write_run(out: &mut String, run: &ShownRun<'_>) {
    let _ = writeln!(out, "\n### {}\n\n{}", code(&run.server), run.facts);
    if !run.tools.is_empty() {
        out.push_str("\n| tool | worst | rules |\n| --- | --- | --- |\n");
    }
    for tool in &run.tools {
        let worst = tool.worst().map_or("known", Level::name);
        let mut rules: Vec<String> = Vec::new();
        for group in tool.rules.iter().filter(|group| !group.is_known) {
            rules.push(format!("{} ({})", group.rule.code, group.findings.len()));
        }
        let known = tool.rules.iter().filter(|group| group.is_known);
        let known: usize = known.map(|group| group.findings.len()).sum();
        if known > 0 {
            rules.push(format!("{known} known"));
        }
        let _ = writeln!(out, "| {} | {worst} | {} |", name(tool), rules.join(", "));
    }
    let mut left_out = 0;
    for tool in &run.tools {
        for group in tool.rules.iter().filter(|group| !group.is_known) {
            let details = details(tool, group);
            // A comment holds 65,536 characters.
            if out.len() + details.len() > MOST_BYTES {
                left_out += 1;
            } else {
                out.push_str(&details);
            }
        }
    }
    if left_out > 0 {
        let more = counted(left_out, "more rule");
        let _ =
            writeln!(out, "\n{more} found broken and not shown here; the other formats show all.");
    }
    for (why, tools) in &run.skipped {
        let _ = writeln!(out, "\nSkipped: {} ({})", code(&listed(tools)), code(why));
    }
    if !run.not_observed.is_empty() {
        let number = run.not_observed.len();
        let all = number + run.observed.len();
        let _ = writeln!(
            out,
            "\nNot observed, since nothing called could show them: {number} of {all} rules."
        );
    }
}

fn details(tool: &ToolGroup, group: &RuleGroup) -> String {
    let first = group.first();
    let disputed = if first.is_disputed { ", disputed" } else { "" };
    let mut text = String::new();
    for (label, line) in group.lines() {
        let lines = wrapped(&line, COLUMNS);
        let _ = writeln!(text, "{:<7}{}", label.name(), lines.join("\n       "));
    }
    if let Some(command) = first.call.as_ref().and_then(|call| call.reproduce.as_ref()) {
        let _ = writeln!(text, "again  {command}");
    }
    let fence = "`".repeat(longest_run(&text, '`').max(2) + 1);
    format!(
        "\n<details><summary>{}: {} ({}{disputed})</summary>\n\n{fence}text\n{text}{fence}\n\n</details>\n",
        name(tool),
        group.rule.code,
        group.level.name()
    )
}

fn name(tool: &ToolGroup) -> String {
    tool.tool.as_deref().map_or_else(|| tool.name().to_owned(), code)
}

/// `text` as code, with every character that Markdown or HTML could take for its own as a reference. In a `code`
/// element no name is mentioned and no address linked.
fn code(text: &str) -> String {
    let mut out = String::from("<code>");
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        // A low line between letters is a letter to Markdown, and names are full of them.
        let is_inside =
            before.is_alphanumeric() && chars.peek().is_some_and(|c| c.is_alphanumeric());
        if c.is_ascii_punctuation() && !matches!(c, '-' | '/' | ',') && !(c == '_' && is_inside) {
            let _ = write!(out, "&#{};", u32::from(c));
        } else {
            out.push(c);
        }
        before = c;
    }
    out.push_str("</code>");
    out
}

fn longest_run(text: &str, of: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// The width of a fenced line without its label: what a comment shows without scrolling.
const COLUMNS: usize = 90;

/// How long the whole may grow.
const MOST_BYTES: usize = 60_000;
