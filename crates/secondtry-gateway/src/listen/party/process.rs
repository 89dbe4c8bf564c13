//! The server process of a conversation: its pipes, its end, and when it is started again.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;

use secondtry_failure::transport::process_end::ProcessEnd;
use secondtry_failure::transport::stdio::ServerCommand;
use secondtry_failure::transport::stdio::leader::{Errors, Leader, Signal, Started};
use tokio::net::unix::pipe::{Receiver, Sender};
use tokio::signal::unix::Signal as SignalStream;
use tokio::time::{Instant, sleep_until};

use crate::guard::Guard;
use crate::listen::line_cutter::{CutLine, LineCutter};

thread_local! {
    /// What was read just now. One serves all processes, of which there may be thousands.
    static READING: RefCell<Vec<u8>> = RefCell::new(vec![0; BUFFER]);
}

/// A process that runs, or has just ended.
pub(super) struct Process {
    leader: Leader,
    /// Dropped after the process itself.
    _guarded: Guarded,
    input: Option<Sender>,
    output: Option<Receiver>,
    /// What it has yet to read: lines, of the first of which so much is written.
    outgoing: VecDeque<Vec<u8>>,
    written: usize,
    queued: usize,
    cutter: LineCutter,
    /// Its end, once it has come; its output may hold more.
    end: Option<ProcessEnd>,
    /// When what is left of its output counts as empty, or when it is ended since it says nothing more.
    patience_until: Option<Instant>,
}

/// A process group that the guard watches.
struct Guarded {
    guard: Arc<Guard>,
    leader: u32,
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.guard.release(self.leader);
    }
}

/// What became of a process.
pub(super) enum Fate {
    /// It ended, and nothing of what it wrote is outstanding.
    Ended(ProcessEnd),
    /// It closed its output and lives on.
    Silent,
}

impl Process {
    /// Starts `command`. Fails as the operating system does.
    pub(super) fn start(
        command: &ServerCommand,
        message_limit: usize,
        guard: &Arc<Guard>,
    ) -> io::Result<Self> {
        let Started { leader, input, output, errors: _ } =
            Leader::start(command, Errors::Inherited)?;
        guard.watch(leader.id());
        let guarded = Guarded { guard: Arc::clone(guard), leader: leader.id() };
        let input = Sender::from_owned_fd(OwnedFd::from(input))?;
        let output = Receiver::from_owned_fd(OwnedFd::from(output))?;
        Ok(Self {
            leader,
            _guarded: guarded,
            input: Some(input),
            output: Some(output),
            outgoing: VecDeque::new(),
            written: 0,
            queued: 0,
            cutter: LineCutter::new(message_limit),
            end: None,
            patience_until: None,
        })
    }

    /// Hands it a line, or queues the line until it reads.
    pub(super) fn send(&mut self, line: Vec<u8>) {
        if self.input.is_none() {
            // It is about to end, and that is told by itself.
            return;
        }
        self.queued += line.len();
        self.outgoing.push_back(line);
        self.write();
    }

    /// How much it has yet to read, in bytes.
    pub(super) fn queued(&self) -> usize {
        self.queued
    }

