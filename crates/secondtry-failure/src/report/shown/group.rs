//! Findings of one kind side by side, and the lines that tell of them.

use super::exchange::ShownCall;
use crate::judge::rule::{Level, Rule};

/// The findings on one tool.
pub(in crate::report) struct ToolGroup {
    /// The tool; `None` for the server as a whole.
    pub(in crate::report) tool: Option<String>,
    /// By rule, worst first, known ones last.
    pub(in crate::report) rules: Vec<RuleGroup>,
}

/// The findings of one rule on one tool that weigh the same.
pub(in crate::report) struct RuleGroup {
    /// The rule.
    pub(in crate::report) rule: &'static Rule,
    /// How bad they are.
    pub(in crate::report) level: Level,
    /// They are in the baseline.
    pub(in crate::report) is_known: bool,
    /// At least one.
    pub(in crate::report) findings: Vec<ShownFinding>,
}

/// One finding.
pub(in crate::report) struct ShownFinding {
    pub(in crate::report) is_disputed: bool,
    pub(in crate::report) parameter: Option<String>,
    /// The kind of call that shows it.
    pub(in crate::report) situation: Option<String>,
    pub(in crate::report) got: String,
    pub(in crate::report) expected: String,
    pub(in crate::report) advice: String,
    /// As JSON.
    pub(in crate::report) suggestion: Option<String>,
    /// Revision, section and strength.
    pub(in crate::report) spec: String,
    pub(in crate::report) fingerprint: String,
    /// The ids of the calls that show it, the shortest first.
    pub(in crate::report) calls: Vec<String>,
    /// The first of them.
    pub(in crate::report) call: Option<ShownCall>,
}

/// What a line of a finding tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Label {
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

impl ToolGroup {
    /// The tool, or words for the server as a whole.
    pub(in crate::report) fn name(&self) -> &str {
        self.tool.as_deref().unwrap_or("the server as a whole")
    }

    /// The worst level among the findings that are not known.
    pub(in crate::report) fn worst(&self) -> Option<Level> {
        self.rules.iter().filter(|group| !group.is_known).map(|group| group.level).min()
    }
}

impl RuleGroup {
    /// The finding that speaks for all.
    pub(in crate::report) fn first(&self) -> &ShownFinding {
        &self.findings[0]
    }

    /// The finding that speaks for all, line by line, and the places of the others.
    pub(in crate::report) fn lines(&self) -> Vec<(Label, String)> {
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
    pub(in crate::report) fn call_count(&self) -> usize {
        let mut calls: Vec<&String> =
            self.findings.iter().flat_map(|finding| &finding.calls).collect();
        calls.sort_unstable();
        calls.dedup();
        calls.len()
    }

    /// The places of `findings`, each parameter once with the kinds of calls: `/amount (maximum, type)`.
    pub(in crate::report) fn places(findings: &[ShownFinding]) -> Vec<String> {
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
    pub(in crate::report) fn name(self) -> &'static str {
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
    pub(in crate::report) fn place(&self) -> String {
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

/// The first places, and how many more there are.
pub(in crate::report) fn listed(places: &[String]) -> String {
    match places.len().checked_sub(MOST_PLACES) {
        None | Some(0) => places.join(", "),
        Some(more) => format!("{} and {more} more", places[..MOST_PLACES].join(", ")),
    }
}

/// The start of `text`, marked where it was cut to `most` characters.
pub(in crate::report) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// How many places a line lists.
const MOST_PLACES: usize = 6;

/// How much of a call a line shows, in characters.
const MOST_OF_A_CALL: usize = 240;
