//! What is open at this moment, for `/metrics` and for the end.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How much of each there is.
#[derive(Debug, Default)]
pub(crate) struct Gauges {
    counts: [AtomicUsize; Gauge::ALL.len()],
}

/// What is counted up and down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gauge {
    /// Connections of clients.
    Connections,
    /// POSTs whose answer is not complete.
    OpenCalls,
    /// Sessions of clients that began with `initialize`.
    Sessions,
}

/// One of something, as long as it lives.
#[derive(Debug)]
pub(crate) struct Held {
    gauges: Arc<Gauges>,
    gauge: Gauge,
}

impl Gauge {
    const ALL: [Self; 3] = [Self::Connections, Self::OpenCalls, Self::Sessions];

    fn name(self) -> &'static str {
        match self {
            Self::Connections => "connections",
            Self::OpenCalls => "open_calls",
            Self::Sessions => "sessions",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::Connections => "Connections of clients.",
            Self::OpenCalls => "Requests whose answer is not complete.",
            Self::Sessions => "Sessions that began with initialize.",
        }
    }
}

impl Gauges {
    /// Counts one until it is dropped.
    pub(crate) fn hold(self: &Arc<Self>, gauge: Gauge) -> Held {
        self.counts[gauge as usize].fetch_add(1, Ordering::Relaxed);
        Held { gauges: Arc::clone(self), gauge }
    }

    pub(crate) fn of(&self, gauge: Gauge) -> usize {
        self.counts[gauge as usize].load(Ordering::Relaxed)
    }

    /// The text that Prometheus reads.
    pub(crate) fn prometheus(&self) -> String {
        let mut text = String::new();
        for gauge in Gauge::ALL {
            let (name, help) = (gauge.name(), gauge.help());
            // A write to a string cannot fail.
            _ = writeln!(text, "# HELP secondtry_{name} {help}");
            _ = writeln!(text, "# TYPE secondtry_{name} gauge");
            _ = writeln!(text, "secondtry_{name} {}", self.of(gauge));
        }
        text
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.gauges.counts[self.gauge as usize].fetch_sub(1, Ordering::Relaxed);
    }
}
