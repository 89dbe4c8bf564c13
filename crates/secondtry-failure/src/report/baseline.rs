//! The findings that a user knows of: they are shown as known and do not count, and one that is gone must leave the list.

use serde::{Deserialize, Serialize};

use super::Report;
use crate::judge::rules;
use crate::judge::{RuleState, State};

#[cfg(test)]
mod tests;

/// A list of known findings, in the order of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// The findings.
    pub known: Vec<Known>,
}

/// One known finding. Only the fingerprint counts; the rest is for its readers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]

pub struct Known {
    /// What tells the finding from others across runs of the same server.
    pub fingerprint: String,
    /// The rule's code.
    pub rule: String,
    /// The tool; null for the server as a whole.
    #[serde(default)]
    pub tool: Option<String>,
    /// The argument concerned, as a JSON Pointer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// Why it may stay, in the words of whoever keeps the list.
    #[serde(default)]
    pub why: String,
}

/// Why a text is no baseline.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each variant's message says what it means")]
#[non_exhaustive]
pub enum Unreadable {
    #[error("it is no baseline (`--update-baseline` writes one)")]
    Form(#[source] serde_json::Error),
    #[error("its version is {0}, and this program reads version 1")]
    Version(u32),
}

/// The file.
#[derive(Serialize, Deserialize)]
struct Document {
    baseline: u32,
    #[serde(default)]
    findings: Vec<Known>,
}

impl Baseline {
    /// Reads what [`write`](Self::write) writes.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        let document: Document = serde_json::from_str(text).map_err(Unreadable::Form)?;
        match document.baseline {
            1 => Ok(Self { known: document.findings }),
            version => Err(Unreadable::Version(version)),
        }
    }

    /// Writes the list as JSON, one finding after the other, so that two versions compare well.
    #[expect(clippy::missing_panics_doc, reason = "every member is a string or a number")]
    pub fn write(&self) -> String {
        let document = Document { baseline: 1, findings: self.known.clone() };
        serde_json::to_string_pretty(&document).expect("every member is a string or a number")
            + "\n"
    }

    /// Whether the finding with `fingerprint` is in the list.
    pub fn knows(&self, fingerprint: &str) -> bool {
        self.known.iter().any(|known| known.fingerprint == fingerprint)
    }

    /// The list after `report`: what was found joins it, what is gone leaves it, and what the run could not show stays,
    /// each with the reason that was given for it.
    #[must_use]
    pub fn updated(&self, report: &Report) -> Self {
        let stale = self.stale(report);
        let mut known: Vec<Known> =
            self.known.iter().filter(|known| !stale.contains(known)).cloned().collect();
        for (_, finding) in report.findings() {
            if known.iter().all(|known| known.fingerprint != finding.fingerprint) {
                known.push(Known {
                    fingerprint: finding.fingerprint.clone(),
                    rule: finding.rule.code.to_owned(),
                    tool: finding.tool.clone(),
                    parameter: finding.parameter.as_ref().map(|place| place.as_str().to_owned()),
                    why: String::new(),
                });
            }
        }
        known.sort_by(|a, b| {
            (&a.tool, &a.rule, &a.parameter, &a.fingerprint).cmp(&(
                &b.tool,
                &b.rule,
                &b.parameter,
                &b.fingerprint,
            ))
        });
        Self { known }
    }

    /// The findings of the list that `report` shows to be gone. A run that was cut short, a rule that is off and a tool
    /// that was not called show nothing.
    pub fn stale(&self, report: &Report) -> Vec<&Known> {
        if !report.is_complete {
            return Vec::new();
        }
        self.known.iter().filter(|known| is_gone(known, report)).collect()
    }
}

fn is_gone(known: &Known, report: &Report) -> bool {
    if report.findings().any(|(_, finding)| finding.fingerprint == known.fingerprint) {
        return false;
    }
    if rules::by_code(&known.rule).is_none() {
        return true;
    }
    let mut states = report.runs.iter().flat_map(|judged| &judged.judgement.states);
    let was_seen = states.any(|state| {
        state.rule == known.rule
            && state.tool == known.tool
            && matches!(state.state, State::Found | State::Passed)
    });
    was_seen || is_tool_gone(known, report)
}

/// The rule is on, there is a list of tools, and the tool is not in it.
fn is_tool_gone(known: &Known, report: &Report) -> bool {
    let Some(tool) = &known.tool else { return false };
    let is_on = |state: &RuleState| state.rule == known.rule;
    report.runs.iter().any(|judged| judged.judgement.states.iter().any(is_on))
        && report.runs.iter().all(|judged| judged.run.has_list() && judged.run.tool(tool).is_none())
}
