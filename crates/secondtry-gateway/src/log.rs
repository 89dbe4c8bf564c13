//! What the operator reads on standard error.

mod aside;

use std::io::Write;
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use secondtry_failure::report::mask::Mask;

use self::aside::Aside;
use crate::exchange::Note;

#[cfg(test)]
mod tests;

/// Where notes go. What looks like a secret is masked.
pub struct Log {
    sink: Mutex<Box<dyn Write + Send>>,
    mask: Mask,
    /// Told when a thread of its own has written everything.
    is_done: Option<Mutex<Receiver<()>>>,
}

impl Log {
    /// Writes to `sink`.
    pub fn new(sink: Box<dyn Write + Send>, mask: Mask) -> Self {
        Self { sink: Mutex::new(sink), mask, is_done: None }
    }

    /// Writes to standard error.
    pub fn to_stderr(mask: Mask) -> Self {
        Self::new(Box::new(std::io::stderr()), mask)
    }

    /// Writes to standard error without ever waiting for it: what comes too fast is left out, and that is said.
    pub fn to_stderr_aside(mask: Mask) -> Self {
        let (aside, is_done) = Aside::start(Box::new(std::io::stderr()));
        Self { is_done: Some(Mutex::new(is_done)), ..Self::new(Box::new(aside), mask) }
    }

    /// Waits until everything is written, for a second at most. Nothing can be written after it.
    pub fn close(&self) {
        *self.sink.lock().unwrap_or_else(PoisonError::into_inner) = Box::new(std::io::sink());
        if let Some(is_done) = &self.is_done {
            let is_done = is_done.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = is_done.recv_timeout(LAST_LINES);
        }
    }

    /// Tells `note`. What cannot be written is lost: a log must not stop the messages.
    pub fn note(&self, note: &Note) {
        match note {
            Note::Dropped { id, why } => self.line(&format!("answer to {id} dropped: {why}")),
            Note::Noise(bytes) => {
                let text = String::from_utf8_lossy(bytes);
                self.line(&format!(
                    "the server wrote what is no protocol message: {}",
                    shown(&text)
                ));
            }
            Note::Said(text) => self.line(text),
            Note::Withheld { reference, text } => {
                self.line(&format!("{reference}: withheld from the answer: {}", shown(text)));
            }
        }
    }

    /// Writes one line.
    pub fn line(&self, text: &str) {
        self.own_line(&self.mask.text(text));
    }

    /// Writes one line that holds nothing but the wrapper's own words and numbers. It is not searched for secrets: what
    /// they look like takes longer to compile than a short run takes.
    pub fn own_line(&self, text: &str) {
        let line = format!("secondtry: {text}\n");
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = sink.write_all(line.as_bytes()).and_then(|()| sink.flush());
    }
}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Log").finish_non_exhaustive()
    }
}

/// `text` on one line, nothing in it that a terminal would obey, and not without end.
fn shown(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(MOST_SHOWN)
        .flat_map(|c| {
            let is_safe = !c.is_control();
            let escaped = (!is_safe).then(|| c.escape_default());
            is_safe.then_some(c).into_iter().chain(escaped.into_iter().flatten())
        })
        .collect();
    if text.chars().nth(MOST_SHOWN).is_some() {
        shown.push_str(" [...]");
    }
    shown
}

/// How long the last lines may take.
const LAST_LINES: Duration = Duration::from_secs(1);

/// How much of one text is logged, in characters.
const MOST_SHOWN: usize = 16 * 1024;
