//! Mends a value by what the validator says is wrong with it, as long as that gets anywhere.

use serde_json::Value;

use super::super::view::View;
use super::{Maker, strings};
use crate::schema::fault::{Constraint, Fault, JsonType, Pointer};

impl<'s> Maker<'s> {
    /// `made`, changed until the schema accepts it; `None` where that leads nowhere.
    pub(in crate::probe) fn mended(&mut self, mut made: Value) -> Option<Value> {
        for _ in 0..MAX_ROUNDS {
            let faults = self.schema.faults(&made);
            if faults.is_empty() {
                return self.schema.accepts(&made).then_some(made);
            }
            if faults.len() > MAX_FAULTS {
                return None;
            }
            let before = made.clone();
            for fault in faults.iter().take(MAX_PER_ROUND) {
                self.mend(&mut made, fault);
            }
            if made == before {
                return None;
            }
        }
        None
    }

    fn mend(&mut self, made: &mut Value, fault: &Fault) {
        let at = &fault.parameter;
        match &fault.constraint {
            Constraint::AdditionalProperties(_) => remove(made, at),
            Constraint::AnyOf(branches) => self.mend_best_branch(made, branches),
            Constraint::OneOf(branches) => {
                if branches.iter().any(Vec::is_empty) {
                    return;
                }
                self.mend_best_branch(made, branches);
            }
            Constraint::Const(only) => put(made, at, only.clone()),
            Constraint::DependentRequired(_) | Constraint::Pattern(_) | Constraint::Required => {
                let value = self.value_at(at, made);
                put(made, at, value);
            }
            Constraint::Enum(allowed) => {
                let usual = allowed.iter().find(|value| !value.is_null());
                if let Some(first) = usual.or(allowed.first()) {
                    put(made, at, first.clone());
                }
            }
            Constraint::ExclusiveMaximum(bound) => nudge(made, at, bound.as_f64(), -1.0),
            Constraint::ExclusiveMinimum(bound) => nudge(made, at, bound.as_f64(), 1.0),
            Constraint::Maximum(bound) | Constraint::Minimum(bound) => {
                put(made, at, Value::Number(bound.clone()));
            }
            Constraint::MultipleOf(step) => put(made, at, Value::Number(step.clone())),
            Constraint::MaxItems(most) => {
                if let Some(Value::Array(items)) = made.pointer_mut(at.as_str()) {
                    items.truncate(usize::try_from(*most).unwrap_or(usize::MAX));
                }
            }
            Constraint::MinItems(_) => {
                if let Some(Value::Array(items)) = made.pointer(at.as_str()) {
                    let next = at.child(&items.len().to_string());
                    let value = self.value_at(&next, made);
                    if let Some(Value::Array(items)) = made.pointer_mut(at.as_str()) {
                        items.push(value);
                    }
                }
            }
            Constraint::MinLength(least) => refit(made, at, Some(*least), None),
            Constraint::MaxLength(most) => refit(made, at, None, Some(*most)),
            Constraint::Type(types) => {
                let value = self.value_at(at, made);
                let fits = super::is_of(&value, types);
                put(made, at, if fits { value } else { plainest(types) });
            }
            Constraint::Other(keyword) if keyword == "falseSchema" => remove(made, at),
            Constraint::Format(_)
            | Constraint::MaxProperties(_)
            | Constraint::MinProperties(_)
            | Constraint::Other(_)
            | Constraint::UniqueItems => (),
        }
    }

    /// Mends by the branch that needs least, a missing value being easier to mend than a wrong one.
    fn mend_best_branch(&mut self, made: &mut Value, branches: &[Vec<Fault>]) {
        let hardness = |fault: &Fault| match fault.constraint {
            Constraint::Required | Constraint::DependentRequired(_) => 1,
            Constraint::Type(_) => 4,
            _ => 2,
        };
        let best = branches.iter().min_by_key(|faults| faults.iter().map(hardness).sum::<usize>());
        for fault in best.into_iter().flatten().take(MAX_PER_ROUND) {
            self.mend(made, fault);
        }
    }