    /// Writes as much as it takes.
    pub(super) fn write(&mut self) {
        while let (Some(input), Some(line)) = (&self.input, self.outgoing.front()) {
            match input.try_write(line.get(self.written..).unwrap_or_default()) {
                Ok(count) => {
                    self.written += count;
                    self.queued = self.queued.saturating_sub(count);
                    if self.written >= line.len() {
                        self.outgoing.pop_front();
                        self.written = 0;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                // It reads nothing more, and is about to end.
                Err(_) => {
                    self.input = None;
                    self.outgoing.clear();
                    self.queued = 0;
                }
            }
        }
    }

    /// Reads what is there: true where lines may have been completed, false once its output is closed.
    pub(super) fn read(&mut self) -> bool {
        let Some(output) = &self.output else { return false };
        let cutter = &mut self.cutter;
        let read = READING.with_borrow_mut(|buffer| {
            let read = output.try_read(buffer)?;
            cutter.push(buffer.get(..read).unwrap_or_default());
            Ok::<usize, io::Error>(read)
        });
        match read {
            Ok(0) => {
                self.output = None;
                self.cutter.finish();
                false
            }
            Ok(_) => {
                if self.end.is_some() {
                    self.patience_until = Some(Instant::now() + LINGER);
                }
                true
            }
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
                ) =>
            {
                true
            }
            Err(_) => {
                self.output = None;
                self.cutter.finish();
                false
            }
        }
    }

    pub(super) fn next_line(&mut self) -> Option<CutLine> {
        self.cutter.next_line()
    }

    /// Whether lines are there to be taken.
    pub(super) fn has_lines(&self) -> bool {
        self.cutter.has_lines()
    }

    /// Waits until it has written something; for ever once its output is closed.
    pub(super) async fn readable(&self) {
        match &self.output {
            // A failure is met again by the read.
            Some(output) => drop(output.readable().await),
            None => std::future::pending().await,
        }
    }

    /// Waits until it takes more; for ever where nothing is to be written.
    pub(super) async fn writable(&self) {
        match &self.input {
            Some(input) if !self.outgoing.is_empty() => drop(input.writable().await),
            Some(_) | None => std::future::pending().await,
        }
    }

    /// When to ask for its fate, although nothing is heard of it.
    pub(super) fn alarm(&self) -> Option<Instant> {
        self.patience_until
    }

    /// What became of it, if anything has.
    pub(super) fn fate(&mut self) -> Option<Fate> {
        let now = Instant::now();
        if self.end.is_none() {
            self.end = self.leader.poll_end();
            if self.end.is_some() {
                self.patience_until = Some(now + LINGER);
            }
        }
        let is_closed = self.output.is_none();
        let is_patience_over = self.patience_until.is_some_and(|until| until <= now);
        match self.end {
            // A process that left the group may hold the output open for ever.
            Some(end) if is_closed || is_patience_over => Some(Fate::Ended(end)),
            Some(_) => None,
            None if is_closed && is_patience_over => Some(Fate::Silent),
            None => {
                if is_closed && self.patience_until.is_none() {
                    // Most end right after.
                    self.patience_until = Some(now + LINGER);
                }
                None
            }
        }
    }

    /// Ends it as the specification asks: closes its input, waits, SIGTERM, waits, SIGKILL; the last two to its group.
    pub(super) async fn close(mut self, children: &mut SignalStream) -> ProcessEnd {
        self.flush().await;
        self.input = None;
        // Nobody reads what it may yet write, and it must not wait for that.
        self.output = None;
        for signal in [None, Some(Signal::Terminate), Some(Signal::Kill)] {
            if let Some(signal) = signal {
                self.leader.signal(signal);
            }
            if let Some(end) = self.ended_within(PATIENCE, children).await {
                return end;
            }
        }
        ProcessEnd { code: None, signal: None }
    }

    /// Gives it a moment to read what is queued: a cancellation, or its last notification.
    async fn flush(&mut self) {
        let until = Instant::now() + LINGER;
        while !self.outgoing.is_empty() && self.input.is_some() {
            tokio::select! {
                () = self.writable() => (),
                () = sleep_until(until) => return,
            }
            self.write();
        }
    }

    async fn ended_within(
        &mut self,
        limit: Duration,
        children: &mut SignalStream,
    ) -> Option<ProcessEnd> {
        let until = Instant::now() + limit;
        loop {
            self.end = self.end.or_else(|| self.leader.poll_end());
            if self.end.is_some() {
                return self.end;
            }
            tokio::select! {
                _ = children.recv() => (),
                () = sleep_until(until) => return None,
            }
        }
    }
}

/// How much is read at once, in bytes.
const BUFFER: usize = 64 * 1024;

/// How long the output of a process that has ended may stay silent before it counts as empty.
const LINGER: Duration = Duration::from_millis(100);

/// How long a server is given to go after its input was closed, and again after each signal.
const PATIENCE: Duration = Duration::from_secs(5);
