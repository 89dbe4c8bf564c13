//! A failure has content, and none of it is text.

use serde_json::Value;

use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "message-not-text",
    group: Group::Message,
    page: include_str!("message_not_text.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Example),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    if !case.is_tool_execution_error() {
        return Verdict::NotObserved;
    }
    if !case.has_content_but_no_text() {
        return Verdict::Passed;
    }
    let result = case.exchange.result();
    let blocks = result.and_then(|result| result.get("content")).and_then(Value::as_array);
    let mut kinds: Vec<&str> =
        blocks.into_iter().flatten().filter_map(|block| block.get("type")?.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let got = if kinds.is_empty() {
        "a failure with nothing but `structuredContent`".to_owned()
    } else {
        format!("a failure with nothing but content of type {}", kinds.join(", "))
    };
    Verdict::found(Breach {
        parameter: case.parameter(),
        got,
        expected: "a text that says what failed, beside whatever else there is".into(),
        advice: "put a text item in front that gives the reason in words".into(),
        ..Breach::default()
    })
}
