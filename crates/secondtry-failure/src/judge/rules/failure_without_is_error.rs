//! A result tells of a failure, and `isError` does not.

use serde_json::Value;

use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::judge::told_failure::{Expectation, ToldFailure, returns_html, told_failure};

pub(super) const RULE: Rule = Rule {
    code: "failure-without-is-error",
    group: Group::Channel,
    page: include_str!("failure_without_is_error.md"),
    weight: |_| Weight::of(Level::Warning),
    spec: |version| SpecReference::new(version, "schema.ts#CallToolResult", Strength::Should),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    if case.tool.is_none() && case.run.has_list() {
        return Verdict::NotObserved;
    }
    if case.is_tool_execution_error() {
        return Verdict::Passed;
    }
    if !case.exchange.outcome.is_success() || case.exchange.params().is_none() {
        return Verdict::NotObserved;
    }
    let level = match told(case) {
        ToldFailure::No => return Verdict::NotObserved,
        ToldFailure::ByStatus => Level::Error,
        ToldFailure::ByText if breaks_output_schema(case) => Level::Error,
        ToldFailure::ByText => Level::Warning,
    };
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("a failure told without `isError`: {}", case.quote()),
        expected: "the same text in a result with `isError: true`".into(),
        advice: "set `isError: true` wherever the tool could not do its work".into(),
        level: Some(level),
        key: level.name().into(),
        ..Breach::default()
    })
}

/// How a success of this case tells of a failure.
pub(super) fn told(case: &Case<'_>) -> ToldFailure {
    let parameter = case.fault().and_then(|fault| fault.parameter.leaf());
    let returns_html = case.tool.is_some_and(|listed| returns_html(&listed.tool));
    let structured = case.exchange.result().and_then(|result| result.get("structuredContent"));
    let expected = Expectation { broken_parameter: parameter.as_deref(), returns_html };
    told_failure(&case.text, structured, expected)
}

fn breaks_output_schema(case: &Case<'_>) -> bool {
    let Some(Some(Ok(schema))) = case.tool.map(|listed| listed.output.as_ref()) else {
        return false;
    };
    let structured = case.exchange.result().and_then(|result| result.get("structuredContent"));
    !schema.accepts(structured.unwrap_or(&Value::Null))
}
