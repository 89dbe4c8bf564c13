//! An answer does not repeat the id of its request.

use crate::classify::exchange::{Pairing, Sent};
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "response-id-mismatch",
    group: Group::Channel,
    page: include_str!("response_id_mismatch.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "basic/index#responses", Strength::Must),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    // Bytes that are no message have no id to repeat, and a server may put in one of its own.
    let (Some(sent), Sent::Other { .. } | Sent::ToolCall { .. }) =
        (case.exchange.id(), &case.exchange.sent)
    else {
        return Verdict::NotObserved;
    };
    let got = match &case.exchange.pairing {
        Pairing::Exact => return Verdict::Passed,
        Pairing::Missing => format!("an answer without an id to the request with id {sent}"),
        Pairing::None => return Verdict::NotObserved,
        Pairing::Other(id) => format!("an answer with id {id} to the request with id {sent}"),
    };
    Verdict::found(Breach {
        parameter: case.parameter(),
        got,
        expected: format!("the id {sent}, in the same JSON type"),
        advice: "keep `id` as the JSON value that came, and put it into the answer unchanged"
            .into(),
        ..Breach::default()
    })
}
