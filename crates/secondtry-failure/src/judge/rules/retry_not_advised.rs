//! Another step or a later call could mend the failure, and the text says neither.

use crate::classify::call::Standing;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::probe::ProbeKind;

pub(super) const RULE: Rule = Rule {
    code: "retry-not-advised",
    group: Group::Message,
    page: include_str!("retry_not_advised.md"),
    weight: |_| Weight::of(Level::Advice),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Prose),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let Some(facts) = case.facts.as_ref().filter(|_| can_be_mended(case)) else {
        return Verdict::NotObserved;
    };
    if case.reason_in_data().is_some() || facts.stock_sentence || case.text.trim().is_empty() {
        return Verdict::NotObserved;
    }
    if facts.retry {
        return Verdict::Passed;
    }
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("{} does not say what to do", case.quote()),
        expected: "whether and when the same call can work, what to change or do first, or that nothing helps".into(),
        advice: "end with the next step: when to repeat, or which tool gives a valid value".into(),
        ..Breach::default()
    })
}

/// The work failed, or a value names something that is not there. A fault that the schema shows is mended by what the
/// text says is accepted.
fn can_be_mended(case: &Case<'_>) -> bool {
    match &case.exchange.standing {
        Standing::Valid { doubtful: None } => true,
        Standing::Valid { doubtful: Some(doubtful) } => matches!(
            doubtful.kind,
            ProbeKind::MissingFile | ProbeKind::UnknownHandle | ProbeKind::UnknownId
        ),
        Standing::BadArguments(_)
        | Standing::Malformed(_)
        | Standing::Unjudged(_)
        | Standing::UnknownTool => false,
    }
}
