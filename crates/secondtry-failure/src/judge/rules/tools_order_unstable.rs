//! Two readings of `tools/list` show the same tools in another order.

use crate::classify::run::Run;
use crate::judge::rule::{
    Breach, Group, Level, Look, Observation, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::judge::rules::tool_name_duplicate::name;
use crate::message::protocol_version::ProtocolVersion;

pub(super) const RULE: Rule = Rule {
    code: "tools-order-unstable",
    group: Group::Definition,
    page: include_str!("tools_order_unstable.md"),
    weight,
    spec,
    is_server_wide: true,
    look: Look::Run(look),
};

fn weight(version: ProtocolVersion) -> Weight {
    Weight::of(if version.is_modern() { Level::Warning } else { Level::Advice })
}

fn spec(version: ProtocolVersion) -> SpecReference {
    if version.is_modern() {
        SpecReference::new(version, "server/tools#listing-tools", Strength::Should)
    } else {
        SpecReference::silent(version)
    }
}

fn look(run: &Run) -> Vec<Observation> {
    let lists: Vec<Vec<&str>> =
        run.lists.iter().map(|list| list.iter().filter_map(name).collect()).collect();
    let pairs = lists.windows(2).filter_map(|pair| {
        let [before, after] = pair else { return None };
        let (mut sorted_before, mut sorted_after) = (before.clone(), after.clone());
        sorted_before.sort_unstable();
        sorted_after.sort_unstable();
        // Other tools are another list.
        (sorted_before == sorted_after).then(|| verdict(before, after))
    });
    pairs.map(|verdict| Observation { tool: None, exchange: None, verdict }).collect()
}

fn verdict(before: &[&str], after: &[&str]) -> Verdict {
    let Some(at) = before.iter().zip(after).position(|(before, after)| before != after) else {
        return Verdict::Passed;
    };
    Verdict::found(Breach {
        got: format!(
            "tool {} of the list is `{}` at first and `{}` the next time",
            at + 1,
            before[at],
            after[at]
        ),
        expected: "the same order each time".into(),
        advice: "sort the list, or keep the tools in a structure with an order".into(),
        ..Breach::default()
    })
}
