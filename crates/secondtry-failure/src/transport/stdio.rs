//! A server process: each line of its standard output is a message.
//!
//! The process leads a group of its own, so that what it starts ends with it.

pub mod leader;
mod running;

use std::ffi::OsString;
use std::io::{BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use self::leader::{Errors, Leader, Signal, Started};
use super::line_reader::{BoundedLine, LineReader};
use super::process_end::ProcessEnd;
use super::{Delivery, SendError, Transport};

pub use self::running::kill_all;

#[cfg(test)]
mod tests;

/// How to start a server process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerCommand {
    /// The program.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Variables added to the environment.
    pub environment: Vec<(OsString, OsString)>,
    /// Variables taken out of it.
    pub removed: Vec<OsString>,
    /// The working directory; `None` for this process's own.
    pub directory: Option<std::path::PathBuf>,
}

/// A running server process.
#[derive(Debug)]
pub struct ServerProcess {
    leader: Leader,
    /// `None` once the input is closed.
    input: Option<Sender<Vec<u8>>>,
    /// How many bytes wait for the process to read them.
    queued: Arc<AtomicUsize>,
    output: Receiver<Delivery>,
    is_end_delivered: bool,
    silent_since_end: Duration,
}

/// How long a server was given to go, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// It ended when its input was closed, as a server should.
    OnEof(ProcessEnd),
    /// It ended only when told to by a signal.
    OnSignal(ProcessEnd),
}

impl ServerProcess {
    /// Starts `command`. Fails as the operating system does: no such file, no permission.
    pub fn start(command: &ServerCommand) -> std::io::Result<Self> {
        let Started { leader, input: mut stdin, output: stdout, errors } =
            Leader::start(command, Errors::Piped)?;
        let (input, to_write) = channel::<Vec<u8>>();
        let queued = Arc::new(AtomicUsize::new(0));
        let (deliver, output) = sync_channel(QUEUED_DELIVERIES);
        let waiting = Arc::clone(&queued);
        thread::spawn(move || {
            for message in to_write {
                if stdin.write_all(&message).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
                waiting.fetch_sub(message.len(), Ordering::Relaxed);
            }
        });
        let of_stdout = deliver.clone();
        thread::spawn(move || pump(stdout, MESSAGE_LIMIT, &of_stdout, Delivery::Line));
        if let Some(stderr) = errors {
            thread::spawn(move || pump(stderr, STDERR_LINE_LIMIT, &deliver, Delivery::Stderr));
        }
        Ok(Self {
            leader,
            input: Some(input),
            queued,
            output,
            is_end_delivered: false,
            silent_since_end: Duration::ZERO,
        })
    }

    /// Ends the process as the specification asks: closes its input, waits `patience`, sends SIGTERM, waits again, sends
    /// SIGKILL; each to the whole group. Every delivery that is still outstanding goes to `last`.
    ///
    /// Source: 2025-11-25 `basic/lifecycle`, Shutdown; 2026-07-28 `basic/transports/stdio`, Shutdown.
    pub fn close(mut self, patience: Duration, mut last: impl FnMut(Delivery)) -> Closing {
        self.input = None;
        if let Some(end) = self.drain_until_end(patience, &mut last) {
            return Closing::OnEof(end);
        }
        self.leader.signal(Signal::Terminate);
        if let Some(end) = self.drain_until_end(patience, &mut last) {
            return Closing::OnSignal(end);
        }
        self.leader.signal(Signal::Kill);
        let end = self.drain_until_end(patience, &mut last);
        Closing::OnSignal(end.unwrap_or(ProcessEnd { code: None, signal: None }))
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "a flood of output must not stretch the patience of the caller"
    )]
    fn drain_until_end(
        &mut self,
        limit: Duration,
        last: &mut impl FnMut(Delivery),
    ) -> Option<ProcessEnd> {
        let began = Instant::now();
        while !self.is_end_delivered && began.elapsed() < limit {
            match self.receive(POLL) {
                Delivery::Ended(_) | Delivery::Silence => (),
                other => last(other),
            }
        }
        self.leader.poll_end()
    }
}

impl Transport for ServerProcess {
    fn send(&mut self, message: &[u8]) -> Result<(), SendError> {
        let Some(input) = &self.input else { return Err(SendError::Closed) };
        let queued = self.queued.load(Ordering::Relaxed);
        if queued > 0 && queued.saturating_add(message.len()) > QUEUED_BYTES {
            return Err(SendError::Full);
        }
        // One write carries the line and its break, so that a reader never sees half of it without cause.
        let mut line = Vec::with_capacity(message.len() + 1);
        line.extend_from_slice(message);
        line.push(b'\n');
        self.queued.fetch_add(line.len(), Ordering::Relaxed);
        input.send(line).map_err(|_| SendError::Closed)
    }

    fn receive(&mut self, limit: Duration) -> Delivery {
        let mut waited = Duration::ZERO;
        loop {
            let mut step = POLL.min(limit.saturating_sub(waited));
            let is_closed = match self.output.recv_timeout(step) {
                Ok(delivery) => {
                    // What a dead process left behind may go on writing for ever.
                    self.leader.poll_end();
                    return delivery;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    // A process that closes its outputs is about to end.
                    step = step.min((waited / 4).max(FIRST_POLL));
                    if self.leader.poll_end().is_none() {
                        thread::sleep(step);
                    }
                    true
                }
                Err(RecvTimeoutError::Timeout) => false,
            };
            if let Some(end) = self.leader.poll_end().filter(|_| !self.is_end_delivered) {
                self.silent_since_end += step;
                // A process that left the group may hold the output open for ever.
                if is_closed || self.silent_since_end >= LINGER {
                    self.is_end_delivered = true;
                    return Delivery::Ended(end);
                }
            }
            waited += step.max(Duration::from_micros(1));
            if waited >= limit {
                return Delivery::Silence;
            }
        }
    }
}

/// Reads `input` line by line until it ends or nobody listens. Blocks while the queue is full, and so the server.
fn pump(
    input: impl Read,
    limit: usize,
    deliver: &SyncSender<Delivery>,
    wrap: fn(Vec<u8>) -> Delivery,
) {
    let mut reader = LineReader::new(BufReader::with_capacity(64 * 1024, input), limit);
    while let Ok(Some(line)) = reader.next_line() {
        let delivery = match line {
            BoundedLine::Line { bytes, .. } => wrap(bytes),
            BoundedLine::Oversized { start, length } => Delivery::Oversized { start, length },
        };
        if deliver.send(delivery).is_err() {
            return;
        }
    }
}

/// The longest message taken, in bytes.
pub const MESSAGE_LIMIT: usize = 64 * 1024 * 1024;

/// The longest line of standard error taken, in bytes.
const STDERR_LINE_LIMIT: usize = 64 * 1024;

/// How much may wait for a server that does not read. Counted in bytes, so that answers to a flood of requests leave room
/// for a call.
const QUEUED_BYTES: usize = 16 * 1024 * 1024;

/// Lines that wait to be taken; together with the limits above it bounds the memory a flood can take.
const QUEUED_DELIVERIES: usize = 8;

/// How long the output of a process that has ended may stay silent before it counts as empty.
const LINGER: Duration = Duration::from_millis(100);

/// How soon the end of a process is looked for once its outputs are closed; after that ever less often.
const FIRST_POLL: Duration = Duration::from_micros(200);

/// How often the end of a process is looked for while its outputs are silent.
const POLL: Duration = Duration::from_millis(20);
