//! What a server says unasked is kept only so far, so that a flood does not fill the memory.

use std::collections::HashSet;
use std::mem;

use secondtry_failure::message::Kind;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::transcript::{Text, What};
use serde_json::Value;

#[cfg(test)]
mod tests;

/// How much of what nobody asked for has been kept, and how much was not.
///
/// A turn begins with each request of the client. The answer to it is kept whatever else came, and so is one with another
/// id or none.
#[derive(Debug)]
pub(super) struct Noise {
    awaited: HashSet<RequestId>,
    /// No answer with another id has come in this turn.
    takes_any_answer: bool,
    /// How many more entries may be kept in this turn.
    entries: usize,
    /// How many more bytes may be kept in this turn.
    bytes: usize,
    /// How many more bytes may be kept at all.
    bytes_of_run: usize,
    /// How many more bytes of answers may be kept at all.
    answers: usize,
    left_out: LeftOut,
}

#[derive(Debug, Default)]
struct LeftOut {
    messages: u64,
    stderr: u64,
    stdout: u64,
}

impl Default for Noise {
    fn default() -> Self {
        Self {
            awaited: HashSet::new(),
            takes_any_answer: true,
            entries: ENTRIES,
            bytes: BYTES,
            bytes_of_run: BYTES_OF_RUN,
            answers: BYTES_OF_ANSWERS,
            left_out: LeftOut::default(),
        }
    }
}

impl Noise {
    /// Whether `what` is to be kept.
    pub(super) fn admits(&mut self, what: &What) -> bool {
        match what {
            What::Client(message) => match &message.kind {
                Kind::Request { id, .. } => {
                    self.awaited.insert(id.clone());
                    self.begin_turn();
                    true
                }
                Kind::Notification { .. } => true,
                Kind::Response { .. } => self.room_for(weight(&message.whole)),
            },
            What::ClientRaw(_) => {
                self.begin_turn();
                true
            }
            What::Server(message) => match &message.kind {
                Kind::Response { id } if self.is_awaited(id.as_ref()) => true,
                Kind::Notification { .. } | Kind::Request { .. } | Kind::Response { .. } => {
                    let is_kept = self.room_for(weight(&message.whole));
                    self.left_out.messages += u64::from(!is_kept);
                    is_kept
                }
            },
            What::ServerUnreadable { id, .. } if self.is_awaited(id.as_ref()) => true,
            What::ServerUnreadable { why, .. } => {
                let is_kept = self.room_for(why.len());
                self.left_out.messages += u64::from(!is_kept);
                is_kept
            }
            What::Stderr(line) => {
                let is_kept = self.room_for(line.len());
                self.left_out.stderr += u64::from(!is_kept);
                is_kept
            }
            What::Stdout(line) => {
                let is_kept = self.room_for(length(line));
                self.left_out.stdout += u64::from(!is_kept);
                is_kept
            }
            What::Start(_) => {
                self.awaited.clear();
                true
            }
            What::Eof
            | What::Exit { .. }
            | What::Failed { .. }
            | What::Http(_)
            | What::Probe(_)
            | What::Skip { .. }
            | What::Timeout { .. } => true,
        }
    }

    /// `what` in full, or a note in its place where it is an answer and there is no room for it.
    pub(super) fn afforded(&mut self, what: What) -> What {
        let What::Server(message) = what else { return what };
        let Kind::Response { id } = &message.kind else { return What::Server(message) };
        let weight = weight(&message.whole);
        if weight > self.answers {
            let why = format!("more than {BYTES_OF_ANSWERS} bytes of answers in one check");
            return What::ServerUnreadable { id: id.clone(), why };
        }
        self.answers -= weight;
        What::Server(message)
    }

    /// What to record of what was left out since this was last asked.
    pub(super) fn notes(&mut self) -> Vec<What> {
        let LeftOut { messages, stderr, stdout } = mem::take(&mut self.left_out);
        let mut notes = Vec::new();
        if stdout > 0 {
            notes.push(What::Stdout(Text::Utf8(format!("(and {stdout} more lines)"))));
        }
        if stderr > 0 {
            notes.push(What::Stderr(format!("(and {stderr} more lines)")));
        }
        if messages > 0 {
            let note = format!("(secondtry: {messages} more messages that answer no request)");
            notes.push(What::Stderr(note));
        }
        notes
    }

    fn is_awaited(&mut self, id: Option<&RequestId>) -> bool {
        id.is_some_and(|id| self.awaited.remove(id)) || mem::take(&mut self.takes_any_answer)
    }

    fn begin_turn(&mut self) {
        self.takes_any_answer = true;
        self.entries = ENTRIES;
        self.bytes = BYTES;
    }

    fn room_for(&mut self, bytes: usize) -> bool {
        let has_room = self.entries > 0 && bytes <= self.bytes.min(self.bytes_of_run);
        if has_room {
            self.entries -= 1;
            self.bytes -= bytes;
            self.bytes_of_run -= bytes;
        }
        has_room
    }
}

/// A line of standard output that is too long to be kept gives way to its beginning.
pub(super) fn shortened(what: What) -> What {
    match what {
        What::Stdout(line) if length(&line) > LONGEST_LINE => {
            let text = line.to_lossy();
            let end = text.char_indices().nth(SHOWN_OF_LINE).map_or(text.len(), |(end, _)| end);
            let (length, start) = (length(&line), &text[..end]);
            What::Stdout(Text::Utf8(format!("a line of {length} bytes that begins: {start}")))
        }
        other => other,
    }
}

fn length(line: &Text) -> usize {
    match line {
        Text::Bytes(bytes) => bytes.len(),
        Text::Utf8(text) => text.len(),
    }
}

/// About how much memory `value` takes. No reader of ours lets it be nested deeply.
fn weight(value: &Value) -> usize {
    let inner: usize = match value {
        Value::Array(items) => items.iter().map(weight).sum(),
        Value::Object(members) => {
            members.iter().map(|(key, member)| key.len() + weight(member)).sum()
        }
        Value::String(text) => text.len(),
        Value::Bool(_) | Value::Null | Value::Number(_) => 0,
    };
    size_of::<Value>() + inner
}

/// Entries kept of one turn.
const ENTRIES: usize = 1000;

/// Bytes kept of one turn.
const BYTES: usize = 1024 * 1024;

/// Bytes kept of a whole check.
const BYTES_OF_RUN: usize = 64 * 1024 * 1024;

/// Bytes of answers kept of a whole check.
const BYTES_OF_ANSWERS: usize = 256 * 1024 * 1024;

/// The longest line kept whole, in bytes.
const LONGEST_LINE: usize = 64 * 1024;

/// How much of a longer line is kept, in characters.
const SHOWN_OF_LINE: usize = 200;
