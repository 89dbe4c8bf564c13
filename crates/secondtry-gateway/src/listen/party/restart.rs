//! When the process of a party is started, and started again.

use std::time::Duration;

use secondtry_failure::transport::process_end::ProcessEnd;
use tokio::time::Instant;

use super::process::{Fate, Process};
use super::{Party, now};
use crate::counters::Count;
use crate::exchange::Note;

impl Party {
    /// Looks whether the process has ended, or is to be started again.
    pub(super) fn look_after_process(&mut self) {
        let Some(process) = &mut self.process else {
            if self.restart_at.is_some_and(|at| at <= Instant::now()) {
                self.start_again();
            }
            return;
        };
        let fate = process.fate();
        self.take_lines(usize::MAX);
        match fate {
            None => (),
            Some(Fate::Ended(end)) => self.process_ended(end),
            Some(Fate::Silent) => {
                self.means
                    .log
                    .own_line("the server has closed its output and lives on; it is ended");
                let steps = self.talk.tell(now(), |exchange| exchange.output_closed(now()));
                self.take(steps);
                // Dropping it ends it and what it started.
                self.process_ended(ProcessEnd { code: None, signal: None });
            }
        }
    }

    fn process_ended(&mut self, end: ProcessEnd) {
        self.process = None;
        self.in_a_row =
            if self.talk.exchange().answered() > self.answered { 1 } else { self.in_a_row + 1 };
        let is_final = self.in_a_row > PAUSES.len();
        let steps = self.talk.tell(now(), |exchange| exchange.server_ended(end, is_final, now()));
        self.take(steps);
        self.is_over |= is_final;
        let said = if is_final { "it has ended for good" } else { "it is started again" };
        self.means.log.note(&Note::Said(format!("the server ended ({end}); {said}")));
        if !is_final {
            let pause = PAUSES[(self.in_a_row - 1).min(PAUSES.len() - 1)];
            self.restart_at = Some(Instant::now() + pause);
        }
    }

    pub(super) fn start(&mut self) {
        if !self.start_process() {
            self.is_over = true;
            let end = ProcessEnd { code: None, signal: None };
            let steps = self.talk.tell(now(), |exchange| exchange.server_ended(end, true, now()));
            self.take(steps);
        }
    }

    fn start_again(&mut self) {
        self.restart_at = None;
        self.means.counters.count(Count::Restarts);
        if self.start_process() {
            let steps = self.talk.tell(now(), |exchange| exchange.restarted(now()));
            self.take(steps);
        } else {
            self.process_ended(ProcessEnd { code: None, signal: None });
        }
    }

    fn start_process(&mut self) -> bool {
        self.answered = self.talk.exchange().answered();
        match Process::start(
            &self.means.command,
            self.means.settings.now().limits.message,
            &self.means.guard,
        ) {
            Ok(process) => {
                self.process = Some(process);
                true
            }
            Err(error) => {
                let program = self.means.command.program.to_string_lossy();
                self.means.log.line(&format!("cannot start {program}: {error}"));
                false
            }
        }
    }
}

/// The waits before the server is started again without having answered anything in between; after them it has ended
/// for good.
const PAUSES: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_millis(200),
    Duration::from_secs(1),
    Duration::from_secs(3),
    Duration::from_secs(8),
];
