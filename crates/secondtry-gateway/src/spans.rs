//! One span for each call of a tool, for a collector that speaks OTLP: what was called, how long it took, how it ended and
//! what was repaired. Neither arguments nor texts are in it.
//!
//! A call never waits for it: spans go through a bounded queue to a thread of their own, and one that finds the queue
//! full is dropped and counted.

mod export;
mod otlp;
mod trace_context;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use secondtry_failure::repair::{KnownCall, RepairName};
use secondtry_failure::transport::http::{HttpServer, OpenError, Poster};
use serde_json::Value;

use self::export::Exporter;
use self::trace_context::TraceContext;
use crate::log::Log;

#[cfg(test)]
mod tests;

/// Where spans go, and what they say of this process.
#[derive(Clone, Debug)]
pub struct Collector {
    /// The address that takes them, such as `http://127.0.0.1:4318/v1/traces`, with its headers.
    pub server: HttpServer,
    /// The attributes of the resource, `service.name` among them.
    pub resource: Vec<(String, String)>,
    /// How long the collector may take for one batch.
    pub patience: Duration,
    /// How long spans are gathered before they are sent.
    pub delay: Duration,
}

/// The way to the collector.
#[derive(Debug)]
pub struct Spans {
    /// `None` once it is closed.
    queue: Mutex<Option<SyncSender<Span>>>,
    is_done: Mutex<Receiver<()>>,
    told: Arc<Told>,
    /// Makes ids, together with keys that no other process has.
    number: AtomicU64,
    keys: std::hash::RandomState,
}

/// What became of spans so far.
#[derive(Debug, Default)]
struct Told {
    dropped: AtomicU64,
    sent: AtomicU64,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallEnd {
    /// The client wants its answer no more.
    Cancelled,
    /// The client was told of a failure by the server, in its words or in better ones.
    Failed,
    /// It never reached the server: its arguments are wrong.
    Refused,
    /// The server gave no answer.
    Unanswered,
    /// What the server said was passed on unread: a status that is the client's affair, a packed body, a stream that the
    /// client takes up elsewhere.
    #[cfg_attr(
        not(feature = "listen"),
        expect(dead_code, reason = "only an intermediary passes so")
    )]
    Unread,
    /// It worked.
    Worked,
}

/// What was found in one call, and done about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) made: Vec<RepairName>,
    pub(crate) observed: Vec<RepairName>,
    pub(crate) rules: Vec<&'static str>,
}

/// A call that is over.
#[derive(Debug)]
struct Span {
    tool: String,
    protocol: &'static str,
    context: TraceContext,
    id: [u8; 8],
    began: SystemTime,
    ended: SystemTime,
    end: CallEnd,
    account: Account,
}

impl Spans {
    /// Starts the thread that sends spans to `collector`.
    pub fn start(collector: Collector, log: Arc<Log>) -> Result<Self, OpenError> {
        let poster = Poster::new(collector.server, collector.patience)?;
        let (queue, spans) = sync_channel(QUEUE);
        let (tell_done, is_done) = sync_channel(1);
        let told = Arc::new(Told::default());
        let exporter = Exporter {
            poster,
            resource: collector.resource,
            delay: collector.delay,
            told: Arc::clone(&told),
            log,
        };
        let thread = std::thread::Builder::new().name("spans".to_owned());
        let run = move || {
            exporter.run(&spans);
            // Nobody waits where the process has not been closed.
            let _ = tell_done.send(());
        };
        thread.spawn(run).map_err(OpenError::Thread)?;
        Ok(Self {
            queue: Mutex::new(Some(queue)),
            is_done: Mutex::new(is_done),
            told,
            number: AtomicU64::new(0),
            keys: std::hash::RandomState::new(),
        })
    }

    /// Sends what is left, for `patience` at most. What ends later is not told.
    pub fn close(&self, patience: Duration) {
        drop(self.queue.lock().unwrap_or_else(PoisonError::into_inner).take());
        let is_done = self.is_done.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = is_done.recv_timeout(patience);
    }

    /// How many spans no collector has got: the queue was full, or the collector did not take them.
    pub fn dropped(&self) -> u64 {
        self.told.dropped.load(Ordering::Relaxed)
    }

    /// How many spans a collector has taken.
    pub fn sent(&self) -> u64 {
        self.told.sent.load(Ordering::Relaxed)
    }

    /// Tells that `call` is over. Whoever asked for it may not want it to be traced, and then it is not.
    pub(crate) fn ended(&self, call: &KnownCall<'_>, end: CallEnd, account: Account) {
        let meta = call.request.pointer("/params/_meta");
        let text = |name| meta.and_then(|meta| meta.get(name)).and_then(Value::as_str);
        let context = match text("traceparent").map(TraceContext::read) {
            Some(Some(context)) if !context.is_sampled => return,
            Some(Some(context)) => context.with_state(text("tracestate")),
            Some(None) | None => TraceContext::root(self.random()),
        };
        let name = call.request.pointer("/params/name").and_then(Value::as_str).unwrap_or_default();
        let ended = now();
        let elapsed = Duration::from_millis(call.elapsed_ms.unwrap_or_default());
        let [id, _] = self.random();
        let span = Span {
            tool: name.chars().take(MOST_OF_NAME).collect(),
            protocol: call.protocol.name(),
            context,
            id,
            began: ended.checked_sub(elapsed).unwrap_or(ended),
            ended,
            end,
            account,
        };
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let is_taken = queue.as_ref().is_some_and(|queue| queue.try_send(span).is_ok());
        drop(queue);
        if !is_taken {
            self.told.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Sixteen bytes that are not zero and that nobody else has. They need not be hard to guess.
    fn random(&self) -> [[u8; 8]; 2] {
        use std::hash::BuildHasher as _;
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        [0_u8, 1].map(|half| (self.keys.hash_one((number, half)) | 1).to_be_bytes())
    }
}

impl Account {
    /// What was done about a call before it was sent.
    pub(crate) fn of_sent(is_coerced: bool) -> Self {
        let made = if is_coerced { vec![RepairName::Coercion] } else { Vec::new() };
        Self { made, ..Self::default() }
    }

    /// Adds what was found in addition.
    pub(crate) fn add(
        &mut self,
        made: &[RepairName],
        observed: &[RepairName],
        rules: &[&'static str],
    ) {
        self.made.extend_from_slice(made);
        self.observed.extend_from_slice(observed);
        self.rules.extend_from_slice(rules);
    }
}

impl CallEnd {
    fn name(self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
            Self::Refused => "refused",
            Self::Unanswered => "unanswered",
            Self::Unread => "unread",
            Self::Worked => "worked",
        }
    }

    /// Whether a person who looks at it would say that it failed.
    fn is_failure(self) -> bool {
        match self {
            Self::Failed | Self::Refused | Self::Unanswered => true,
            Self::Cancelled | Self::Unread | Self::Worked => false,
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "a collector wants the time of day")]
fn now() -> SystemTime {
    SystemTime::now()
}

/// How many spans wait to be sent. One more is dropped.
const QUEUE: usize = 2048;

/// How much of the name of a tool is told, in characters.
const MOST_OF_NAME: usize = 128;
