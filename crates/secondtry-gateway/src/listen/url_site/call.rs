//! One `tools/call` on its way, and what becomes of its answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::repair::{
    End, KnownCall, Mode, RepairName, coerce_arguments, ending_answer,
};
use serde_json::Value;
use tokio::time::Instant;

use super::known::View;
use crate::counters::Counters;
use crate::exchange::mend::Mending;
use crate::exchange::reference;
use crate::exchange::splice::spliced;
use crate::exchange::tool_list::KnownTool;
use crate::log::Log;
use crate::settings::LiveSettings;
use crate::spans::{Account, CallEnd};

/// What repairs need, the same for all calls.
pub(super) struct Workshop {
    pub(super) settings: LiveSettings,
    pub(super) counters: Arc<Counters>,
    pub(super) log: Arc<Log>,
    pub(super) run: u32,
    /// Answers withheld in part so far.
    pub(super) references: AtomicU32,
}

/// A call.
pub(super) struct Call {
    pub(super) workshop: Arc<Workshop>,
    /// The request as it came.
    pub(super) request: Value,
    pub(super) id: RequestId,
    pub(super) protocol: ProtocolVersion,
    pub(super) tool: Option<KnownTool>,
    pub(super) has_list: bool,
    pub(super) sent: Instant,
    pub(super) view: Arc<View>,
    /// There is a session whose calls follow each other.
    pub(super) is_in_session: bool,
    /// What was told of it before it was sent.
    pub(super) is_coerced: bool,
    /// Its end has been told.
    pub(super) is_over: AtomicBool,
}

impl Call {
    fn known(&self) -> KnownCall<'_> {
        let elapsed = self.sent.elapsed().as_millis();
        KnownCall {
            request: &self.request,
            tool: self.tool.as_ref().map(KnownTool::listed),
            has_list: self.has_list,
            protocol: self.protocol,
            elapsed_ms: Some(u64::try_from(elapsed).unwrap_or(u64::MAX)),
        }
    }

    /// Counts the call.
    pub(super) fn begin(&self) {
        let counters = &self.workshop.counters;
        if self.is_in_session {
            self.view.seen().recovery.called(&self.id, &self.request, counters);
        } else {
            counters.count(crate::counters::Count::Calls);
        }
    }

    /// The request as it is to be sent, where that is not as it came.
    pub(super) fn coerced(&mut self, text: &str) -> Option<String> {
        let coerced = coerce_arguments(&self.known(), &self.workshop.settings.now().repairs)?;
        self.is_coerced = true;
        self.workshop.counters.repaired(&[RepairName::Coercion], &[], &[]);
        Some(spliced(text, &self.request, &coerced))
    }

    /// The answer to a call that is not to reach the server.
    pub(super) fn refused(&self) -> Option<Value> {
        let mut seen = self.view.seen();
        let mut mending = Mending {
            settings: &self.workshop.settings.now(),
            counters: &self.workshop.counters,
            repetitions: self.is_in_session.then_some(&mut seen.repetitions),
            account: Account::of_sent(self.is_coerced),
        };
        let answer = mending.refuse(&self.known())?;
        let account = mending.account;
        drop(seen);
        self.over(CallEnd::Refused, account);
        self.told(true);
        Some(answer)
    }

    /// The answer to send in place of `text`; `None` where that needs no repair.
    pub(super) fn mended(&self, text: &str) -> Option<String> {
        let mut seen = self.view.seen();
        let mut mending = Mending {
            settings: &self.workshop.settings.now(),
            counters: &self.workshop.counters,
            repetitions: self.is_in_session.then_some(&mut seen.repetitions),
            account: Account::of_sent(self.is_coerced),
        };
        let named = || {
            let number = self.workshop.references.fetch_add(1, Ordering::Relaxed) + 1;
            reference(self.workshop.run, number)
        };
        let mended = mending.mend(text, &self.known(), &named);
        let account = mending.account;
        drop(seen);
        let end = if mended.failed { CallEnd::Failed } else { CallEnd::Worked };
        self.over(end, account);
        if let Some(note) = &mended.note {
            self.workshop.log.note(note);
        }
        self.told(mended.failed);
        mended.answer
    }

    /// The answer where none came that could be read; `None` where it is not to be made up.
    pub(super) fn ended(&self, end: End<'_>) -> Option<Value> {
        let counters = &self.workshop.counters;
        let known = self.known();
        let mut account = Account::of_sent(self.is_coerced);
        match self.workshop.settings.now().repairs.mode(RepairName::Ending) {
            Mode::On => (),
            Mode::Observe => {
                counters.repaired(&[], &[RepairName::Ending], &[]);
                account.add(&[], &[RepairName::Ending], &[]);
                self.over(CallEnd::Unanswered, account);
                return None;
            }
            Mode::Off => {
                self.over(CallEnd::Unanswered, account);
                return None;
            }
        }
        let mut answer = ending_answer(end, &known);
        let rules: &[&'static str] = match end {
            End::Status { .. } => &["tool-failure-as-http-error"],
            End::Gone | End::OverLimit { .. } => &[],
            _ => &["no-response"],
        };
        let mut seen = self.view.seen();
        let mut mending = Mending {
            settings: &self.workshop.settings.now(),
            counters,
            repetitions: self.is_in_session.then_some(&mut seen.repetitions),
            account: Account::of_sent(self.is_coerced),
        };
        mending.count(&[RepairName::Ending], &[], rules);
        if let Some(again) = mending.repetition(&known, &answer) {
            answer = again;
        }
        let account = mending.account;
        drop(seen);
        self.over(CallEnd::Unanswered, account);
        self.told(true);
        Some(answer)
    }

    /// A good answer came under a status that means failure: whether it is to count as an answer.
    pub(super) fn counts_as_answered(&self) -> bool {
        let counters = &self.workshop.counters;
        match self.workshop.settings.now().repairs.mode(RepairName::Ending) {
            Mode::On => {
                counters.repaired(&[RepairName::Ending], &[], &["tool-failure-as-http-error"]);
                true
            }
            Mode::Observe => {
                counters.repaired(&[], &[RepairName::Ending], &["tool-failure-as-http-error"]);
                false
            }
            Mode::Off => false,
        }
    }

    /// What the server said is passed on unread.
    pub(super) fn unread(&self) {
        self.over(CallEnd::Unread, Account::of_sent(self.is_coerced));
    }

    /// Tells of its end, once.
    fn over(&self, end: CallEnd, account: Account) {
        if !self.is_over.swap(true, Ordering::Relaxed) {
            self.workshop.counters.call_ended(&self.known(), end, account);
        }
    }

    fn told(&self, failed: bool) {
        let counters = &self.workshop.counters;
        if self.is_in_session {
            self.view.seen().recovery.told(&self.id, &self.request, failed, counters);
        } else if failed {
            counters.count(crate::counters::Count::Failures);
        }
    }

    /// How long its answer may take.
    pub(super) fn patience(&self) -> Duration {
        self.workshop.settings.now().call_timeout
    }

    /// The end of a call whose time is up.
    pub(super) fn overdue(&self) -> Option<Value> {
        let after_ms = u64::try_from(self.sent.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.ended(End::Deadline { after_ms })
    }
}

impl Drop for Call {
    /// A call that nobody waits for any more has ended, too.
    fn drop(&mut self) {
        self.over(CallEnd::Cancelled, Account::of_sent(self.is_coerced));
    }
}
