//! Many sightings of one flaw to one finding.

use std::collections::BTreeMap;

use super::finding::Finding;
use super::policy::Policy;
use super::rule::{Breach, Rule};
use crate::classify::run::Run;

/// One exchange that shows a breach.
pub(super) struct Sighting {
    pub(super) tool: Option<String>,
    pub(super) exchange: Option<usize>,
    pub(super) breach: Breach,
}

/// Merges sightings of `rule` by tool and key. The shortest call speaks for all.
pub(super) fn merge(
    rule: &'static Rule,
    sightings: Vec<Sighting>,
    run: &Run,
    policy: &Policy,
) -> Vec<Finding> {
    let mut groups: BTreeMap<(Option<String>, String), Vec<Sighting>> = BTreeMap::new();
    for sighting in sightings {
        groups
            .entry((sighting.tool.clone(), sighting.breach.key.clone()))
            .or_default()
            .push(sighting);
    }
    groups
        .into_iter()
        .map(|((tool, key), mut group)| {
            group.sort_by_key(|sighting| {
                (sighting.exchange.map(|number| length(run, number)), sighting.exchange)
            });
            let calls = group.iter().filter_map(|sighting| sighting.exchange).collect();
            let Breach { parameter, got, expected, advice, suggestion, level, .. } =
                group.swap_remove(0).breach;
            let weight = (rule.weight)(run.version());
            Finding {
                rule,
                level: policy.level(rule).or(level).unwrap_or(weight.level),
                is_disputed: weight.is_disputed,
                fingerprint: fingerprint(&[rule.code, tool.as_deref().unwrap_or_default(), &key]),
                tool,
                parameter,
                got,
                expected,
                advice,
                suggestion,
                spec: (rule.spec)(run.version()),
                calls,
            }
        })
        .collect()
}

fn length(run: &Run, number: usize) -> usize {
    run.exchanges
        .get(number)
        .and_then(|exchange| exchange.request())
        .map_or(0, |request| request.to_string().len())
}

/// 64 bits of FNV-1a over the parts, as hexadecimal: stable across versions and machines.
fn fingerprint(parts: &[&str]) -> String {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{hash:016x}")
}
