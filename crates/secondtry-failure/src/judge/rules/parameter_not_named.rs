//! An argument was refused, and the text does not say which.

use crate::classify::call::Standing;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "parameter-not-named",
    group: Group::Message,
    page: include_str!("parameter_not_named.md"),
    weight: |_| Weight::of(Level::Warning),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Example),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let Some((facts, parameter)) = case.argument_facts() else { return Verdict::NotObserved };
    let Some(is_named) = facts.parameter else { return Verdict::NotObserved };
    if case.is_masked_by_control {
        return Verdict::CouldNotJudge;
    }
    if is_named {
        return Verdict::Passed;
    }
    // A value that the schema accepts and that stands in the text points to its argument by itself.
    let is_doubtful = matches!(case.exchange.standing, Standing::Valid { .. });
    if is_doubtful && facts.value == Some(true) {
        return Verdict::Passed;
    }
    let name = parameter.leaf().unwrap_or_default();
    Verdict::found(Breach {
        got: format!("{} does not name `{name}`", case.quote()),
        expected: format!("a text that names `{name}` as the schema spells it"),
        advice: format!("name `{name}` in the text"),
        level: is_doubtful.then_some(Level::Advice),
        parameter: Some(parameter),
        key: case.situation(),
        ..Breach::default()
    })
}
