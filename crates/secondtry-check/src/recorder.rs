//! Keeps everything that happens as a transcript, and hands each entry on as it happens.

use secondtry_failure::transcript::{Entry, Transcript, What};

use crate::clock::Clock;

/// Records a session.
pub struct Recorder<'a> {
    clock: Clock,
    transcript: Transcript,
    sink: &'a mut dyn FnMut(&Entry),
}

impl<'a> Recorder<'a> {
    /// Starts to record; each entry also goes to `sink`.
    pub fn new(clock: Clock, sink: &'a mut dyn FnMut(&Entry)) -> Self {
        Self { clock, transcript: Transcript::default(), sink }
    }

    /// Records that something happened just now.
    pub fn record(&mut self, what: What) {
        let entry = Entry { at_ms: Some(self.clock.elapsed_ms()), what };
        (self.sink)(&entry);
        self.transcript.entries.push(entry);
    }

    /// The clock that the entries' times come from.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// The last lines of standard error of the server at hand, oldest first.
    pub fn stderr_tail(&self) -> Vec<String> {
        let is_of_this_run =
            |entry: &&Entry| !matches!(&entry.what, What::Start(start) if !start.is_restart);
        let entries = self.transcript.entries.iter().rev().take_while(is_of_this_run);
        let lines = entries.filter_map(|entry| match &entry.what {
            What::Stderr(text) => Some(text.clone()),
            _ => None,
        });
        let mut tail: Vec<String> = lines.take(STDERR_TAIL).collect();
        tail.reverse();
        tail
    }

    /// Everything recorded.
    pub fn into_transcript(self) -> Transcript {
        self.transcript
    }
}

/// Enough to see why a server did not start.
const STDERR_TAIL: usize = 8;
