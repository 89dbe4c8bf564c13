//! The thread that sends spans.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use secondtry_failure::transport::http::Poster;

use super::{Span, Told, otlp};
use crate::log::Log;

/// Gathers spans and sends them.
pub(super) struct Exporter {
    pub(super) poster: Poster,
    pub(super) resource: Vec<(String, String)>,
    pub(super) delay: Duration,
    pub(super) told: Arc<Told>,
    pub(super) log: Arc<Log>,
}

impl Exporter {
    /// Sends what comes out of `spans` until nothing can come any more.
    pub(super) fn run(&self, spans: &Receiver<Span>) {
        let mut is_failing = false;
        let mut is_open = true;
        while is_open {
            let batch;
            (batch, is_open) = self.gather(spans);
            if batch.is_empty() {
                continue;
            }
            let count = batch.len() as u64;
            match self.send(&batch, is_open) {
                Ok(()) => {
                    self.told.sent.fetch_add(count, Ordering::Relaxed);
                    is_failing = false;
                }
                Err(why) => {
                    self.told.dropped.fetch_add(count, Ordering::Relaxed);
                    // Once for each time that it begins, not for each batch.
                    if !is_failing {
                        self.log.line(&format!("the collector takes no spans: {why}"));
                    }
                    is_failing = true;
                }
            }
        }
    }

    /// The next batch, and whether more may come: what ends within the delay after the first.
    fn gather(&self, spans: &Receiver<Span>) -> (Vec<Span>, bool) {
        let Ok(first) = spans.recv() else { return (Vec::new(), false) };
        let mut batch = vec![first];
        let until = now() + self.delay;
        while batch.len() < BATCH {
            match spans.recv_timeout(until.saturating_duration_since(now())) {
                Ok(span) => batch.push(span),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return (batch, false),
            }
        }
        (batch, true)
    }

    /// Sends `batch`, again where the collector may take it later. At the end there is no time for that.
    fn send(&self, batch: &[Span], is_open: bool) -> Result<(), String> {
        let body = otlp::body(batch, &self.resource);
        let mut pauses = PAUSES.iter().filter(|_| is_open);
        loop {
            let why = match self.poster.post(body.clone()) {
                Ok(200..=299) => return Ok(()),
                // OTLP 1.10, OTLP/HTTP, Retryable Response Codes.
                Ok(status @ (429 | 502 | 503 | 504)) => format!("it answers with {status}"),
                Ok(status) => return Err(format!("it answers with {status}")),
                Err(why) => why.to_string(),
            };
            match pauses.next() {
                Some(pause) => thread::sleep(*pause),
                None => return Err(why),
            }
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the thread waits by itself")]
fn now() -> Instant {
    Instant::now()
}

/// How many spans go into one body.
const BATCH: usize = 512;

/// How long is waited before a batch is sent again.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];
