//! One answer to one call, whoever carries it: put right where it needs that.

use secondtry_failure::classify::channel::{Channel, channel_of};
use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::peek::{IsError, Peek, members, peek};
use secondtry_failure::repair::{
    KnownCall, Mode, RepairName, Repetitions, refuse_arguments, repair_answer, stated_failure,
    tell_known_fix, tell_repetition,
};
use serde_json::Value;

use super::Note;
use super::splice::spliced;
use crate::counters::Counters;
use crate::settings::Settings;
use crate::spans::Account;

/// What repairs need besides the answer and its call.
pub(crate) struct Mending<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) counters: &'a Counters,
    /// The failures of the connection or session, if there is one to go by.
    pub(crate) repetitions: Option<&'a mut Repetitions>,
    /// What was found and done.
    pub(crate) account: Account,
}

/// An answer that was looked at.
pub(crate) struct Mended {
    /// The answer to send, where it is not the one that came.
    pub(crate) answer: Option<String>,
    /// Whether the client is told that the call failed.
    pub(crate) failed: bool,
    /// What was withheld, for the log.
    pub(crate) note: Option<Note>,
}

impl Mending<'_> {
    /// Repairs `text`, the answer to `call`. `reference` names what is withheld; it is asked once at most.
    pub(crate) fn mend(
        &mut self,
        text: &str,
        call: &KnownCall<'_>,
        reference: &dyn Fn() -> String,
    ) -> Mended {
        let untouched = Mended { answer: None, failed: false, note: None };
        if text.len() > READ_WHOLE && !self.needs_reading(text, call) {
            return untouched;
        }
        let Some(before) = whole(text) else { return untouched };
        let repaired = repair_answer(&before, call, &self.settings.repairs, reference);
        let (mut after, mut note) = (None, None);
        if let Some(repaired) = repaired {
            self.count(&repaired.repairs, &repaired.observed, &repaired.rules);
            note = repaired.withheld.map(|withheld| Note::Withheld {
                reference: withheld.reference,
                text: withheld.text,
            });
            after = repaired.answer.map(|answer| self.with_known_fix(answer, &before, call));
        }
        if let Some(again) = self.repetition(call, after.as_ref().unwrap_or(&before)) {
            self.count(&[RepairName::Loop], &[], &[]);
            after = Some(again);
        }
        let failed = !matches!(
            channel_of(after.as_ref().unwrap_or(&before)),
            Ok(Channel::Complete | Channel::Extension | Channel::InputRequired)
        );
        Mended { answer: after.map(|after| spliced(text, &before, &after)), failed, note }
    }

    /// `repaired` with what is known about the failure that `before` states.
    fn with_known_fix(&self, repaired: Value, before: &Value, call: &KnownCall<'_>) -> Value {
        let fixes = self.settings.known_fixes.as_ref();
        let fix = fixes.and_then(|fixes| fixes.find(&stated_failure(before)?));
        let told = fix.and_then(|fix| {
            tell_known_fix(&repaired, call, (&fix.title, &fix.id), &self.settings.repairs)
        });
        told.unwrap_or(repaired)
    }

    /// The answer to a call that is not to reach the server.
    pub(crate) fn refuse(&mut self, call: &KnownCall<'_>) -> Option<Value> {
        let repairs = &self.settings.repairs;
        match repairs.mode(RepairName::Arguments) {
            Mode::On => (),
            Mode::Observe => {
                let mut watched = repairs.clone();
                watched.set(RepairName::Arguments, Mode::On);
                if refuse_arguments(call, &watched).is_some() {
                    self.count(&[], &[RepairName::Arguments], &[]);
                }
                return None;
            }
            Mode::Off => return None,
        }
        let answer = refuse_arguments(call, repairs)?;
        let told = self.repetition(call, &answer);
        let made: &[RepairName] = match told {
            Some(_) => &[RepairName::Arguments, RepairName::Loop],
            None => &[RepairName::Arguments],
        };
        self.count(made, &[], &[]);
        Some(told.unwrap_or(answer))
    }

    /// Counts what was found and done, and keeps it in mind.
    pub(crate) fn count(
        &mut self,
        made: &[RepairName],
        observed: &[RepairName],
        rules: &[&'static str],
    ) {
        self.counters.repaired(made, observed, rules);
        self.account.add(made, observed, rules);
    }

    /// `answer` with a word on how often the same call has failed so.
    pub(crate) fn repetition(&mut self, call: &KnownCall<'_>, answer: &Value) -> Option<Value> {
        let times = self.repetitions.as_mut()?.note(call, answer);
        tell_repetition(answer, call, times, &self.settings.repairs)
    }

    /// Whether a large answer has anything that could need repair. What has not is not built into a tree.
    fn needs_reading(&self, text: &str, call: &KnownCall<'_>) -> bool {
        let Some(Peek { error: None, result: Some(result), is_error, .. }) = peek(text.as_bytes())
        else {
            return true;
        };
        if !matches!(is_error, IsError::Absent | IsError::False) {
            return true;
        }
        let checks_output = self.settings.repairs.is_on(RepairName::OutputSchema)
            && text.len() <= self.settings.limits.judged_answer
            && call.tool.is_some_and(|tool| tool.output.is_some());
        checks_output || !is_well_shaped(result, call.protocol.is_modern())
    }
}

/// Whether a result has what strict clients ask of it, as far as its top level tells.
fn is_well_shaped(result: &str, is_modern: bool) -> bool {
    let Some([kind, content]) = members(result, ["resultType", "content"]) else { return false };
    kind.map_or(!is_modern, |kind| kind.starts_with('"'))
        && content.is_some_and(|content| content.starts_with('['))
}

/// The answer as a tree.
pub(crate) fn whole(text: &str) -> Option<Value> {
    match parse(text.as_bytes()) {
        Line::Message(message) => Some(message.whole),
        Line::Batch(_) | Line::NotProtocol(_) | Line::Unreadable { .. } => None,
    }
}

/// A shorter answer is always read whole, in bytes: that costs less than to look twice.
const READ_WHOLE: usize = 64 * 1024;
