//! From a schema and a valid call, every call that breaks just one of its rules, and one that breaks two.
//!
//! A call is planned only if the validator finds in it exactly the fault that was meant.

mod arrays;
mod limit;
mod numbers;
mod objects;
mod pairs;
mod stated;
mod strings;
mod types;
mod walk;

use serde_json::Value;

use super::base_call::Maker;
use super::kind::ProbeKind;
use super::random::Random;
use super::view::View;
use crate::schema::compile::Schema;
use crate::schema::fault::{Constraint, Pointer};

#[cfg(test)]
mod tests;

/// A call that is wrong on purpose.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutation {
    /// How it is wrong.
    pub kind: ProbeKind,
    /// The argument at fault; of two faults, the first.
    pub parameter: Pointer,
    /// The rule that is broken there.
    pub constraint: Constraint,
    /// The arguments to send.
    pub arguments: Value,
}

/// The mutations of `base`, a call that `schema` accepts: at most [`MAX_MUTATIONS`], of every kind at least one.
pub fn mutations(schema: &Schema, base: &Value, seed: u64) -> Vec<Mutation> {
    mutations_by(&mut Maker::new(schema, seed), base, seed)
}

/// [`mutations`] with a maker at hand.
pub(super) fn mutations_by(maker: &mut Maker<'_>, base: &Value, seed: u64) -> Vec<Mutation> {
    if !maker.schema.accepts(base) {
        return Vec::new();
    }
    let schema = maker.schema;
    let mut found = walk::Walk::new(maker, Random::new(seed, "mutations")).from(base);
    found.extend(pairs::two_faults(schema, base, &found));
    limit::keep(found, MAX_MUTATIONS)
}

/// A place in the arguments that mutations start from.
struct Site<'s> {
    at: Pointer,
    view: View<'s>,
    /// Arguments that are accepted and have a value at `at`.
    base: std::rc::Rc<Value>,
    /// How many values those arguments hold.
    weight: usize,
    /// Set inside a branch of a choice, whose breach is told as that of the choice.
    told_as: Option<(ProbeKind, Pointer)>,
    /// The subschemas on the way here, to leave recursion.
    trail: Vec<*const Value>,
}

/// A change that may break one rule.
struct Attempt {
    kind: ProbeKind,
    /// Tells apart calls of one kind at one place that are all wanted; of those alike the first that works is taken.
    slot: u8,
    /// The keyword that must be found broken, and where.
    keyword: &'static str,
    at: Pointer,
    change: Change,
}

/// What is done to the arguments.
enum Change {
    Put(Pointer, Value),
    Remove(Pointer),
}

impl Site<'_> {
    fn value(&self) -> Option<&Value> {
        self.at.look_up(&self.base)
    }

    /// An attempt to break `keyword` by putting `value` here.
    fn put(&self, kind: ProbeKind, slot: u8, keyword: &'static str, value: Value) -> Attempt {
        let change = Change::Put(self.at.clone(), value);
        Attempt { kind, slot, keyword, at: self.at.clone(), change }
    }
}

impl Change {
    fn applied(&self, base: &Value) -> Value {
        let mut arguments = base.clone();
        match self {
            Self::Put(at, value) if at.as_str().is_empty() => arguments = value.clone(),
            Self::Put(at, value) => super::base_call::put(&mut arguments, at, value.clone()),
            Self::Remove(at) => super::base_call::remove(&mut arguments, at),
        }
        arguments
    }
}

/// The most mutations of one tool.
pub const MAX_MUTATIONS: usize = 300;
