//! The report for people at a terminal: grouped by tool, worst first, at most 80 columns.

pub(super) mod wrap;

use std::collections::HashMap;
use std::fmt::Write;

use super::Report;
use super::mask::Mask;
use super::shown::{
    self, Label, RuleGroup, ShownFinding, ShownRun, ToolGroup, counted, listed, summary,
};
use crate::judge::rule::Level;

use self::wrap::{WIDTH, wrapped};

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
    let mut page = Page { out: String::new(), colour };
    let runs = shown::runs(report, mask);
    for run in &runs {
        page.run(run);
    }
    page.stale(&shown::stale(report));
    page.summary(report, &runs);
    page.out
}

/// The text so far.
struct Page {
    out: String,
    colour: Colour,
}

/// What was said of a rule before, and on which tool: it is not said twice.
type Said<'a> = HashMap<(&'static str, &'a str), &'a str>;

impl Page {
    fn run(&mut self, run: &ShownRun<'_>) {
        let length = run.server.chars().count() + run.facts.chars().count() + ": ".len();
        let server = self.colour.paint(Paint::Bold, &indented(&run.server, 0));
        let gap = if length <= WIDTH { ": " } else { "\n" };
        let _ = writeln!(self.out, "{server}{gap}{}", run.facts);
        let mut said = Said::new();
        for tool in &run.tools {
            self.tool(tool, &mut said);
        }
        self.out.push('\n');
        for (why, tools) in &run.skipped {
            self.item("skipped", &format!("{}: {why}", tools.join(", ")));
        }
        if !run.not_observed.is_empty() {
            let number = run.not_observed.len();
            let all = number + run.observed.len();
            let line = format!("{number} of {all} rules: nothing called could show them");
            self.item("unseen", &line);
        }
    }

    fn tool<'a>(&mut self, tool: &'a ToolGroup, said: &mut Said<'a>) {
        let known = tool.rules.iter().filter(|group| group.is_known);
        let known: usize = known.map(|group| group.findings.len()).sum();
        let name = self.colour.paint(Paint::Bold, &indented(tool.name(), 0));
        if tool.rules.iter().all(|group| group.is_known) {
            let _ = writeln!(self.out, "\n{name}\n  {known} known");
            return;
        }
        let _ = writeln!(self.out, "\n{name}");
        for group in tool.rules.iter().filter(|group| !group.is_known) {
            if group.level == Level::Advice {
                self.advice(tool.name(), group, said);
            } else {
                self.group(tool.name(), group, said);
            }
        }
        if known > 0 {
            let _ = writeln!(self.out, "  and {known} known");
        }
    }

    /// The first finding in full, the places of the others.
    fn group<'a>(&mut self, tool: &'a str, group: &'a RuleGroup, said: &mut Said<'a>) {
        let first = group.first();
        let disputed = if first.is_disputed { " (disputed)" } else { "" };
        let place = first.place();
        let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
        self.title(group.level, &format!("{}{disputed}{at}", group.rule.code));
        for (label, text) in group.lines() {
            // What was right and what to do is said once a rule.
            let before = match label {
                Label::Do => said.get(&(group.rule.code, &*first.advice)),
                Label::Right => said.get(&(group.rule.code, &*first.expected)),
                Label::Also | Label::Call | Label::Got | Label::Value => None,
            };
            match (label, before) {
                (Label::Right, Some(_)) => (),
                (_, Some(tool)) => self.detail(label.name(), &format!("as for {tool}")),
                (_, None) => self.detail(label.name(), &text),
            }
        }
        said.entry((group.rule.code, &first.advice)).or_insert(tool);
        said.entry((group.rule.code, &first.expected)).or_insert(tool);
    }

    /// One line for a rule and a tool; what to do is said once a rule.
    fn advice<'a>(&mut self, tool: &'a str, group: &'a RuleGroup, said: &mut Said<'a>) {
        let mut line = group.rule.code.to_owned();
        let calls = group.call_count();
        if calls > 1 {
            let _ = write!(line, " ({})", counted(calls, "call"));
        }
        let places = RuleGroup::places(&group.findings);
        if !places.is_empty() {
            let _ = write!(line, " at {}", listed(&places));
        }
        let advice = group.first().advice.as_str();
        if said.insert((group.rule.code, advice), tool).is_none() {
            let _ = write!(line, ": {advice}");
        }
        self.title(group.level, &line);
    }

    fn title(&mut self, level: Level, text: &str) {
        let name = self.colour.paint(Paint::of(level), &format!("{:<9}", level.name()));
        let _ = writeln!(self.out, "  {name}{}", indented(text, 11));
    }

    fn detail(&mut self, label: &str, text: &str) {
        let label = self.colour.paint(Paint::Dim, &format!("{label:<7}"));
        let _ = writeln!(self.out, "    {label}{}", indented(text, 11));
    }

    fn item(&mut self, label: &str, text: &str) {
        let label = self.colour.paint(Paint::Dim, &format!("{label:<9}"));
        let _ = writeln!(self.out, "{label}{}", indented(text, 9));
    }

    fn stale(&mut self, lines: &[String]) {
        for line in lines {
            self.item("stale", &format!("{line} is in the baseline and no longer found"));
        }
    }

    fn summary(&mut self, report: &Report, runs: &[ShownRun<'_>]) {
        let line = summary(report);
        let _ = writeln!(self.out, "{}", self.colour.paint(Paint::Bold, &line));
        let mut groups = runs.iter().flat_map(|run| &run.tools).flat_map(|tool| &tool.rules);
        let Some(worst) = groups.by_ref().next() else { return };
        if let Some(command) = again(worst.first()) {
            // Not wrapped: it is there to be copied.
            let label = self.colour.paint(Paint::Dim, &format!("{:<9}", "again"));
            let _ = writeln!(self.out, "{label}{command}");
        }
        self.item("explain", &format!("secondtry explain {}", worst.rule.code));
    }
}

fn again(finding: &ShownFinding) -> Option<&str> {
    finding.call.as_ref()?.reproduce.as_deref()
}

/// `text` over lines that begin `columns` to the right.
fn indented(text: &str, columns: usize) -> String {
    wrapped(text, WIDTH - columns).join(&format!("\n{}", " ".repeat(columns)))
}

#[derive(Clone, Copy)]
enum Paint {
    Blue,
    Bold,
    Dim,
    Red,
    Yellow,
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
            Self::Blue => 34,
            Self::Bold => 1,
            Self::Dim => 2,
            Self::Red => 31,
            Self::Yellow => 33,
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
