//! What was seen and done, counted: a summary at the end, Prometheus text while listening.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use secondtry_failure::repair::{KnownCall, RepairName};

use crate::spans::{Account, CallEnd, Spans};

#[cfg(test)]
mod tests;

/// Counters that any number of connections share. Their labels are closed sets.
#[derive(Debug, Default)]
pub struct Counters {
    single: [AtomicU64; Count::ALL.len()],
    repairs: Mutex<Repairs>,
    spans: OnceLock<Spans>,
}

#[derive(Debug, Default)]
struct Repairs {
    made: BTreeMap<RepairName, u64>,
    observed: BTreeMap<RepairName, u64>,
    rules: BTreeMap<&'static str, u64>,
}

/// What is counted by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Calls of tools.
    Calls,
    /// Answers that came twice, too late, or after a cancellation, and were dropped.
    Dropped,
    /// Calls that failed as the client sees it.
    Failures,
    /// Starts of a server after its first.
    Restarts,
    /// Calls after a failure of the same tool on the same connection.
    Retries,
    /// Those of them that differ from the call that failed.
    RetriesChanged,
    /// Those of them that worked.
    RetriesWorked,
}

impl Count {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 7] = [
        Self::Calls,
        Self::Dropped,
        Self::Failures,
        Self::Restarts,
        Self::Retries,
        Self::RetriesChanged,
        Self::RetriesWorked,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Calls => "calls",
            Self::Dropped => "dropped_answers",
            Self::Failures => "failed_calls",
            Self::Restarts => "restarts",
            Self::Retries => "retries",
            Self::RetriesChanged => "retries_changed",
            Self::RetriesWorked => "retries_worked",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::Calls => "Calls of tools.",
            Self::Dropped => "Answers that came twice, late, or after a cancellation.",
            Self::Failures => "Calls that failed, as the client was told.",
            Self::Restarts => "Starts of a server after its first.",
            Self::Retries => "Calls that followed a failure of the same tool.",
            Self::RetriesChanged => "Retries that differ from the call that failed.",
            Self::RetriesWorked => "Retries that worked.",
        }
    }
}

impl Counters {
    /// Counts one.
    pub fn count(&self, count: Count) {
        self.single[count as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// How many there were.
    pub fn of(&self, count: Count) -> u64 {
        self.single[count as usize].load(Ordering::Relaxed)
    }

    /// Counts what was repaired or seen in one answer.
    pub fn repaired(&self, made: &[RepairName], observed: &[RepairName], rules: &[&'static str]) {
        let mut repairs = self.repairs();
        for repair in made {
            *repairs.made.entry(*repair).or_default() += 1;
        }
        for repair in observed {
            *repairs.observed.entry(*repair).or_default() += 1;
        }
        for rule in rules {
            *repairs.rules.entry(rule).or_default() += 1;
        }
    }

    /// How often `repair` was made.
    pub fn made(&self, repair: RepairName) -> u64 {
        self.repairs().made.get(&repair).copied().unwrap_or_default()
    }

    /// How often `repair` would have been made, were it on.
    pub fn observed(&self, repair: RepairName) -> u64 {
        self.repairs().observed.get(&repair).copied().unwrap_or_default()
    }

    /// Tells of each call by a span, too, from here on.
    pub fn trace(&self, spans: Spans) {
        // Whoever traces already goes on.
        let _ = self.spans.set(spans);
    }

    /// Where spans go, if they go anywhere.
    pub fn spans(&self) -> Option<&Spans> {
        self.spans.get()
    }

    /// A call is over: told by a span where somebody collects those.
    pub(crate) fn call_ended(&self, call: &KnownCall<'_>, end: CallEnd, account: Account) {
        if let Some(spans) = self.spans() {
            spans.ended(call, end, account);
        }
    }

    /// One line for a person; `None` where no tool was called.
    pub fn summary(&self) -> Option<String> {
        let calls = self.of(Count::Calls);
        if calls == 0 {
            return None;
        }
        let mut line = format!("{calls} calls, {} failed", self.of(Count::Failures));
        let repairs = self.repairs();
        let listed = |counts: &BTreeMap<RepairName, u64>| {
            let each = counts.iter().map(|(repair, count)| format!("{} {count}", repair.name()));
            each.collect::<Vec<_>>().join(", ")
        };
        if !repairs.made.is_empty() {
            _ = write!(line, "; repaired: {}", listed(&repairs.made));
        }
        if !repairs.observed.is_empty() {
            _ = write!(line, "; seen, not repaired: {}", listed(&repairs.observed));
        }
        let retries = self.of(Count::Retries);
        if retries > 0 {
            let worked = self.of(Count::RetriesWorked);
            _ = write!(line, "; {worked} of {retries} next calls worked");
        }
        if let Some(dropped) = self.spans().map(Spans::dropped).filter(|dropped| *dropped > 0) {
            _ = write!(line, "; {dropped} spans were dropped");
        }
        Some(line)
    }

    /// The text that Prometheus reads.
    pub fn prometheus(&self) -> String {
        let mut text = String::new();
        for count in Count::ALL {
            let (name, help) = (count.name(), count.help());
            _ = writeln!(text, "# HELP secondtry_{name}_total {help}");
            _ = writeln!(text, "# TYPE secondtry_{name}_total counter");
            _ = writeln!(text, "secondtry_{name}_total {}", self.of(count));
        }
        let repairs = self.repairs();
        for (name, help, counts) in [
            ("repairs", "Repairs made.", &repairs.made),
            (
                "observed_flaws",
                "Repairs that would have been made, were they on.",
                &repairs.observed,
            ),
        ] {
            _ = writeln!(text, "# HELP secondtry_{name}_total {help}");
            _ = writeln!(text, "# TYPE secondtry_{name}_total counter");
            // Each label is there from the start, so that a rate can be had from its first step.
            for repair in RepairName::ALL {
                let count = counts.get(&repair).copied().unwrap_or_default();
                _ = writeln!(
                    text,
                    "secondtry_{name}_total{{repair=\"{}\"}} {count}",
                    repair.name()
                );
            }
        }
        _ = writeln!(text, "# HELP secondtry_broken_rules_total Rules that an answer broke.");
        _ = writeln!(text, "# TYPE secondtry_broken_rules_total counter");
        for (rule, count) in &repairs.rules {
            _ = writeln!(text, "secondtry_broken_rules_total{{rule=\"{rule}\"}} {count}");
        }
        if let Some(spans) = self.spans() {
            for (name, help, count) in [
                ("spans_dropped", "Spans that no collector has got.", spans.dropped()),
                ("spans_sent", "Spans that a collector has taken.", spans.sent()),
            ] {
                _ = writeln!(text, "# HELP secondtry_{name}_total {help}");
                _ = writeln!(text, "# TYPE secondtry_{name}_total counter");
                _ = writeln!(text, "secondtry_{name}_total {count}");
            }
        }
        text
    }

    fn repairs(&self) -> MutexGuard<'_, Repairs> {
        self.repairs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
