//! Runs the rules over what was exchanged: a list of findings, and for each rule and tool whether it was seen to hold.

pub mod case;
pub mod facts;
pub mod finding;
pub mod policy;
pub mod rule;
pub mod rules;
pub mod sdk;
pub mod suggestion;
pub mod told_failure;

mod merge;

use std::collections::BTreeMap;

use self::case::Case;
use self::finding::Finding;
use self::merge::Sighting;
use self::policy::Policy;
use self::rule::{Look, Observation, Rule, Verdict};
use self::sdk::{Sdk, sdk_of};
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
    /// The SDK that the server is built on, where that can be told.
    pub sdk: Option<Sdk>,
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

/// Holds every rule that `policy` leaves on against `runs`: one judgement for each.
pub fn judge(runs: &[Run], policy: &Policy) -> Vec<Judgement> {
    let cases: Vec<Vec<Case<'_>>> = runs.iter().map(Case::all).collect();
    let mut judgements: Vec<Judgement> =
        runs.iter().map(|run| Judgement { sdk: sdk_of(run), ..Judgement::default() }).collect();
    for rule in rules::ALL.iter().filter(|rule| policy.is_on(rule)) {
        let observations = observations(rule, runs, &cases);
        for ((run, judgement), observations) in runs.iter().zip(&mut judgements).zip(observations) {
            take(judgement, rule, run, observations, policy);
        }
    }
    for judgement in &mut judgements {
        advise(judgement);
        judgement
            .findings
            .sort_by(|a, b| (&a.tool, a.level, a.rule.code).cmp(&(&b.tool, b.level, b.rule.code)));
    }
    judgements
}

/// Adds what `rule` saw in `run`.
fn take(
    judgement: &mut Judgement,
    rule: &'static Rule,
    run: &Run,
    observations: Vec<Observation>,
    policy: &Policy,
) {
    let mut seen = blank_states(rule, run);
    let mut sightings = Vec::new();
    for Observation { tool, exchange, verdict } in observations {
        let state = seen.entry(tool.clone()).or_insert(State::NotObserved);
        *state = (*state).max(verdict.state());
        if let Verdict::Found(breach) = verdict {
            sightings.push(Sighting { tool, exchange, breach: *breach });
        }
    }
    judgement.findings.extend(merge::merge(rule, sightings, run, policy));
    judgement.states.extend(seen.into_iter().map(|(tool, state)| RuleState {
        rule: rule.code,
        tool,
        state,
    }));
}

/// Adds to each finding how its flaw is mended in the SDK at hand.
fn advise(judgement: &mut Judgement) {
    let Some(sdk) = judgement.sdk else { return };
    for finding in &mut judgement.findings {
        if let Some(way) = sdk::advice(finding.rule.code, sdk) {
            finding.advice = format!("{}; with {}: {way}", finding.advice, sdk.name());
        }
    }
}

/// A rule about tools starts as not observed on each of them.
fn blank_states(rule: &Rule, run: &Run) -> BTreeMap<Option<String>, State> {
    if rule.is_server_wide {
        return BTreeMap::from([(None, State::NotObserved)]);
    }
    run.tools.iter().map(|listed| (Some(listed.tool.name.clone()), State::NotObserved)).collect()
}

/// What `rule` sees in each run.
fn observations(rule: &Rule, runs: &[Run], cases: &[Vec<Case<'_>>]) -> Vec<Vec<Observation>> {
    match rule.look {
        Look::Exchange(look) => cases
            .iter()
            .map(|cases| cases.iter().filter_map(|case| observation(rule, look, case)).collect())
            .collect(),
        Look::Run(look) => runs.iter().map(look).collect(),
        Look::Runs(look) => {
            let mut observations: Vec<Vec<Observation>> = runs.iter().map(|_| Vec::new()).collect();
            for (index, observation) in look(cases) {
                if let Some(of_run) = observations.get_mut(index) {
                    of_run.push(observation);
                }
            }
            observations
        }
    }
}

fn observation(
    rule: &Rule,
    look: fn(&Case<'_>) -> Verdict,
    case: &Case<'_>,
) -> Option<Observation> {
    let mut verdict = look(case);
    match &mut verdict {
        Verdict::NotObserved => return None,
        // The text of a refusal is where a suggestion belongs.
        Verdict::Found(breach) if case.facts.is_some() => {
            breach.suggestion = breach.suggestion.take().or_else(|| case.suggestion());
        }
        Verdict::CouldNotJudge | Verdict::Found(_) | Verdict::Passed => (),
    }
    let tool = case.exchange.tool_name().filter(|_| !rule.is_server_wide).map(str::to_owned);
    Some(Observation { tool, exchange: Some(case.exchange.number), verdict })
}
