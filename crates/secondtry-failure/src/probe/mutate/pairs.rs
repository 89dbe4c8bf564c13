//! One call that breaks two rules at once, to see whether both are told.

use serde_json::Value;

use super::super::kind::ProbeKind;
use super::Mutation;
use crate::schema::compile::Schema;

/// Joins two of `singles` that are about different arguments; `None` where no two can stand together.
pub(super) fn two_faults(schema: &Schema, base: &Value, singles: &[Mutation]) -> Option<Mutation> {
    let plain = |m: &&Mutation| !matches!(m.kind, ProbeKind::AnyOf | ProbeKind::OneOf);
    // A wrong value first: its argument is there to be named.
    let wrong = |m: &&Mutation| {
        !matches!(m.kind, ProbeKind::Missing | ProbeKind::Extra | ProbeKind::ExtraNear)
    };
    let others = singles.iter().filter(plain);
    let firsts = others.clone().filter(wrong).chain(others.filter(|m| !wrong(m)));
    let ways = firsts.take(MAX_FIRST).flat_map(|first| {
        let second = singles.iter().filter(plain).filter(move |m| argument(m) != argument(first));
        // A missing argument beside a wrong one is what a model most often sends.
        let missing = second.clone().filter(|m| m.kind == ProbeKind::Missing);
        missing.chain(second).take(MAX_SECOND).map(move |second| (first, second))
    });
    for (first, second) in ways {
        let arguments = joined(base, [first, second])?;
        let faults = schema.faults(&arguments);
        let found = |m: &Mutation| {
            let same = |fault: &&crate::schema::fault::Fault| {
                fault.parameter == m.parameter
                    && fault.constraint.keyword() == m.constraint.keyword()
            };
            faults.iter().any(|fault| same(&fault))
        };
        if faults.len() == 2 && found(first) && found(second) {
            let first = first.clone();
            return Some(Mutation { kind: ProbeKind::TwoFaults, arguments, ..first });
        }
    }
    None
}

fn argument(mutation: &Mutation) -> Option<String> {
    mutation.parameter.tokens().next()
}

/// `base` with the argument of each mutation as that mutation has it.
fn joined(base: &Value, mutations: [&Mutation; 2]) -> Option<Value> {
    let mut joined = base.as_object()?.clone();
    for mutation in mutations {
        let name = argument(mutation)?;
        match mutation.arguments.get(&name) {
            Some(value) => _ = joined.insert(name, value.clone()),
            None => _ = joined.remove(&name),
        }
    }
    Some(Value::Object(joined))
}

const MAX_FIRST: usize = 8;
const MAX_SECOND: usize = 8;
