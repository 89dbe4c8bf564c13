//! A tool hands out a handle that another takes, and nothing says how long it lives.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::classify::run::{ListedTool, Run};
use crate::judge::rule::{
    Breach, Group, Level, Look, Observation, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::message::protocol_version::ProtocolVersion;

pub(super) const RULE: Rule = Rule {
    code: "handle-lifetime-not-stated",
    group: Group::Definition,
    page: include_str!("handle_lifetime_not_stated.md"),
    weight: |_| Weight::of(Level::Advice),
    spec,
    is_server_wide: false,
    look: Look::Run(look),
};

fn spec(version: ProtocolVersion) -> SpecReference {
    if version.is_modern() {
        SpecReference::new(version, "server/tools#stateful-tools", Strength::Prose)
    } else {
        SpecReference::silent(version)
    }
}

fn look(run: &Run) -> Vec<Observation> {
    let mut takers: BTreeMap<&str, Vec<&ListedTool>> = BTreeMap::new();
    for taker in &run.tools {
        for (name, schema) in properties(taker.tool.input_schema()) {
            let is_known = takers.contains_key(name) || takers.len() < MOST_HANDLES;
            if is_known && is_handle(name, schema) {
                takers.entry(name).or_default().push(taker);
            }
        }
    }
    run.tools.iter().filter_map(|giver| observation(giver, &takers)).collect()
}

/// What is to be said of a tool that gives out a handle; `None` where it gives none.
fn observation(
    giver: &ListedTool,
    takers: &BTreeMap<&str, Vec<&ListedTool>>,
) -> Option<Observation> {
    let own = properties(giver.tool.input_schema());
    let (name, takers) = takers
        .iter()
        .find(|(name, _)| own.iter().all(|(known, _)| known != *name) && gives(giver, name))?;
    let is_stated = std::iter::once(&giver)
        .chain(takers)
        .any(|tool| states_lifetime(&tool.tool.definition.to_string()));
    let verdict = if is_stated {
        Verdict::Passed
    } else {
        let taker = takers.first().map_or("", |taker| &taker.tool.name);
        Verdict::found(Breach {
            got: format!(
                "`{name}` is a handle for `{taker}`, and no description says how long it can be used"
            ),
            expected: "how long the handle lives, and what to do when it has ended".into(),
            advice: format!(
                "say in the description how long `{name}` is valid, and how to get another"
            ),
            ..Breach::default()
        })
    };
    Some(Observation { tool: Some(giver.tool.name.clone()), exchange: None, verdict })
}

fn properties(schema: Option<&Value>) -> Vec<(&str, &Value)> {
    let members = schema.and_then(|schema| schema.get("properties")).and_then(Value::as_object);
    members.into_iter().flatten().map(|(name, schema)| (name.as_str(), schema)).collect()
}

/// Its name or description says that it is a handle, and not the key of a lasting thing.
fn is_handle(name: &str, schema: &Value) -> bool {
    let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let words = format!("{} {description}", spaced(name)).to_lowercase();
    let is_paged = words.contains("page") || words.contains("next");
    !is_paged && words.split(|c: char| !c.is_alphanumeric()).any(|word| HANDLES.contains(&word))
}

/// The tool's `outputSchema` has it, or its description says that it returns it.
fn gives(tool: &ListedTool, name: &str) -> bool {
    let is_in_output =
        properties(tool.tool.output_schema()).iter().any(|(known, _)| *known == name);
    let description = tool.tool.description();
    let lower = description.to_lowercase();
    let speaks_of_giving = GIVING.iter().any(|word| lower.contains(word));
    let names_it = description
        .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-')
        .any(|word| word == name);
    is_in_output || speaks_of_giving && names_it
}

fn states_lifetime(text: &str) -> bool {
    let lower = text.to_lowercase();
    LIFETIMES.iter().any(|words| lower.contains(words))
}

/// `sessionId` and `session_id` as words.
fn spaced(name: &str) -> String {
    let mut spaced = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_uppercase() || c == '_' || c == '-' {
            spaced.push(' ');
        }
        spaced.push(c);
    }
    spaced
}

const HANDLES: [&str; 4] = ["cursor", "handle", "session", "token"];

const GIVING: [&str; 5] = ["creates", "gives", "opens", "returns", "starts"];

/// How a lifetime is told.
const LIFETIMES: [&str; 19] = [
    "as long as",
    "day",
    "expir",
    "forever",
    "hour",
    "lasts",
    "lifetime",
    "minute",
    "never ends",
    "permanent",
    "persist",
    "second",
    "time limit",
    "timeout",
    "ttl",
    "until",
    "valid for",
    "week",
    "when it is closed",
];

/// So many handles are looked at.
const MOST_HANDLES: usize = 100;
