//! Goes through the places of a schema and confirms what is tried there.

use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

use serde_json::Value;

use super::super::base_call::{Maker, another, put, remove};
use super::super::kind::ProbeKind;
use super::super::random::Random;
use super::super::view::{Choice, Condition, View};
use super::{Attempt, Mutation, Site, arrays, numbers, objects, stated, strings, types};
use crate::schema::fault::Pointer;

/// One pass over the places of a schema.
pub(super) struct Walk<'m, 's> {
    maker: &'m mut Maker<'s>,
    random: Random,
    found: Vec<Mutation>,
    done: HashSet<(ProbeKind, u8, Pointer)>,
    waiting: VecDeque<Site<'s>>,
    sites: usize,
    /// The values that were copied for attempts.
    work: usize,
}

impl<'m, 's> Walk<'m, 's> {
    pub(super) fn new(maker: &'m mut Maker<'s>, random: Random) -> Self {
        Self {
            maker,
            random,
            found: Vec::new(),
            done: HashSet::new(),
            waiting: VecDeque::new(),
            sites: 0,
            work: 0,
        }
    }

    /// All confirmed mutations that start from `base`, nearer places first.
    pub(super) fn from(mut self, base: &Value) -> Vec<Mutation> {
        let root = self.maker.schema.source();
        let view = self.maker.view(&[root]);
        let base = Rc::new(base.clone());
        let at = Pointer::root();
        let weight = weight(&base);
        self.waiting.push_back(Site { at, view, base, weight, told_as: None, trail: vec![root] });
        while let Some(site) = self.waiting.pop_front() {
            self.sites += 1;
            if self.sites > MAX_SITES || self.work > MAX_WORK {
                break;
            }
            self.visit(&site);
        }
        self.found
    }

    fn visit(&mut self, site: &Site<'s>) {
        let at_root = site.at.as_str().is_empty();
        let mut attempts = Vec::new();
        if !at_root {
            // Arguments that are no object are no call of the tool at all.
            attempts.extend(types::attempts(site));
            attempts.extend(stated::attempts(site, &mut self.random));
        }
        match site.value() {
            Some(Value::Array(items)) => attempts.extend(arrays::attempts(site, items)),
            Some(Value::Number(number)) => attempts.extend(numbers::attempts(site, number)),
            Some(Value::Object(members)) => {
                attempts.extend(objects::attempts(site, members, &mut self.random));
            }
            Some(Value::String(text)) => attempts.extend(strings::attempts(site, text)),
            Some(Value::Bool(_) | Value::Null) | None => (),
        }
        for attempt in attempts {
            self.confirm(site, attempt);
        }
        self.go_below(site);
        for choice in site.view.choices.clone() {
            self.follow_choice(site, &choice);
        }
        for condition in site.view.conditions.clone() {
            self.follow_condition(site, condition);
        }
    }

    /// Keeps the attempt if the validator finds just the fault that was meant.
    fn confirm(&mut self, site: &Site<'s>, attempt: Attempt) {
        let Attempt { kind, slot, keyword, at, change } = attempt;
        let (kind, told_at, keyword, slot) = match &site.told_as {
            None => (kind, at, keyword, slot),
            Some((outer, outer_at)) => {
                // The place inside the branch tells such calls apart.
                let inner =
                    self.found.iter().filter(|m| (m.kind, &m.parameter) == (*outer, outer_at));
                let count = inner.count();
                if count >= MAX_PER_CHOICE || !self.done.insert((kind, slot, at)) {
                    return;
                }
                let keyword = if *outer == ProbeKind::OneOf { "oneOf" } else { "anyOf" };
                let slot = u8::try_from(count).unwrap_or(u8::MAX);
                (*outer, outer_at.clone(), keyword, slot)
            }
        };
        let key = (kind, slot, told_at);
        if self.done.contains(&key) {
            return;
        }
        self.work += site.weight;
        let arguments = change.applied(&site.base);
        if !arguments.is_object() {
            return;
        }
        let mut faults = self.maker.schema.faults(&arguments);
        let (Some(fault), true) = (faults.pop(), faults.is_empty()) else { return };
        if fault.parameter != key.2 || fault.constraint.keyword() != keyword {
            return;
        }
        if site.told_as.is_some() && self.found.iter().any(|m| m.arguments == arguments) {
            return;
        }
        self.done.insert(key);
        let (parameter, constraint) = (fault.parameter, fault.constraint);
        self.found.push(Mutation { kind, parameter, constraint, arguments });
    }

