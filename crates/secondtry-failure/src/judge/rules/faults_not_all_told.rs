//! Several arguments are wrong, and the text tells of some of them.

use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::schema::fault::Fault;

pub(super) const RULE: Rule = Rule {
    code: "faults-not-all-told",
    group: Group::Message,
    page: include_str!("faults_not_all_told.md"),
    weight: |_| Weight::of(Level::Advice),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Prose),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    if case.argument_facts().is_none() {
        return Verdict::NotObserved;
    }
    let faults = apart(case.faults());
    if faults.len() < 2 {
        return Verdict::NotObserved;
    }
    let (told, untold): (Vec<&Fault>, Vec<&Fault>) =
        faults.into_iter().partition(|fault| case.tells_of(fault));
    match (told.first(), untold.first()) {
        (None, _) => Verdict::NotObserved,
        (Some(_), _) if case.is_masked_by_control => Verdict::CouldNotJudge,
        (Some(_), None) => Verdict::Passed,
        (Some(told), Some(first)) => Verdict::found(Breach {
            parameter: Some(first.parameter.clone()),
            got: format!(
                "{} tells of `{}` and not of `{}`",
                case.quote(),
                told.parameter,
                names(&untold)
            ),
            expected: "all faults of the arguments in one text".into(),
            advice: "gather every fault before you refuse; many validators have a mode for it"
                .into(),
            ..Breach::default()
        }),
    }
}

/// Faults of arguments with different names, none inside another.
fn apart(faults: &[Fault]) -> Vec<&Fault> {
    let mut apart: Vec<&Fault> = Vec::new();
    for fault in faults.iter().filter(|fault| fault.parameter.leaf().is_some()) {
        let is_known = apart.iter().any(|known| {
            known.parameter.leaf() == fault.parameter.leaf()
                || known.parameter.tokens().next() == fault.parameter.tokens().next()
        });
        if !is_known && apart.len() < MOST {
            apart.push(fault);
        }
    }
    apart
}

fn names(faults: &[&Fault]) -> String {
    faults.iter().map(|fault| fault.parameter.as_str()).collect::<Vec<_>>().join("`, `")
}

/// No text needs to tell of more.
const MOST: usize = 5;
