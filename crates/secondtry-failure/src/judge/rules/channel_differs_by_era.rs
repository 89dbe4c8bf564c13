//! The same failure is a result in one era and a protocol error in the other.

use std::collections::BTreeMap;

use crate::classify::cause::ErrorCause;
use crate::classify::run::Run;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Observation, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::message::protocol_version::Era;

pub(super) const RULE: Rule = Rule {
    code: "channel-differs-by-era",
    group: Group::Channel,
    page: include_str!("channel_differs_by_era.md"),
    weight: |_| Weight::of(Level::Warning),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Prose),
    is_server_wide: false,
    look: Look::Runs(look),
};

fn look(runs: &[Vec<Case<'_>>]) -> Vec<(usize, Observation)> {
    let mut told: BTreeMap<Key, Vec<&Case<'_>>> = BTreeMap::new();
    for case in runs.iter().flatten().filter(|case| case.is_tool_failure()) {
        if let Some(key) = key(case, case.run.era()) {
            told.entry(key).or_default().push(case);
        }
    }
    let mut seen = Vec::new();
    for (index, cases) in runs.iter().enumerate() {
        for case in cases.iter().filter(|case| case.is_tool_failure()) {
            let other = match case.run.era() {
                Era::Legacy => Era::Modern,
                Era::Modern => Era::Legacy,
            };
            let twins = key(case, other).and_then(|key| told.get(&key));
            let twin = twins
                .and_then(|twins| twins.iter().find(|twin| is_same_server(twin.run, case.run)));
            if let Some(observation) = twin.and_then(|twin| observation(case, twin)) {
                seen.push((index, observation));
            }
        }
    }
    seen
}

/// An era, a tool, its arguments.
type Key = (Era, String, String);

fn key(case: &Case<'_>, era: Era) -> Option<Key> {
    let params = case.exchange.params()?;
    let arguments = serde_json::to_string(&params.arguments).ok()?;
    Some((era, params.name.clone(), arguments))
}

/// Speaks only where the tool fails in both eras; the run with the protocol error gets the finding.
fn observation(case: &Case<'_>, twin: &Case<'_>) -> Option<Observation> {
    let is_error = |case: &Case<'_>| case.cause == Some(ErrorCause::ToolFailure);
    let verdict = match (is_error(case), is_error(twin)) {
        (true, true) => Verdict::Passed,
        (true, false) if twin.is_tool_execution_error() => Verdict::found(Breach {
            parameter: case.parameter(),
            got: format!(
                "a protocol error in {} and a result with `isError: true` in {}: {}",
                case.run.version(),
                twin.run.version(),
                case.quote()
            ),
            expected: "a result with `isError: true` in both".into(),
            advice: "answer failures of tools in one place for both eras".into(),
            ..Breach::default()
        }),
        (false, false) if case.is_tool_execution_error() && twin.is_tool_execution_error() => {
            Verdict::Passed
        }
        (true | false, _) => return None,
    };
    Some(Observation {
        tool: case.exchange.tool_name().map(str::to_owned),
        exchange: Some(case.exchange.number),
        verdict,
    })
}

fn is_same_server(one: &Run, other: &Run) -> bool {
    one.server_name == other.server_name || one.server_name.is_none() || other.server_name.is_none()
}
