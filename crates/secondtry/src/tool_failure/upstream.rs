//! An API on which the tool depends, and which failed.

use std::time::Duration;

use secondtry_failure::repair::{Retry, Work, duration_in_words};

use super::{Facts, ToolFailure, milliseconds};

/// An upstream API, of which it is not yet said how it failed.
#[derive(Clone, Copy, Debug)]
#[must_use = "it is a failure only once it says how the API failed and what that means for a retry"]
pub struct Upstream<'a> {
    name: &'a str,
}

/// A failure of an upstream API, of which it is not yet said whether another call makes sense.
#[derive(Clone, Debug)]
#[must_use = "it is a failure only once it says whether a retry makes sense"]
pub struct UpstreamEnd {
    what: String,
    work: Work,
}

impl<'a> Upstream<'a> {
    pub(super) fn new(name: &'a str) -> Self {
        Self { name }
    }

    /// It answered with this HTTP status.
    pub fn answered(self, status: u16) -> UpstreamEnd {
        let meaning = match status {
            400 => " (bad request)",
            401 => " (unauthorized)",
            403 => " (forbidden)",
            404 => " (not found)",
            409 => " (conflict)",
            429 => " (too many requests)",
            500 => " (internal error)",
            502 => " (bad gateway)",
            503 => " (service unavailable)",
            504 => " (gateway timeout)",
            _ => "",
        };
        let work = match status {
            429 => Work::NotRun,
            500..=599 => Work::Unknown,
            _ => Work::Failed,
        };
        UpstreamEnd { what: format!("{} answered HTTP {status}{meaning}.", self.subject()), work }
    }

    /// It gave no answer within `limit`; what it did is not known.
    pub fn did_not_answer(self, limit: Duration) -> UpstreamEnd {
        let limit = duration_in_words(milliseconds(limit));
        let what = format!("{} timed out: it did not answer within {limit}.", self.subject());
        UpstreamEnd { what, work: Work::Unknown }
    }

    /// No connection came about; it did nothing.
    pub fn could_not_be_reached(self) -> UpstreamEnd {
        let what = format!("{} could not be reached.", self.subject());
        UpstreamEnd { what, work: Work::NotRun }
    }

    fn subject(self) -> String {
        let mut letters = self.name.chars();
        let first = letters.next().map(char::to_uppercase);
        first.into_iter().flatten().chain(letters).collect()
    }
}

impl UpstreamEnd {
    /// The same call can be sent again once `wait` is over.
    pub fn retry_after(self, wait: Duration) -> ToolFailure {
        let wait = milliseconds(wait);
        let next = format!("Send the same call again in {}.", duration_in_words(wait));
        self.then(next, Retry::SameCall, Some(wait))
    }

    /// The same call can be sent again later; when is not known. Only for calls that do no harm twice.
    pub fn retry_later(self) -> ToolFailure {
        self.then("Send the same call again later.".into(), Retry::SameCall, None)
    }

    /// The same call may do the work twice: it is to be sent again only once the tool `check` has shown that nothing was
    /// done.
    pub fn check_with(self, check: &str) -> ToolFailure {
        let next = format!(
            "Whether the work was done is not known. Call `{check}` to see, before you send this call again."
        );
        self.then(next, Retry::Unknown, None)
    }

    /// The same call would fail again: `change` says in a whole sentence what to do in its place.
    pub fn change_the_call(self, change: &str) -> ToolFailure {
        self.then(super::sentence(change), Retry::ChangedCall, None)
    }

    /// No further call helps.
    pub fn do_not_retry(self) -> ToolFailure {
        let next = "Another call will not help: do not retry, and tell the user.".into();
        self.then(next, Retry::No, None)
    }

    fn then(self, next: String, retry: Retry, retry_after_ms: Option<u64>) -> ToolFailure {
        let Self { what, work } = self;
        ToolFailure::of(Facts { what, next, retry, work, retry_after_ms, ..Facts::not_run() })
    }
}
