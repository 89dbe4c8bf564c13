//! A `text/event-stream` body cut into its blocks, as the bytes come in.
//!
//! Nothing is lost: the bytes of all items, joined, are the bytes pushed. So an intermediary can pass a block on as it
//! came, or replace its data alone. Source: WHATWG HTML, section 9.2 (Server-sent events).

use std::borrow::Cow;

#[cfg(test)]
mod tests;

/// Cuts a stream of bytes. The work is linear in the bytes pushed, however they are split.
#[derive(Clone, Debug)]
pub struct EventStream {
    /// `start <= line_start <= scanned <= buffer.len()`
    buffer: Vec<u8>,
    /// Where the item that is being read begins.
    start: usize,
    /// Where the line that is being read begins.
    line_start: usize,
    /// Up to here every byte was looked at.
    scanned: usize,
    /// The byte before `scanned` is a CR that ended a line; a LF that follows belongs to it.
    is_after_cr: bool,
    /// The item that is being read has a line that is neither blank nor a comment.
    is_in_block: bool,
    /// Whether a byte order mark may come next, or has come in the item that is being read.
    opening: Opening,
    limit: usize,
}

/// The one place where a byte order mark means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    /// Nothing was read yet.
    Ahead,
    /// The item that is being read begins with the mark.
    Marked,
    /// What comes is plain.
    Past,
}

/// One piece of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    /// The lines of an event, and the blank line that ends it.
    Block(Block<'a>),
    /// A comment line outside a block, as servers send to keep a connection open; or a blank line that ends nothing.
    Idle(&'a [u8]),
}

/// The lines of one event. They may amount to none: an event without data is not dispatched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// The bytes as they came.
    pub raw: &'a [u8],
    /// The same without a byte order mark.
    lines: &'a [u8],
}

/// An event longer than the limit. Nothing more can be read from the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an event of the stream is longer than {limit} bytes")]
pub struct Oversized {
    /// The limit.
    pub limit: usize,
}

impl EventStream {
    /// A stream at its beginning, whose events have at most `limit` bytes each.
    pub fn new(limit: usize) -> Self {
        Self {
            buffer: Vec::new(),
            start: 0,
            line_start: 0,
            scanned: 0,
            is_after_cr: false,
            is_in_block: false,
            opening: Opening::Ahead,
            limit,
        }
    }

    /// Takes bytes in. The items that they complete are to be taken with [`next_item`](Self::next_item) before more
    /// is pushed, or the limit is not held.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.start > 0 {
            // At most what one push brought is moved: a longer rest would have been moved before.
            self.buffer.drain(..self.start);
            self.line_start -= self.start;
            self.scanned -= self.start;
            self.start = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole item; `None` where more bytes are needed.
    pub fn next_item(&mut self) -> Result<Option<Item<'_>>, Oversized> {
        if self.opening == Opening::Ahead {
            let length = BYTE_ORDER_MARK.len();
            if self.buffer.len() < length && BYTE_ORDER_MARK.starts_with(&self.buffer) {
                return Ok(None);
            }
            self.opening = Opening::Past;
            if self.buffer.starts_with(BYTE_ORDER_MARK) {
                self.opening = Opening::Marked;
                (self.line_start, self.scanned) = (length, length);
            }
        }
        while let Some(offset) = self.buffer[self.scanned..].iter().position(|&byte| is_break(byte))
        {
            let at = self.scanned + offset;
            self.scanned = at + 1;
            if self.buffer[at] == b'\n' && self.is_after_cr && at == self.line_start {
                // The second half of a CRLF. It stays at the front of what follows.
                self.line_start = at + 1;
                self.is_after_cr = false;
                continue;
            }
            self.is_after_cr = self.buffer[at] == b'\r';
            if self.is_after_cr && self.buffer.get(at + 1) == Some(&b'\n') {
                self.scanned = at + 2;
                self.is_after_cr = false;
            }
            let line = &self.buffer[self.line_start..at];
            self.line_start = self.scanned;
            let is_blank = line.is_empty();
            if !is_blank && (self.is_in_block || line[0] != b':') {
                self.is_in_block = true;
                continue;
            }
            let item = self.start..self.scanned;
            self.start = self.scanned;
            let raw = &self.buffer[item];
            let is_marked = std::mem::replace(&mut self.opening, Opening::Past) == Opening::Marked;
            if !std::mem::take(&mut self.is_in_block) {
                return Ok(Some(Item::Idle(raw)));
            }
            let lines = if is_marked { &raw[BYTE_ORDER_MARK.len()..] } else { raw };
            return Ok(Some(Item::Block(Block { raw, lines })));
        }
        self.scanned = self.buffer.len();
        if self.buffer.len() - self.start > self.limit {
            return Err(Oversized { limit: self.limit });
        }
        Ok(None)
    }

    /// What is left when the stream ends. A block that no blank line ended is not dispatched, so it is no item.
    pub fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }
}

impl<'a> Block<'a> {
    /// A block by itself.
    pub fn new(raw: &'a [u8]) -> Self {
        Self { raw, lines: raw }
    }

    /// The lines of `data`, joined; `None` where there is none.
    pub fn data(self) -> Option<Cow<'a, [u8]>> {
        let mut joined: Option<Cow<'a, [u8]>> = None;
        for line in self.values(b"data") {
            match &mut joined {
                None => joined = Some(Cow::Borrowed(line)),
                Some(data) => {
                    let data = data.to_mut();
                    data.push(b'\n');
                    data.extend_from_slice(line);
                }
            }
        }
        joined
    }

    /// The type of the event; `None` stands for `message`.
    pub fn event(self) -> Option<&'a [u8]> {
        self.values(b"event").last().filter(|name| !name.is_empty())
    }

    /// What a client that comes back sends as `Last-Event-ID`. An id with a null byte is ignored, as the standard asks.
    pub fn id(self) -> Option<&'a [u8]> {
        self.values(b"id").filter(|id| !id.contains(&0)).last()
    }

    /// Milliseconds to wait before coming back.
    pub fn retry(self) -> Option<u64> {
        let digits = |value: &[u8]| !value.is_empty() && value.iter().all(u8::is_ascii_digit);
        let last = self.values(b"retry").filter(|value| digits(value)).last()?;
        std::str::from_utf8(last).ok()?.parse().ok()
    }

    /// Whether a client hands the event on as a message: it has data, and is of that type.
    pub fn is_message(self) -> bool {
        self.event().is_none_or(|name| name == b"message")
            && self.data().is_some_and(|data| !data.is_empty())
    }

    fn values(self, field: &'static [u8]) -> impl Iterator<Item = &'a [u8]> {
        // The LF of a CRLF makes one more empty line, which means nothing here.
        self.lines.split(|&byte| is_break(byte)).filter_map(move |line| {
            let value = line.strip_prefix(field)?;
            match value.split_first() {
                None => Some(value),
                Some((b':', value)) => Some(value.strip_prefix(b" ").unwrap_or(value)),
                Some(_) => None,
            }
        })
    }
}

fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
