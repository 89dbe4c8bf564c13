//! Arrays with too few, too many, equal or unexpected items.

use serde_json::Value;

use super::super::base_call::another;
use super::super::kind::ProbeKind;
use super::super::view::View;
use super::{Attempt, Site};

pub(super) fn attempts(site: &Site<'_>, given: &[Value]) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    let countable = |bound: u64| usize::try_from(bound).ok().filter(|bound| *bound < MAX_ITEMS);
    if let Some(least) = site.view.most("minItems").and_then(countable) {
        let fewer = given.iter().take(least.saturating_sub(1)).cloned().collect();
        attempts.push(site.put(ProbeKind::MinItems, 0, "minItems", Value::Array(fewer)));
    }
    let leading = site.view.leading_items();
    let most = site.view.least("maxItems").and_then(countable);
    for most in most.into_iter().chain((leading > 0).then_some(leading)) {
        let more = lengthened(given, most + 1, &site.view);
        attempts.push(site.put(ProbeKind::MaxItems, 0, "maxItems", Value::Array(more)));
    }
    if let (Some(first), Some(_)) = (given.first(), site.view.values("uniqueItems").next()) {
        let mut replaced = given.to_vec();
        replaced.truncate(1);
        replaced.push(first.clone());
        replaced.extend(given.iter().skip(2).cloned());
        let mut longer = given.to_vec();
        longer.push(first.clone());
        for items in [replaced, longer] {
            attempts.push(site.put(ProbeKind::UniqueItems, 0, "uniqueItems", Value::Array(items)));
        }
    }
    if site.view.values("contains").next().is_some() {
        let others = given.iter().map(|item| another(item, &View::default(), 7)).collect();
        for items in [others, vec![Value::from("zz"); given.len()], Vec::new()] {
            attempts.push(site.put(ProbeKind::Contains, 0, "contains", Value::Array(items)));
        }
    }
    attempts
}

/// `given` with more items like its own, all different, until there are `length`.
fn lengthened(given: &[Value], length: usize, view: &View<'_>) -> Vec<Value> {
    let mut items = given.to_vec();
    let pattern = items.last().cloned().unwrap_or(Value::from("example"));
    let distinct = view.values("uniqueItems").any(|unique| *unique == Value::Bool(true));
    for index in items.len()..length {
        let item =
            if distinct { another(&pattern, &View::default(), index) } else { pattern.clone() };
        items.push(item);
    }
    items
}

const MAX_ITEMS: usize = 1000;
