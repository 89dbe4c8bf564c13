//! The calls to make of a server, in order, and what is left out and why.
//!
//! The rules of safety stand in [`safety`]: a tool that may change something gets only what no server could run by
//! mistake, unless the user allows more.

mod server_wide;

pub mod request;
pub mod safety;

use std::collections::HashSet;

use serde_json::Value;

use super::base_call::Maker;
use super::kind::ProbeKind;
use super::mutate::mutations_by;
use super::values::value_probes_by;
use crate::schema::compile::Schema;
use crate::schema::dialect::Dialect;
use crate::schema::fault::{Constraint, Pointer};
use request::PlannedRequest;
use safety::{Permission, SkipReason, permission, safe_calls};

#[cfg(test)]
mod tests;

/// What a user asks of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Treat tools that may write as if they were read-only.
    pub allow_writes: bool,
    /// The dialect of schemas that name none.
    pub dialect: Dialect,
    /// Do not leave out tools that say they are destructive.
    pub include_destructive: bool,
    /// The same seed gives the same plan.
    pub seed: u64,
}

/// What to send to a server, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The calls.
    pub calls: Vec<PlannedCall>,
    /// How many of the calls, from the first, are to be made one at a time, so that what happens is pinned on one.
    pub alone: usize,
    /// What is left out.
    pub skipped: Vec<Skipped>,
}

/// One deliberate call.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedCall {
    /// The tool of the server that it is aimed at; `None` where it is aimed at none.
    pub tool: Option<String>,
    /// What is wrong with it.
    pub kind: ProbeKind,
    /// The argument at fault or concerned.
    pub parameter: Option<Pointer>,
    /// The rule of the schema that it breaks, as the validator confirmed.
    pub constraint: Option<Constraint>,
    /// What to send.
    pub request: PlannedRequest,
}

/// A tool that is left out, wholly or in part.
#[derive(Clone, Debug, PartialEq)]
pub struct Skipped {
    /// The tool's name, if it has one.
    pub tool: Option<String>,
    /// Why.
    pub why: SkipReason,
}

/// Plans the calls for a server with these `tools`, definitions as `tools/list` gives them.
pub fn plan(tools: &[Value], options: Options) -> Plan {
    plan_of(tools, options, &|_| true)
}

/// As [`plan`], but only for the tools whose name is `wanted`.
pub fn plan_of(tools: &[Value], options: Options, wanted: &dyn Fn(&str) -> bool) -> Plan {
    let mut plan = Plan::default();
    let mut phased: Vec<(Phase, PlannedCall)> = Vec::new();
    let mut names = HashSet::new();
    let mut read_only = None;
    for tool in tools {
        let Some(name) = tool.get("name").and_then(Value::as_str) else {
            plan.skipped.push(Skipped { tool: None, why: SkipReason::NoName });
            continue;
        };
        let mut skip = |why| plan.skipped.push(Skipped { tool: Some(name.to_owned()), why });
        if !names.insert(name) {
            skip(SkipReason::DuplicateName);
            continue;
        }
        if !wanted(name) {
            skip(SkipReason::NotAskedFor);
            continue;
        }
        let permission = permission(tool, options);
        if permission == Permission::Everything {
            read_only = read_only.or(Some(name));
        }
        let calls = match permission {
            Permission::Nothing => Err(SkipReason::Destructive),
            Permission::Safe | Permission::Everything => calls_of(tool, name, permission, options),
        };
        match calls {
            Ok(calls) => {
                if permission == Permission::Safe {
                    skip(SkipReason::NotReadOnly);
                }
                phased.extend(with_phases(calls));
            }
            Err(why) => skip(why),
        }
    }
    let everywhere = server_wide::calls(&names, tools, read_only, options.seed);
    phased.extend(everywhere.into_iter().map(|call| (Phase::of_server(call.kind), call)));
    phased.sort_by_key(|(phase, _)| *phase);
    plan.alone = phased.iter().take_while(|(phase, _)| *phase <= Phase::ServerWide).count();
    plan.calls = phased.into_iter().map(|(_, call)| call).collect();
    plan
}

/// The order of a plan: what was cut short has still shown every tool in every situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// The positive control and the first call of each kind, tool by tool.
    EachSituation,
    ServerWide,
    TheRest,
    TwoFaults,
    /// It may end the connection.
    Malformed,
}

impl Phase {
    fn of_server(kind: ProbeKind) -> Self {
        if kind == ProbeKind::MalformedJson { Self::Malformed } else { Self::ServerWide }
    }
}

fn with_phases(calls: Vec<PlannedCall>) -> impl Iterator<Item = (Phase, PlannedCall)> {
    let mut seen = HashSet::new();
    calls.into_iter().map(move |call| {
        let phase = match call.kind {
            ProbeKind::TwoFaults => Phase::TwoFaults,
            kind if seen.insert(kind) => Phase::EachSituation,
            _ => Phase::TheRest,
        };
        (phase, call)
    })
}

fn calls_of(
    tool: &Value,
    name: &str,
    permission: Permission,
    options: Options,
) -> Result<Vec<PlannedCall>, SkipReason> {
    let source = tool.get("inputSchema").ok_or(SkipReason::NoInputSchema)?;
    let schema = Schema::compile_as(source, options.dialect).map_err(SkipReason::Uncompilable)?;
    let call = |kind, parameter, constraint, arguments: &Value| PlannedCall {
        tool: Some(name.to_owned()),
        kind,
        parameter,
        constraint,
        request: PlannedRequest::call(name, arguments),
    };
    if permission == Permission::Safe {
        let safe = safe_calls(&schema);
        if safe.is_empty() {
            return Err(SkipReason::NothingSafe);
        }
        let calls = safe.iter().map(|(kind, arguments, fault)| {
            let (parameter, constraint) = (fault.parameter.clone(), fault.constraint.clone());
            call(*kind, Some(parameter), Some(constraint), arguments)
        });
        return Ok(calls.collect());
    }
    let mut maker = Maker::new(&schema, options.seed);
    let base = maker.arguments().ok_or(SkipReason::NoBaseCall)?;
    let mut calls = vec![call(ProbeKind::Valid, None, None, &base)];
    for mutation in mutations_by(&mut maker, &base, options.seed) {
        let (parameter, constraint) = (mutation.parameter, mutation.constraint);
        calls.push(call(mutation.kind, Some(parameter), Some(constraint), &mutation.arguments));
    }
    for probe in value_probes_by(&mut maker, &base, options.seed) {
        calls.push(call(probe.kind, Some(probe.parameter), None, &probe.arguments));
    }
    Ok(calls)
}
