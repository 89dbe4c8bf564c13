//! Bytes to lines, each of bounded length.

use std::io::{self, BufRead};

#[cfg(test)]
mod tests;

/// Splits a stream into lines. A line over the limit is read to its end, but only its start is kept.
pub struct LineReader<R> {
    input: R,
    limit: usize,
}

/// One line without its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoundedLine {
    /// The line, whole. `is_complete` is false for a last line that no line break ends.
    Line {
        /// What it holds.
        bytes: Vec<u8>,
        /// A line break ended it.
        is_complete: bool,
    },
    /// A line over the limit.
    Oversized {
        /// Its first bytes.
        start: Vec<u8>,
        /// Its length in bytes.
        length: u64,
    },
}

impl<R: BufRead> LineReader<R> {
    /// Reads from `input`; keeps lines of up to `limit` bytes.
    pub fn new(input: R, limit: usize) -> Self {
        Self { input, limit }
    }

    /// The next line; `None` at the end of the stream.
    pub fn next_line(&mut self) -> io::Result<Option<BoundedLine>> {
        let mut bytes = Vec::new();
        let mut length = 0u64;
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                return Ok((length > 0).then(|| self.finish(bytes, length, false)));
            }
            let line_break = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..line_break.unwrap_or(available.len())];
            let room = self.limit.saturating_sub(bytes.len()).min(part.len());
            bytes.extend_from_slice(&part[..room]);
            length += part.len() as u64;
            let consumed = part.len() + usize::from(line_break.is_some());
            self.input.consume(consumed);
            if line_break.is_some() {
                return Ok(Some(self.finish(bytes, length, true)));
            }
        }
    }

    fn finish(&self, mut bytes: Vec<u8>, length: u64, is_complete: bool) -> BoundedLine {
        if length > self.limit as u64 {
            bytes.truncate(KEPT_OF_OVERSIZED);
            bytes.shrink_to_fit();
            return BoundedLine::Oversized { start: bytes, length };
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        BoundedLine::Line { bytes, is_complete }
    }
}

/// Enough to show what the line began with.
const KEPT_OF_OVERSIZED: usize = 4096;
