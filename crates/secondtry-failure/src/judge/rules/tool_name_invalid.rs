//! A tool's name has characters or a length that model APIs refuse.

use crate::classify::run::Run;
use crate::judge::rule::{
    Breach, Group, Level, Look, Observation, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::message::protocol_version::ProtocolVersion;

pub(super) const RULE: Rule = Rule {
    code: "tool-name-invalid",
    group: Group::Definition,
    page: include_str!("tool_name_invalid.md"),
    weight,
    spec,
    is_server_wide: false,
    look: Look::Run(look),
};

/// 2025-11-25 brought the rule (SEP-986).
fn weight(version: ProtocolVersion) -> Weight {
    Weight::of(if version >= ProtocolVersion::V2025_11_25 { Level::Warning } else { Level::Advice })
}

fn spec(version: ProtocolVersion) -> SpecReference {
    if version >= ProtocolVersion::V2025_11_25 {
        SpecReference::new(version, "server/tools#tool-names", Strength::Should)
    } else {
        SpecReference::silent(version)
    }
}

fn look(run: &Run) -> Vec<Observation> {
    let tools = run.tools.iter().map(|listed| Observation {
        tool: Some(listed.tool.name.clone()),
        exchange: None,
        verdict: verdict(&listed.tool.name),
    });
    tools.collect()
}

fn verdict(name: &str) -> Verdict {
    let odd = name.chars().find(|c| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-' | '.'));
    let got = match (name.len(), odd) {
        (0, _) => "an empty name".to_owned(),
        (_, Some(c)) => format!("a name with {c:?} in it"),
        (length, None) if length > LONGEST => format!("a name of {length} characters"),
        (_, None) => return Verdict::Passed,
    };
    Verdict::found(Breach {
        got,
        expected: format!("1 to {LONGEST} of the ASCII letters, digits, `_`, `-` and `.`"),
        advice: "rename the tool; what people read belongs in `title`".into(),
        ..Breach::default()
    })
}

const LONGEST: usize = 128;
