//! Keeps everything that happens as a transcript, and hands each entry on as it happens.

mod noise;

use secondtry_failure::transcript::{Entry, Transcript, What};

use crate::clock::Clock;
use crate::error::LastWords;
use noise::{Noise, shortened};

/// Records a session.
pub struct Recorder<'a> {
    clock: Clock,
    transcript: Transcript,
    noise: Noise,
    sink: &'a mut dyn FnMut(&Entry),
}

impl<'a> Recorder<'a> {
    /// Starts to record; each entry also goes to `sink`.
    pub fn new(clock: Clock, sink: &'a mut dyn FnMut(&Entry)) -> Self {
        Self { clock, transcript: Transcript::default(), noise: Noise::default(), sink }
    }

    /// Records that something happened just now. What a server says unasked is kept only so far.
    pub fn record(&mut self, what: What) {
        let what = shortened(what);
        if self.noise.admits(&what) {
            self.note_what_was_left_out();
            let what = self.noise.afforded(what);
            self.keep(what);
        }
    }

    fn note_what_was_left_out(&mut self) {
        for note in self.noise.notes() {
            self.keep(note);
        }
    }

    fn keep(&mut self, what: What) {
        let entry = Entry { at_ms: Some(self.clock.elapsed_ms()), what };
        (self.sink)(&entry);
        self.transcript.entries.push(entry);
    }

    /// The clock that the entries' times come from.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// What the process that was started last said, of what is no protocol message; if it said nothing, the one before it.
    pub fn last_words(&self) -> LastWords {
        let (mut stderr, mut stdout) = (Vec::new(), Vec::new());
        for entry in self.transcript.entries.iter().rev() {
            match &entry.what {
                What::Start(start)
                    if !start.is_restart || !stderr.is_empty() || !stdout.is_empty() =>
                {
                    break;
                }
                What::Stderr(text) if stderr.len() < LAST_LINES => stderr.push(first_of(text)),
                What::Stdout(text) if stdout.len() < LAST_LINES => {
                    stdout.push(first_of(&text.to_lossy()));
                }
                _ => (),
            }
        }
        stderr.reverse();
        stdout.reverse();
        LastWords { stderr, stdout }
    }

    /// Everything recorded.
    pub fn into_transcript(mut self) -> Transcript {
        self.note_what_was_left_out();
        self.transcript
    }
}

/// The beginning of a line.
fn first_of(line: &str) -> String {
    line.char_indices().nth(SHOWN_OF_LINE).map_or(line, |(end, _)| &line[..end]).to_owned()
}

/// Enough to see why a server did not start.
const LAST_LINES: usize = 8;

/// Enough to see what a line is about, in characters.
const SHOWN_OF_LINE: usize = 200;