    fn go_below(&mut self, site: &Site<'s>) {
        match site.value() {
            Some(Value::Object(members)) => {
                let required = site.view.required().into_iter();
                let others = site
                    .view
                    .property_names()
                    .into_iter()
                    .chain(members.keys().map(String::as_str));
                let mut seen = HashSet::new();
                let mut names: Vec<&str> = required
                    .chain(others)
                    .filter(|name| seen.insert(*name))
                    .take(MAX_BELOW)
                    .collect();
                if names.is_empty() {
                    names.push(OTHER);
                }
                for name in names {
                    self.wait_below(site, name, &site.view.property(name));
                }
                for (name, subschema) in site.view.patterned_properties() {
                    self.wait_below(site, &name, &[subschema]);
                }
            }
            Some(Value::Array(items)) => {
                for index in 0..=site.view.leading_items().min(MAX_BELOW) {
                    let subschemas = site.view.item(index);
                    if index <= items.len() {
                        self.wait_below(site, &index.to_string(), &subschemas);
                    }
                }
            }
            _ => (),
        }
    }

    fn wait_below(&mut self, site: &Site<'s>, token: &str, subschemas: &[&'s Value]) {
        let Some(nearest) = subschemas.first().copied().map(std::ptr::from_ref) else { return };
        let again = site.trail.iter().filter(|passed| **passed == nearest).count();
        if again >= MAX_AGAIN || site.trail.len() > MAX_TRAIL {
            return;
        }
        let at = site.at.child(token);
        let view = self.maker.view(subschemas);
        let (base, weight) = if at.look_up(&site.base).is_some() {
            (Rc::clone(&site.base), site.weight)
        } else {
            let value = self.maker.value(&at.leaf().unwrap_or_default(), &view);
            let Some(extended) = self.extended(&site.base, &at, value) else { return };
            let weight = weight(&extended);
            (Rc::new(extended), weight)
        };
        let mut trail = site.trail.clone();
        trail.push(nearest);
        let told_as = site.told_as.clone();
        self.waiting.push_back(Site { at, view, base, weight, told_as, trail });
    }

    /// Breaks the branches of a choice from within, one after the other.
    fn follow_choice(&mut self, site: &Site<'s>, choice: &Choice<'s>) {
        let kind = if choice.exclusive { ProbeKind::OneOf } else { ProbeKind::AnyOf };
        let told_as = site.told_as.clone().unwrap_or_else(|| (kind, site.at.clone()));
        for branch in choice.branches.iter().take(MAX_BRANCHES) {
            let joined = site.view.with(&self.maker.document, &[branch]);
            self.follow(site, &joined, branch, choice.branches.as_ptr(), Some(told_as.clone()));
        }
    }

    /// Breaks what applies only where the condition holds, from a call in which it does.
    fn follow_condition(&mut self, site: &Site<'s>, condition: Condition<'s>) {
        match condition {
            Condition::If { test, then, otherwise } => {
                if let Some(then) = then {
                    let joined = site.view.with(&self.maker.document, &[test, then]);
                    self.follow(
                        site,
                        &joined,
                        then,
                        std::ptr::from_ref(test),
                        site.told_as.clone(),
                    );
                }
                if let Some(otherwise) = otherwise {
                    let joined = site.view.with(&self.maker.document, &[otherwise]);
                    let mut made = self.maker.value(&site.at.leaf().unwrap_or_default(), &joined);
                    self.avoid(test, &site.view, &mut made);
                    let guard = std::ptr::from_ref(otherwise);
                    self.follow_from(site, made, otherwise, guard, site.told_as.clone());
                }
            }
            Condition::Property { name, then } => {
                let value = self.maker.value(name, &self.maker.view(&site.view.property(name)));
                let mut made = site.value().cloned().unwrap_or_default();
                put(&mut made, &Pointer::root().child(name), value);
                self.follow_from(site, made, then, std::ptr::from_ref(then), site.told_as.clone());
            }
        }
    }

    /// Changes `made` so that `test` no longer holds, where that is simple: another value for what it names.
    fn avoid(&self, test: &'s Value, view: &View<'s>, made: &mut Value) {
        let test = self.maker.view(&[test]);
        for name in test.property_names() {
            let at = Pointer::root().child(name);
            let tested = self.maker.view(&test.property(name));
            let listed = tested.values("enum").filter_map(Value::as_array).flatten();
            let held: Vec<_> = tested.values("const").chain(listed).collect();
            let allowed = self.maker.view(&self.maker.property_anywhere(view, name));
            let allowed = allowed.values("enum").filter_map(Value::as_array).flatten();
            let other = allowed.into_iter().find(|value| !held.contains(value)).cloned();
            let first = held.first().map(|value| another(value, &View::default(), 1));
            if let Some(other) = other.or(first) {
                put(made, &at, other);
                return;
            }
        }
        if let Some(name) = test.required().first() {
            remove(made, &Pointer::root().child(name));
        }
    }

    fn follow(
        &mut self,
        site: &Site<'s>,
        joined: &View<'s>,
        part: &'s Value,
        guard: *const Value,
        told_as: Option<(ProbeKind, Pointer)>,
    ) {
        let mut joined = joined.clone();
        joined.choices.retain(|choice| !std::ptr::eq(choice.branches.as_ptr(), guard));
        let made = self.maker.value(&site.at.leaf().unwrap_or_default(), &joined);
        self.follow_from(site, made, part, guard, told_as);
    }

    /// Waits at the same place with `made` there, to break what `part` says.
    fn follow_from(
        &mut self,
        site: &Site<'s>,
        made: Value,
        part: &'s Value,
        guard: *const Value,
        told_as: Option<(ProbeKind, Pointer)>,
    ) {
        let again = site.trail.iter().filter(|passed| **passed == guard).count();
        if again >= MAX_AGAIN || site.trail.len() > MAX_TRAIL {
            return;
        }
        let Some(base) = self.extended(&site.base, &site.at, made) else { return };
        let mut trail = site.trail.clone();
        trail.push(guard);
        let view = self.maker.view(&[part]);
        let (at, weight, base) = (site.at.clone(), weight(&base), Rc::new(base));
        self.waiting.push_back(Site { at, view, base, weight, told_as, trail });
    }

    /// `base` with `value` at `at`, mended; `None` where no such call is accepted.
    fn extended(&mut self, base: &Value, at: &Pointer, value: Value) -> Option<Value> {
        if self.work > MAX_WORK || self.waiting.len() > MAX_SITES {
            return None;
        }
        self.work += MENDING_WORK;
        let mut extended = base.clone();
        if at.as_str().is_empty() {
            extended = value;
        } else {
            put(&mut extended, at, value);
        }
        if !extended.is_object() {
            return None;
        }
        self.work += 4 * weight(&extended);
        let mended = self.maker.mended(extended)?;
        at.look_up(&mended).is_some().then_some(mended)
    }
}

/// How many values `value` holds.
fn weight(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(weight).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(weight).sum::<usize>(),
        // A long text weighs as much as many short ones.
        Value::String(text) => 1 + text.len() / 64,
        Value::Bool(_) | Value::Null | Value::Number(_) => 1,
    }
}

/// A property of an object that names none.
const OTHER: &str = "example";
const MAX_SITES: usize = 400;
const MAX_WORK: usize = 200_000;
const MENDING_WORK: usize = 200;
const MAX_BELOW: usize = 128;
const MAX_TRAIL: usize = 7;
/// How often one subschema is gone through on one way.
const MAX_AGAIN: usize = 2;
const MAX_BRANCHES: usize = 8;
const MAX_PER_CHOICE: usize = 4;
