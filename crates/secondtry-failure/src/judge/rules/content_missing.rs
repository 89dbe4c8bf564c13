//! A result has no list of content.

use serde_json::Value;

use crate::classify::channel::Channel;
use crate::classify::outcome::Outcome;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "content-missing",
    group: Group::Result,
    page: include_str!("content_missing.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "schema.ts#CallToolResult", Strength::Must),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    if case.exchange.outcome != Outcome::Answered(Channel::Complete)
        && case.exchange.outcome != Outcome::Answered(Channel::ToolExecutionError)
        || case.exchange.params().is_none()
    {
        return Verdict::NotObserved;
    }
    let Some(got) = case.exchange.result().and_then(flaw) else { return Verdict::Passed };
    Verdict::found(Breach {
        got,
        expected: "`content` as a list of items with a `type`; an empty list will do".into(),
        advice:
            "wrap what the tool returns: `{\"content\": [{\"type\": \"text\", \"text\": ...}]}`"
                .into(),
        ..Breach::default()
    })
}

/// What keeps the `content` of `result` from being a list of content blocks.
pub(in crate::judge) fn flaw(result: &Value) -> Option<String> {
    match result.get("content") {
        None => Some("a result without `content`".to_owned()),
        Some(Value::Array(items)) => items.iter().enumerate().find_map(|(at, item)| {
            let kind = item.get("type").and_then(Value::as_str);
            match kind {
                None => Some(format!("item {at} of `content` has no `type`")),
                Some("text") if !item.get("text").is_some_and(Value::is_string) => {
                    Some(format!("item {at} of `content` is a text without `text`"))
                }
                Some(_) => None,
            }
        }),
        Some(_) => Some("a result whose `content` is no list".to_owned()),
    }
}
