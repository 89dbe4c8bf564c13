//! Bytes to lines, in whatever pieces they come.

use std::collections::VecDeque;

use crate::large::make_room;

#[cfg(test)]
mod tests;

/// Cuts a stream of bytes into lines of bounded length.
#[derive(Debug)]
pub(crate) struct LineCutter {
    line: Vec<u8>,
    is_over: bool,
    limit: usize,
    ready: VecDeque<CutLine>,
}

/// A line, or what was kept of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CutLine {
    /// Over the limit: its start.
    Oversized(Vec<u8>),
    /// The line, line break included.
    Whole(Vec<u8>),
}

impl LineCutter {
    pub(crate) fn new(limit: usize) -> Self {
        Self { line: Vec::new(), is_over: false, limit, ready: VecDeque::new() }
    }

    /// Takes bytes in. The lines that they complete are to be taken before more is pushed, or memory is not bounded.
    pub(crate) fn push(&mut self, mut bytes: &[u8]) {
        while let Some(place) = memchr::memchr(b'\n', bytes) {
            let (line, rest) = bytes.split_at(place + 1);
            self.keep(line);
            self.complete();
            bytes = rest;
        }
        self.keep(bytes);
    }

    /// The stream is over: what is left is a line.
    pub(crate) fn finish(&mut self) {
        if !self.line.is_empty() {
            if !self.is_over {
                self.line.push(b'\n');
            }
            self.complete();
        }
    }

    pub(crate) fn next_line(&mut self) -> Option<CutLine> {
        self.ready.pop_front()
    }

    /// Whether lines are there to be taken.
    pub(crate) fn has_lines(&self) -> bool {
        !self.ready.is_empty()
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.is_over {
            return;
        }
        self.line.extend_from_slice(bytes);
        make_room(&mut self.line);
        if self.line.len() > self.limit {
            self.is_over = true;
            self.line.truncate(KEPT_OF_OVERSIZED);
            self.line.shrink_to_fit();
        }
    }

    fn complete(&mut self) {
        let line = std::mem::take(&mut self.line);
        let is_over = std::mem::take(&mut self.is_over);
        self.ready.push_back(if is_over { CutLine::Oversized(line) } else { CutLine::Whole(line) });
    }
}

/// Enough to tell what the line was.
const KEPT_OF_OVERSIZED: usize = 4096;
