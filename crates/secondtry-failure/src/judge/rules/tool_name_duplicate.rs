//! Two tools have one name.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::classify::run::Run;
use crate::judge::rule::{
    Breach, Group, Level, Look, Observation, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "tool-name-duplicate",
    group: Group::Definition,
    page: include_str!("tool_name_duplicate.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "server/tools#tool-names", Strength::Should),
    is_server_wide: false,
    look: Look::Run(look),
};

fn look(run: &Run) -> Vec<Observation> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in run.lists.first().into_iter().flatten().filter_map(name) {
        *counts.entry(name).or_default() += 1;
    }
    let seen = counts.into_iter().map(|(name, count)| Observation {
        tool: Some(name.to_owned()),
        exchange: None,
        verdict: verdict(count),
    });
    seen.collect()
}

pub(super) fn name(definition: &Value) -> Option<&str> {
    definition.get("name")?.as_str()
}

fn verdict(count: usize) -> Verdict {
    if count < 2 {
        return Verdict::Passed;
    }
    Verdict::found(Breach {
        got: format!("{count} tools of this name"),
        expected: "names that are unique on a server".into(),
        advice: "rename one; put a prefix in front where servers are joined".into(),
        ..Breach::default()
    })
}
