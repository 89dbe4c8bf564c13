//! How each tool behaves in a run, and when it is left alone.

use std::collections::HashMap;

use secondtry_failure::classify::channel::{Channel, channel_of};
use secondtry_failure::probe::ProbeKind;
use secondtry_failure::probe::plan::PlannedCall;

use super::flight::Ending;

/// What each tool did so far.
#[derive(Default)]
pub(super) struct Conducts {
    tools: HashMap<String, Conduct>,
}

#[derive(Default)]
struct Conduct {
    deaths: u32,
    hangs: u32,
    is_left_alone: bool,
}

impl Conducts {
    /// Whether nothing more is sent to `tool`.
    pub(super) fn is_left_alone(&self, tool: &str) -> bool {
        self.tools.get(tool).is_some_and(|conduct| conduct.is_left_alone)
    }

    /// Notes how a call ended. Returns why the tool is to be left alone from here on, if it is.
    pub(super) fn react(
        &mut self,
        tool: &str,
        call: &PlannedCall,
        ending: &Ending,
    ) -> Option<&'static str> {
        let conduct = self.tools.entry(tool.to_owned()).or_default();
        let is_safe_probe = matches!(call.kind, ProbeKind::SafeMissing | ProbeKind::SafeType);
        let why = match ending {
            Ending::Answered(answer) => (is_safe_probe
                && channel_of(answer) == Ok(Channel::Complete))
            .then_some("it took a call that it should have refused, and it may write"),
            Ending::Hung => {
                conduct.hangs += 1;
                (conduct.hangs >= PATIENCE).then_some("it left three calls without an answer")
            }
        };
        conduct.is_left_alone |= why.is_some();
        why
    }

    /// Notes that the server ended on `tool`. Returns why the tool is to be left alone from here on, if it is.
    pub(super) fn died_on(&mut self, tool: &str) -> Option<&'static str> {
        let conduct = self.tools.entry(tool.to_owned()).or_default();
        conduct.deaths += 1;
        conduct.is_left_alone |= conduct.deaths >= PATIENCE;
        (conduct.deaths == PATIENCE).then_some("the server ended three times on it")
    }
}

/// How often a tool may hang or end the server before it is left alone.
const PATIENCE: u32 = 3;
