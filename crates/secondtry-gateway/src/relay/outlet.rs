//! One place that several threads write lines to, whoever comes first carrying what the others leave.
//!
//! A line is written by the thread that brings it, so that it costs no change of threads. While that one is held up by
//! a slow reader, others leave their lines in a bounded queue.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

#[cfg(test)]
mod tests;

/// A sink for lines.
pub(crate) struct Outlet {
    state: Mutex<State>,
    room: Condvar,
}

struct State {
    /// `None` while somebody writes, and once it is closed.
    sink: Option<Box<dyn Write + Send>>,
    queue: VecDeque<Vec<u8>>,
    queued_bytes: usize,
    is_writing: bool,
    is_closed: bool,
    /// The reader is gone.
    is_broken: bool,
}

/// The reader is gone, or nothing more is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closed;

impl Outlet {
    pub(crate) fn new(sink: Box<dyn Write + Send>) -> Self {
        let state = State {
            sink: Some(sink),
            queue: VecDeque::new(),
            queued_bytes: 0,
            is_writing: false,
            is_closed: false,
            is_broken: false,
        };
        Self { state: Mutex::new(state), room: Condvar::new() }
    }

    /// Puts `line` behind all that were pushed before. Never waits; [`Outlet::carry`] is to follow.
    pub(crate) fn push(&self, line: Vec<u8>) -> Result<(), Closed> {
        let mut state = self.lock();
        if state.is_closed || state.is_broken {
            return Err(Closed);
        }
        state.queued_bytes += line.len();
        state.queue.push_back(line);
        Ok(())
    }

    /// Writes what is queued, or leaves it to whoever writes at this moment; then waits while the queue is full.
    pub(crate) fn carry(&self) -> Result<(), Closed> {
        let mut state = self.lock();
        while state.is_writing && state.queued_bytes >= MOST_QUEUED && !state.is_broken {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_writing {
            return Ok(());
        }
        let Some(mut sink) = state.sink.take() else { return state.reader() };
        state.is_writing = true;
        while let Some(line) = state.queue.pop_front() {
            state.queued_bytes -= line.len();
            drop(state);
            let is_broken = sink.write_all(&line).and_then(|()| sink.flush()).is_err();
            state = self.lock();
            self.room.notify_all();
            if is_broken {
                state.break_off();
                return Err(Closed);
            }
        }
        state.is_writing = false;
        if !state.is_closed {
            state.sink = Some(sink);
        }
        Ok(())
    }

    /// Writes nothing more after what is queued; the reader sees the end.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        // Whoever writes drops the sink in the end; where nobody does, nothing is left to write.
        if !state.is_writing && state.queue.is_empty() {
            state.sink = None;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn reader(&self) -> Result<(), Closed> {
        if self.is_broken { Err(Closed) } else { Ok(()) }
    }

    fn break_off(&mut self) {
        self.is_broken = true;
        self.is_writing = false;
        self.queue.clear();
        self.queued_bytes = 0;
    }
}

/// How much is left to the one who writes, in bytes; above it, whoever brings more waits.
const MOST_QUEUED: usize = 16 * 1024 * 1024;
