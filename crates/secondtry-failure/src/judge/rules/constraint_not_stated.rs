//! An argument was refused, and the text does not say what is accepted.

use crate::classify::call::Standing;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::schema::describe::accepted;

pub(super) const RULE: Rule = Rule {
    code: "constraint-not-stated",
    group: Group::Message,
    page: include_str!("constraint_not_stated.md"),
    weight: |_| Weight::of(Level::Warning),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Example),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let Some((facts, parameter)) = case.argument_facts() else { return Verdict::NotObserved };
    let Some(is_stated) = facts.constraint else { return Verdict::NotObserved };
    // What is not there breaks no rule; how to find what is there is for `retry-not-advised`.
    if case.names_what_is_not_there() {
        return Verdict::NotObserved;
    }
    if case.is_masked_by_control {
        return Verdict::CouldNotJudge;
    }
    if is_stated {
        return Verdict::Passed;
    }
    let is_doubtful = matches!(case.exchange.standing, Standing::Valid { .. });
    let accepted = case.fault().map_or_else(|| "what the tool accepts".to_owned(), accepted);
    Verdict::found(Breach {
        parameter: Some(parameter),
        got: format!("{} does not say what is accepted", case.quote()),
        expected: format!("a text that says: {accepted}"),
        advice:
            "state the rule that was broken: the type, the bound, every allowed value, or the form"
                .into(),
        level: is_doubtful.then_some(Level::Advice),
        key: case.situation(),
        ..Breach::default()
    })
}
