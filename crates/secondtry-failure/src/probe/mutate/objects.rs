//! Objects that lack a property, or have one too many.

use serde_json::{Map, Value, json};

use super::super::base_call::words_of;
use super::super::kind::ProbeKind;
use super::super::random::Random;
use super::super::view::dependents;
use super::{Attempt, Change, Site};

pub(super) fn attempts(
    site: &Site<'_>,
    given: &Map<String, Value>,
    random: &mut Random,
) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    let mut lacking = |name: &str, kind, keyword| {
        let at = site.at.child(name);
        let change = Change::Remove(at.clone());
        attempts.push(Attempt { kind, slot: 0, keyword, at, change });
    };
    for name in site.view.required() {
        lacking(name, ProbeKind::Missing, "required");
    }
    for (_, name) in dependents(&site.view) {
        lacking(name, ProbeKind::DependentRequired, "dependentRequired");
    }
    for (trigger, name) in dependents(&site.view) {
        // The trigger alone, where it is not in the call.
        if !given.contains_key(trigger) {
            let at = site.at.child(name);
            let change = Change::Put(site.at.child(trigger), json!("example"));
            let (kind, keyword) = (ProbeKind::DependentRequired, "dependentRequired");
            attempts.push(Attempt { kind, slot: 0, keyword, at, change });
        }
    }
    attempts.extend(extras(site, given, random));
    attempts.extend(counts(site, given));
    attempts.extend(names(site, random));
    for name in site.view.values("not").filter_map(|not| not.get("required")?.get(0)?.as_str()) {
        let (kind, keyword) = (ProbeKind::Not, "not");
        let change = Change::Put(site.at.child(name), json!("example"));
        attempts.push(Attempt { kind, slot: 0, keyword, at: site.at.clone(), change });
    }
    attempts
}

/// A property that is misspelt, beside the right one, and one like none.
fn extras(site: &Site<'_>, given: &Map<String, Value>, random: &mut Random) -> Vec<Attempt> {
    let known = site.view.property_names();
    let in_call = known.iter().filter(|name| given.contains_key(**name));
    let mut attempts = Vec::new();
    let mut extra = |name: &str, kind, value| {
        let at = site.at.child(name);
        let change = Change::Put(at.clone(), value);
        // Whatever its name, one misspelling is enough.
        attempts.push(Attempt { kind, slot: 0, keyword: "additionalProperties", at, change });
    };
    extra(&format!("zz_{}", random.letters(6)), ProbeKind::Extra, json!("unexpected"));
    if let Some(name) = in_call.chain(&known).next() {
        let mut near = misspelt(name);
        while known.contains(&near.as_str()) {
            near.extend(name.chars().last().or(Some('z')));
        }
        let value = given.get(*name).cloned().unwrap_or(json!("unexpected"));
        extra(&near, ProbeKind::ExtraNear, value);
    }
    attempts
}

fn counts(site: &Site<'_>, given: &Map<String, Value>) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    if let Some(least) = site.view.most("minProperties") {
        let required = site.view.required();
        let mut fewer = given.clone();
        for name in given.keys().rev().filter(|name| !required.contains(&name.as_str())) {
            if (fewer.len() as u64) < least {
                break;
            }
            fewer.remove(name);
        }
        let value = Value::Object(fewer);
        attempts.push(site.put(ProbeKind::MinProperties, 0, "minProperties", value));
    }
    if let Some(most) = site.view.least("maxProperties").filter(|most| *most < MAX_PROPERTIES) {
        let mut more = given.clone();
        let pattern = given.values().next().cloned().unwrap_or(json!("example"));
        let invented = (1..).map(|number| format!("key{number}"));
        let named = site.view.property_names().into_iter().map(str::to_owned);
        for name in invented.chain(named) {
            if more.len() as u64 > most {
                break;
            }
            more.entry(name).or_insert_with(|| pattern.clone());
        }
        let value = Value::Object(more);
        attempts.push(site.put(ProbeKind::MaxProperties, 0, "maxProperties", value));
    }
    attempts
}

fn names(site: &Site<'_>, random: &mut Random) -> Vec<Attempt> {
    if site.view.values("propertyNames").next().is_none() {
        return Vec::new();
    }
    let unlikely =
        ["bad name!".to_owned(), random.letters(6), "A".repeat(300), "0".to_owned(), String::new()];
    let attempt = |name: String| Attempt {
        kind: ProbeKind::PropertyNames,
        slot: 0,
        keyword: "propertyNames",
        at: site.at.clone(),
        change: Change::Put(site.at.child(&name), json!("example")),
    };
    unlikely.into_iter().map(attempt).collect()
}

/// `name` as a model might misspell it: in the other convention, else with a letter twice.
fn misspelt(name: &str) -> String {
    let words = words_of(name);
    if words.len() > 1 {
        let snake = words.join("_");
        if snake != name {
            return snake;
        }
        let tails = words.iter().skip(1).map(|word| {
            let mut chars = word.chars();
            let first = chars.next().map(|char| char.to_uppercase().to_string());
            first.unwrap_or_default() + chars.as_str()
        });
        return words.iter().take(1).cloned().chain(tails).collect();
    }
    let mut chars: Vec<char> = name.chars().collect();
    if let Some(last) = chars.last().copied() {
        chars.push(last);
    }
    chars.into_iter().collect()
}

const MAX_PROPERTIES: u64 = 1000;