    /// A value for the place `at`, from all that the schema says of it.
    fn value_at(&mut self, at: &Pointer, made: &Value) -> Value {
        let view = self.view_at(at, made);
        self.value(&at.leaf().unwrap_or_default(), &view)
    }

    /// What the schema says of the place `at`.
    pub(in crate::probe) fn view_at(&self, at: &Pointer, made: &Value) -> View<'s> {
        let mut view = self.view(&[self.schema.source()]);
        let mut place = Some(made);
        for token in at.tokens() {
            let index = token.parse::<usize>().ok();
            let below = match (place, index) {
                (Some(Value::Array(_)), Some(index)) => self.item_anywhere(&view, index),
                _ => self.property_anywhere(&view, &token),
            };
            place = place.and_then(|place| match (place, index) {
                (Value::Array(items), Some(index)) => items.get(index),
                (Value::Object(members), _) => members.get(&token),
                _ => None,
            });
            view = self.view(&below);
        }
        view
    }

    fn item_anywhere(&self, view: &View<'s>, index: usize) -> Vec<&'s Value> {
        let plain = view.item(index);
        if !plain.is_empty() {
            return plain;
        }
        let conditional = view.conditions.iter().flat_map(|condition| condition.subschemas());
        let branches = view.choices.iter().flat_map(|choice| choice.branches);
        let all = conditional.chain(branches);
        let found = all.map(|subschema| self.view(&[subschema]).item(index));
        found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }
}

/// Puts `value` at `at`, where the container is there.
pub(in crate::probe) fn put(instance: &mut Value, at: &Pointer, value: Value) {
    if let Some(place) = instance.pointer_mut(at.as_str()) {
        *place = value;
        return;
    }
    let Some((container, name)) = split(at) else { return };
    match instance.pointer_mut(&container) {
        Some(Value::Object(members)) => _ = members.insert(name, value),
        Some(Value::Array(items)) => items.push(value),
        _ => (),
    }
}

/// Takes away the property at `at`.
pub(in crate::probe) fn remove(instance: &mut Value, at: &Pointer) {
    let Some((container, name)) = split(at) else { return };
    match instance.pointer_mut(&container) {
        Some(Value::Object(members)) => _ = members.remove(&name),
        Some(Value::Array(items)) => {
            if let Some(index) = name.parse().ok().filter(|index| *index < items.len()) {
                items.remove(index);
            }
        }
        _ => (),
    }
}

fn split(at: &Pointer) -> Option<(String, String)> {
    let (container, _) = at.as_str().rsplit_once('/')?;
    Some((container.to_owned(), at.tokens().last()?))
}

fn refit(made: &mut Value, at: &Pointer, least: Option<u64>, most: Option<u64>) {
    let size = |bound: Option<u64>, otherwise: usize| {
        bound.map_or(otherwise, |bound| usize::try_from(bound).unwrap_or(usize::MAX))
    };
    if let Some(Value::String(text)) = made.pointer(at.as_str()) {
        let least = size(least, 0).min(MAX_LENGTH);
        let fitted = strings::fitted(text, least, size(most, usize::MAX));
        put(made, at, Value::String(fitted));
    }
}

fn nudge(made: &mut Value, at: &Pointer, bound: Option<f64>, by: f64) {
    if let Some(bound) = bound.filter(|bound| bound.abs() < 9.0e15) {
        let moved = bound + by;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "within the range where floats are exact"
        )]
        let value =
            if moved.fract() == 0.0 { Value::from(moved as i64) } else { Value::from(moved) };
        put(made, at, value);
    }
}

fn plainest(types: &[JsonType]) -> Value {
    match types.first() {
        Some(JsonType::Array) => Value::Array(Vec::new()),
        Some(JsonType::Boolean) => Value::Bool(false),
        Some(JsonType::Integer | JsonType::Number) => Value::from(1),
        Some(JsonType::Object) => Value::Object(serde_json::Map::new()),
        Some(JsonType::String) => Value::String("example".to_owned()),
        Some(JsonType::Null) | None => Value::Null,
    }
}

const MAX_ROUNDS: usize = 24;
/// More faults than these are a value that was made wrong from the start.
const MAX_FAULTS: usize = 64;
const MAX_PER_ROUND: usize = 32;
const MAX_LENGTH: usize = 20_000;
