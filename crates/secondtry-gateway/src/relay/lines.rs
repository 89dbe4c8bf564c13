//! Bytes to lines, each with its line break, so that it can be passed on as it came.

use std::io::{self, BufRead};

use crate::large::make_room;

#[cfg(test)]
mod tests;

/// A line of bounded length.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum RawLine {
    /// The line, line break included; the last of a stream may have none.
    Whole(Vec<u8>),
    /// A line over the limit, read to its end: its start.
    Oversized(Vec<u8>),
}

/// Reads the next line; `None` at the end of the stream.
pub(crate) fn next_line(input: &mut impl BufRead, limit: usize) -> io::Result<Option<RawLine>> {
    let mut line = Vec::new();
    let mut is_over = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            return Ok(match (line.is_empty(), is_over) {
                (true, _) => None,
                (false, false) => Some(RawLine::Whole(line)),
                (false, true) => Some(RawLine::Oversized(line)),
            });
        }
        let line_break = memchr::memchr(b'\n', available);
        let used = line_break.map_or(available.len(), |place| place + 1);
        if !is_over {
            line.extend_from_slice(&available[..used]);
            make_room(&mut line);
            if line.len() > limit {
                is_over = true;
                line.truncate(KEPT_OF_OVERSIZED);
                line.shrink_to_fit();
            }
        }
        input.consume(used);
        if line_break.is_some() {
            return Ok(Some(if is_over { RawLine::Oversized(line) } else { RawLine::Whole(line) }));
        }
    }
}

/// Enough to tell what the line was.
const KEPT_OF_OVERSIZED: usize = 4096;
