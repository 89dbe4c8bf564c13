//! Runs the rules over what was exchanged: a list of findings, and for each rule and tool whether it was seen to hold.

pub mod case;
pub mod facts;
pub mod finding;
pub mod policy;
pub mod rule;
pub mod rules;
pub mod told_failure;

mod merge;

use std::collections::BTreeMap;

use self::case::Case;
use self::finding::Finding;
use self::merge::Sighting;
use self::policy::Policy;
use self::rule::{Look, Rule, Verdict};
use crate::classify::run::Run;

#[cfg(test)]
mod tests;

/// What the rules say of one run.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// Each breach once, worst first within a tool.
    pub findings: Vec<Finding>,
    /// For each rule and tool (`None`: the server as a whole) what was seen.
    pub states: Vec<RuleState>,
}

/// What was seen of one rule on one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleState {
    /// The rule's code.
    pub rule: &'static str,
    /// The tool; `None` for the server as a whole.
    pub tool: Option<String>,
    /// What was seen.
    pub state: State,
}

/// What was seen of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Nothing could show it.
    NotObserved,
    /// It was seen to hold.
    Passed,
    /// Something kept us from telling.
    CouldNotJudge,
    /// It was seen broken.
    Found,
}

/// Holds every rule that `policy` leaves on against `run`.
pub fn judge(run: &Run, policy: &Policy) -> Judgement {
    let cases = Case::all(run);
    let mut findings = Vec::new();
    let mut states = Vec::new();
    for rule in rules::ALL.iter().filter(|rule| policy.is_on(rule)) {
        let mut seen = blank_states(rule, run);
        let mut sightings = Vec::new();
        for (tool, exchange, verdict) in observations(rule, run, &cases) {
            let state = seen.entry(tool.clone()).or_insert(State::NotObserved);
            *state = (*state).max(verdict.state());
            if let Verdict::Found(breach) = verdict {
                sightings.push(Sighting { tool, exchange, breach: *breach });
            }
        }
        findings.extend(merge::merge(rule, sightings, run, policy));
        states.extend(seen.into_iter().map(|(tool, state)| RuleState {
            rule: rule.code,
            tool,
            state,
        }));
    }
    findings.sort_by(|a, b| (&a.tool, a.level, a.rule.code).cmp(&(&b.tool, b.level, b.rule.code)));
    Judgement { findings, states }
}

/// A rule about tools starts as not observed on each of them.
fn blank_states(rule: &Rule, run: &Run) -> BTreeMap<Option<String>, State> {
    if rule.is_server_wide {
        return BTreeMap::from([(None, State::NotObserved)]);
    }
    run.tools.iter().map(|listed| (Some(listed.tool.name.clone()), State::NotObserved)).collect()
}

fn observations(
    rule: &Rule,
    run: &Run,
    cases: &[Case<'_>],
) -> Vec<(Option<String>, Option<usize>, Verdict)> {
    match rule.look {
        Look::Exchange(look) => cases
            .iter()
            .map(|case| {
                let tool = if rule.is_server_wide {
                    None
                } else {
                    case.exchange.tool_name().map(str::to_owned)
                };
                (tool, Some(case.exchange.number), look(case))
            })
            .filter(|(_, _, verdict)| !matches!(verdict, Verdict::NotObserved))
            .collect(),
        Look::Run(look) => {
            look(run).into_iter().map(|seen| (seen.tool, seen.exchange, seen.verdict)).collect()
        }
    }
}
