//! The report for people: grouped by tool, worst first.

use std::fmt::Write;

use super::mask::Mask;
use super::{JudgedRun, Report, reproduce};
use crate::judge::finding::Finding;
use crate::judge::rule::Level;

/// Whether the text is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    #[default]
    Off,
    /// ANSI colours.
    On,
}

/// Writes `report` as text.
pub fn write(report: &Report, colour: Colour, mask: Mask) -> String {
    let mut out = String::new();
    for (index, judged) in report.runs.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        heading(&mut out, judged, colour);
        findings(&mut out, judged, colour, mask);
        skipped(&mut out, judged);
    }
    summary(&mut out, report, colour);
    out
}

fn heading(out: &mut String, judged: &JudgedRun, colour: Colour) {
    let run = &judged.run;
    let name = run.server_name.as_deref().unwrap_or("unnamed server");
    let version =
        run.server_version.as_deref().map(|version| format!(" {version}")).unwrap_or_default();
    let transport =
        run.start.transport.map(|kind| format!("{}, ", kind.name())).unwrap_or_default();
    let facts = format!(
        "{transport}{}, {}, {}",
        run.version(),
        counted(run.tools.len(), "tool"),
        counted(run.exchanges.len(), "call")
    );
    let _ = writeln!(
        out,
        "{}: {facts}",
        colour.paint(Paint::Bold, &printable(&format!("{name}{version}")))
    );
}

fn findings(out: &mut String, judged: &JudgedRun, colour: Colour, mask: Mask) {
    let all = &judged.judgement.findings;
    let mut tools: Vec<(Level, &Option<String>)> = Vec::new();
    for finding in all {
        match tools.iter_mut().find(|(_, tool)| *tool == &finding.tool) {
            Some((worst, _)) => *worst = (*worst).min(finding.level),
            None => tools.push((finding.level, &finding.tool)),
        }
    }
    tools.sort();
    for (_, tool) in tools {
        let title = tool.as_deref().map_or_else(|| "(the server as a whole)".to_owned(), printable);
        let _ = writeln!(out, "\n{}", colour.paint(Paint::Bold, &title));
        let mut of_tool: Vec<&Finding> =
            all.iter().filter(|finding| &finding.tool == tool).collect();
        while !of_tool.is_empty() {
            let code = of_tool[0].rule.code;
            let (same, rest): (Vec<&Finding>, Vec<&Finding>) =
                of_tool.into_iter().partition(|finding| finding.rule.code == code);
            one(out, judged, &same, colour, mask);
            of_tool = rest;
        }
    }
}

/// Shows the findings of one rule on one tool: the first in full, the places of the others.
fn one(out: &mut String, judged: &JudgedRun, same: &[&Finding], colour: Colour, mask: Mask) {
    let finding = same[0];
    let place = finding
        .parameter
        .as_ref()
        .map(|parameter| format!(" {}", printable(parameter.as_str())))
        .unwrap_or_default();
    let disputed = if finding.is_disputed { " (disputed)" } else { "" };
    let level = colour.paint(Paint::of(finding.level), &format!("{:<7}", finding.level.name()));
    let code = finding.rule.code;
    let got = printable(&mask.text(&finding.got));
    if finding.level == Level::Advice {
        let _ = writeln!(out, "  {level}  {code}{place}{disputed}: {got}");
        return;
    }
    let _ = writeln!(out, "  {level}  {code}{place}{disputed}");
    let calls: usize = same.iter().map(|finding| finding.calls.len()).sum();
    let more = match calls {
        0 | 1 => String::new(),
        calls => format!(" (and {} like it)", counted(calls - 1, "call")),
    };
    let mut line = |label: &str, text: &str| {
        let _ =
            writeln!(out, "           {} {text}", colour.paint(Paint::Dim, &format!("{label:<9}")));
    };
    line("got", &format!("{got}{more}"));
    line("expected", &printable(&mask.text(&finding.expected)));
    line("do", &printable(&finding.advice));
    let again =
        judged.shown_by(finding).and_then(|exchange| reproduce::command(&judged.run, exchange));
    if let Some(command) = again {
        line("reproduce", &printable(&mask.text(&command)));
    }
}

fn skipped(out: &mut String, judged: &JudgedRun) {
    let mut whys: Vec<(&str, Vec<&str>)> = Vec::new();
    for (tool, why) in &judged.run.skipped {
        match whys.iter_mut().find(|(known, _)| known == why) {
            Some((_, tools)) => tools.push(tool),
            None => whys.push((why, vec![tool])),
        }
    }
    for (index, (why, tools)) in whys.iter().enumerate() {
        if index == 0 {
            out.push('\n');
        }
        let _ = writeln!(out, "skipped: {} ({})", printable(&tools.join(", ")), printable(why));
    }
}

fn summary(out: &mut String, report: &Report, colour: Colour) {
    let counts = report.counts();
    let cut =
        if report.is_complete { "" } else { ", cut short: this is what was found until then" };
    let line = format!(
        "{}, {}, {} of advice in {} calls{cut}",
        counted(counts.errors, "error"),
        counted(counts.warnings, "warning"),
        if counts.advice == 1 { "1 piece".to_owned() } else { format!("{} pieces", counts.advice) },
        report.call_count()
    );
    let _ = writeln!(out, "\n{}", colour.paint(Paint::Bold, &line));
    if let Some((_, finding)) = report.findings().min_by_key(|(_, finding)| finding.level) {
        let _ = writeln!(out, "`secondtry explain {}` says more about a rule", finding.rule.code);
    }
}

fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// `text` without characters that a terminal would obey.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[derive(Clone, Copy)]
enum Paint {
    Bold,
    Dim,
    Red,
    Yellow,
    Blue,
}

impl Paint {
    fn of(level: Level) -> Self {
        match level {
            Level::Error => Self::Red,
            Level::Warning => Self::Yellow,
            Level::Advice => Self::Blue,
        }
    }

    /// The code of Select Graphic Rendition (ECMA-48, section 8.3.117).
    fn code(self) -> u8 {
        match self {
            Self::Bold => 1,
            Self::Dim => 2,
            Self::Red => 31,
            Self::Yellow => 33,
            Self::Blue => 34,
        }
    }
}

impl Colour {
    fn paint(self, paint: Paint, text: &str) -> String {
        match self {
            Self::Off => text.to_owned(),
            Self::On => format!("\u{1b}[{}m{text}\u{1b}[0m", paint.code()),
        }
    }
}
