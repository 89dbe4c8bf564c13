//! A success carries `structuredContent` that `outputSchema` refuses, or none where it promises some.

use serde_json::Value;

use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::judge::rules::failure_without_is_error::told;
use crate::judge::told_failure::ToldFailure;
use crate::message::protocol_version::ProtocolVersion;
use crate::schema::describe::accepted;

pub(super) const RULE: Rule = Rule {
    code: "result-breaks-output-schema",
    group: Group::Result,
    page: include_str!("result_breaks_output_schema.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "server/tools#output-schema", Strength::Must),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    // A success that tells of a failure is that failure's matter, and so is what a call made of bad arguments.
    if !case.exchange.outcome.is_success()
        || case.exchange.params().is_none()
        || !case.faults().is_empty()
        || told(case) != ToldFailure::No
    {
        return Verdict::NotObserved;
    }
    let structured = case.exchange.result().and_then(|result| result.get("structuredContent"));
    let why = match check(case, structured.unwrap_or(&Value::Null)) {
        OutputCheck::Breaks(_) if structured.is_none() => {
            "there is no `structuredContent`".to_owned()
        }
        OutputCheck::Breaks(why) => why,
        OutputCheck::CannotTell => return Verdict::CouldNotJudge,
        OutputCheck::Keeps => return Verdict::Passed,
        OutputCheck::NoSchema => return Verdict::NotObserved,
    };
    Verdict::found(Breach {
        got: format!("a success that breaks `outputSchema`: {why}"),
        expected: "`structuredContent` that satisfies the tool's own `outputSchema`".into(),
        advice: "build the result from the type that `outputSchema` is made of, or mend the schema"
            .into(),
        ..Breach::default()
    })
}

/// What `outputSchema` says of some structured content.
pub(super) enum OutputCheck {
    /// It is broken, and how.
    Breaks(String),
    /// The schema cannot be compiled, or the content is out of bounds.
    CannotTell,
    /// It is kept.
    Keeps,
    /// There is no schema, or the revision has none.
    NoSchema,
}

/// Holds `structured` against the tool's `outputSchema`, which 2025-06-18 brought.
pub(super) fn check(case: &Case<'_>, structured: &Value) -> OutputCheck {
    let schema = match case.tool.map(|listed| &listed.output) {
        Some(Some(schema)) if case.run.version() >= ProtocolVersion::V2025_06_18 => schema,
        Some(_) | None => return OutputCheck::NoSchema,
    };
    let Ok(schema) = schema else { return OutputCheck::CannotTell };
    if !schema.can_judge(structured) {
        return OutputCheck::CannotTell;
    }
    if schema.accepts(structured) {
        return OutputCheck::Keeps;
    }
    let faults = schema.faults(structured);
    let why = faults.first().map_or_else(
        || "it is refused".to_owned(),
        |fault| match fault.parameter.as_str() {
            "" => format!("expected {}", accepted(fault)),
            place => format!("at `{place}` expected {}", accepted(fault)),
        },
    );
    OutputCheck::Breaks(why)
}
