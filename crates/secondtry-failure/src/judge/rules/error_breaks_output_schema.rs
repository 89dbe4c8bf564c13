//! A result with `isError` carries `structuredContent` that `outputSchema` refuses.

use serde_json::Value;

use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::judge::rules::result_breaks_output_schema::{OutputCheck, check};

pub(super) const RULE: Rule = Rule {
    code: "error-breaks-output-schema",
    group: Group::Result,
    page: include_str!("error_breaks_output_schema.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "server/tools#output-schema", Strength::Must),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let structured = case.exchange.result().and_then(|result| result.get("structuredContent"));
    // An error needs no structured content, and some serializers write an absent one as null.
    let Some(structured) = structured.filter(|value| **value != Value::Null) else {
        return Verdict::NotObserved;
    };
    if !case.is_tool_execution_error() {
        return Verdict::NotObserved;
    }
    let why = match check(case, structured) {
        OutputCheck::Breaks(why) => why,
        OutputCheck::CannotTell => return Verdict::CouldNotJudge,
        OutputCheck::Keeps => return Verdict::Passed,
        OutputCheck::NoSchema => return Verdict::NotObserved,
    };
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!(
            "a failure whose `structuredContent` breaks `outputSchema` ({why}); strict clients show that in place of {}",
            case.quote()
        ),
        expected:
            "a result with `isError: true` and the reason in `content`, without `structuredContent`"
                .into(),
        advice: "leave `structuredContent` out of a failure, or let `outputSchema` allow it".into(),
        ..Breach::default()
    })
}
