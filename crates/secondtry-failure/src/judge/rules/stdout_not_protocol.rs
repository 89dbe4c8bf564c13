//! A line on standard output is no protocol message.

use crate::classify::run::Run;
use crate::judge::case::quote;
use crate::judge::rule::{
    Breach, Group, Level, Look, Observation, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::transcript::{Text, TransportKind};

pub(super) const RULE: Rule = Rule {
    code: "stdout-not-protocol",
    group: Group::Transport,
    page: include_str!("stdout_not_protocol.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "basic/transports#stdio", Strength::Must),
    is_server_wide: false,
    look: Look::Run(look),
};

fn look(run: &Run) -> Vec<Observation> {
    if run.start.transport.is_some_and(|kind| kind != TransportKind::Stdio) {
        return Vec::new();
    }
    let calls = run.exchanges.iter().map(|exchange| Observation {
        tool: exchange.tool_name().map(str::to_owned),
        exchange: Some(exchange.number),
        verdict: verdict(&exchange.stray, "while the call ran"),
    });
    let rest = Observation {
        tool: None,
        exchange: None,
        verdict: verdict(&run.stray, "outside any one call"),
    };
    calls.chain([rest]).collect()
}

fn verdict(lines: &[Text], when: &str) -> Verdict {
    let Some(first) = lines.first() else { return Verdict::Passed };
    Verdict::found(Breach {
        got: format!(
            "{} line(s) on stdout {when} that are no message, the first: {}",
            lines.len(),
            quote(&first.to_lossy())
        ),
        expected: "nothing but JSON-RPC messages on standard output".into(),
        advice: "write logs to standard error".into(),
        ..Breach::default()
    })
}
