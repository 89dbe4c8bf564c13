//! What is told to the log of one server: not more of its noise than anyone reads.

use std::time::Duration;

use tokio::time::Instant;

use crate::exchange::Note;
use crate::log::Log;

#[cfg(test)]
mod tests;

/// How much of a server's noise was told in the last second.
#[derive(Debug, Default)]
pub(super) struct Notes {
    since: Option<Instant>,
    told: u32,
    left_out: u64,
}

impl Notes {
    /// Tells `note`, unless the server makes too many of them.
    pub(super) fn tell(&mut self, note: &Note, log: &Log) {
        match note {
            Note::Dropped { .. } | Note::Noise(_) if !self.has_room(log) => self.left_out += 1,
            Note::Dropped { .. } | Note::Noise(_) | Note::Said(_) | Note::Withheld { .. } => {
                log.note(note);
            }
        }
    }

    fn has_room(&mut self, log: &Log) -> bool {
        let now = Instant::now();
        if self.since.is_none_or(|since| now >= since + Duration::from_secs(1)) {
            if self.left_out > 0 {
                log.line(&format!(
                    "{} more lines of a server's noise were left out",
                    self.left_out
                ));
            }
            *self = Self { since: Some(now), told: 0, left_out: 0 };
        }
        self.told += 1;
        self.told <= MOST_A_SECOND
    }
}

/// How many are told in a second.
const MOST_A_SECOND: u32 = 100;
