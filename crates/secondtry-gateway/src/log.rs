//! What the operator reads on standard error.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use secondtry_failure::report::mask::Mask;

use crate::exchange::Note;

#[cfg(test)]
mod tests;

/// Where notes go. What looks like a secret is masked.
pub struct Log {
    sink: Mutex<Box<dyn Write + Send>>,
    mask: Mask,
}

impl Log {
    /// Writes to `sink`.
    pub fn new(sink: Box<dyn Write + Send>, mask: Mask) -> Self {
        Self { sink: Mutex::new(sink), mask }
    }

    /// Writes to standard error.
    pub fn to_stderr(mask: Mask) -> Self {
        Self::new(Box::new(std::io::stderr()), mask)
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

/// How much of one text is logged, in characters.
const MOST_SHOWN: usize = 16 * 1024;
