//! The server goes on after its standard input was closed.

use crate::classify::run::Run;
use crate::judge::rule::{
    Breach, Group, Level, Look, Observation, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::message::protocol_version::ProtocolVersion;

pub(super) const RULE: Rule = Rule {
    code: "hangs-on-eof",
    group: Group::Transport,
    page: include_str!("hangs_on_eof.md"),
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
        SpecReference::new(version, "basic/transports/stdio", Strength::Should)
    } else {
        SpecReference::silent(version)
    }
}

fn look(run: &Run) -> Vec<Observation> {
    if run.eof_ms.is_none() {
        return Vec::new();
    }
    let verdict = match run.closing {
        None => Verdict::CouldNotJudge,
        Some(closing) if closing.after_ms <= LONGEST_MS && !is_forced(closing.signal) => {
            Verdict::Passed
        }
        Some(closing) => Verdict::found(Breach {
            got: match closing.signal.filter(|signal| is_forced(Some(*signal))) {
                Some(signal) => format!("the process went on after its input was closed, until signal {signal}"),
                None => format!("the process went on for {} ms after its input was closed", closing.after_ms),
            },
            expected: format!("an end within {LONGEST_MS} ms"),
            advice: "end the process when standard input ends: close what keeps it alive (timers, sockets, threads)".into(),
            ..Breach::default()
        }),
    };
    vec![Observation { tool: None, exchange: None, verdict }]
}

/// The signals with which a client ends a server that stays.
fn is_forced(signal: Option<i32>) -> bool {
    matches!(signal, Some(SIGKILL | SIGTERM))
}

/// How long a server may take to clean up.
const LONGEST_MS: u64 = 2000;

const SIGKILL: i32 = 9;
const SIGTERM: i32 = 15;
