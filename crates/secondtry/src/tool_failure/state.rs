//! Failures of state: what is named is not there, has expired, is forbidden, or has changed.

use std::time::Duration;

use secondtry_failure::repair::{Retry, ToldFault, Work, duration_in_words, value_in_words};
use serde::Serialize;
use serde_json::Value;

use super::argument::pointer;
use super::{Facts, ToolFailure, milliseconds, sentence};

/// Something that does not exist, of which it is not yet said how to find what does.
#[derive(Clone, Debug)]
#[must_use = "it is a failure only once it says how to find what there is"]
pub struct NotFound<'a> {
    kind: &'a str,
    parameter: &'a str,
    given: Value,
}

impl<'a> NotFound<'a> {
    pub(super) fn new<G: Serialize + ?Sized>(kind: &'a str, parameter: &'a str, given: &G) -> Self {
        Self { kind, parameter, given: value(given) }
    }

    /// Names the tool that finds or lists what there is.
    pub fn find_with(self, tool: &str) -> ToolFailure {
        self.then(format!("Call `{tool}` to find one, then call again with it."))
    }

    /// No tool lists them: the user has to say which one is meant.
    pub fn ask_the_user(self) -> ToolFailure {
        let next = format!("Ask the user which {} is meant, then call again with it.", self.kind);
        self.then(next)
    }

    fn then(self, next: String) -> ToolFailure {
        let Self { kind, parameter, given } = self;
        let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let what = format!(
            "There is no {kind} {}, which you sent as `{}`. It must be an existing {kind}.",
            value_in_words(&given),
            name_of(parameter)
        );
        let expected = format!("{article} {kind} that exists");
        ToolFailure::of(Facts {
            what,
            next,
            faults: vec![fault(parameter, expected)],
            ..Facts::not_run()
        })
    }
}

/// A handle that does not serve, of which it is not yet said which tool makes a new one.
#[derive(Clone, Debug)]
#[must_use = "it is a failure only once `made_by` names the tool that makes a new one"]
pub struct Handle<'a> {
    parameter: &'a str,
    given: Value,
    lifetime: Option<Duration>,
}

impl<'a> Handle<'a> {
    pub(super) fn unknown<G: Serialize + ?Sized>(parameter: &'a str, given: &G) -> Self {
        Self { parameter, given: value(given), lifetime: None }
    }

    pub(super) fn expired<G: Serialize + ?Sized>(
        parameter: &'a str,
        given: &G,
        lifetime: Duration,
    ) -> Self {
        Self { parameter, given: value(given), lifetime: Some(lifetime) }
    }

    /// Names the tool that makes a new one.
    pub fn made_by(self, tool: &str) -> ToolFailure {
        let Self { parameter, given, lifetime } = self;
        let given = value_in_words(&given);
        let (expected, sent) = match lifetime {
            Some(lifetime) => (
                format!(
                    "a handle that still lives, which is {} from `{tool}` on",
                    duration_in_words(milliseconds(lifetime))
                ),
                format!("You sent {given}, which has expired."),
            ),
            None => (
                format!("a handle that `{tool}` returned and that still lives"),
                format!("You sent {given}."),
            ),
        };
        ToolFailure::of(Facts {
            what: format!("Argument `{}` must be {expected}. {sent}", name_of(parameter)),
            next: format!("Call `{tool}` for a new one and use that."),
            faults: vec![fault(parameter, expected)],
            ..Facts::not_run()
        })
    }
}

/// A call that a rule forbids, of which it is not yet said what is allowed.
#[derive(Clone, Debug)]
#[must_use = "it is a failure only once it says what is allowed"]
pub struct Refused {
    rule: String,
}

impl Refused {
    pub(super) fn new(rule: String) -> Self {
        Self { rule }
    }

    /// Says in a whole sentence what would be allowed.
    pub fn allowed(self, instead: &str) -> ToolFailure {
        ToolFailure::of(Facts {
            what: sentence(&self.rule),
            next: sentence(instead),
            ..Facts::not_run()
        })
    }

    /// Nothing that the model could send would be allowed.
    pub fn nothing_helps(self) -> ToolFailure {
        ToolFailure::of(Facts {
            what: sentence(&self.rule),
            next: "No other call helps: do not retry, and tell the user.".into(),
            retry: Retry::No,
            ..Facts::not_run()
        })
    }
}

/// A state that has changed, of which it is not yet said how to go on.
#[derive(Clone, Debug)]
#[must_use = "it is a failure only once `resolve_with` says how to go on"]
pub struct Conflict {
    change: String,
}

impl Conflict {
    pub(super) fn new(change: String) -> Self {
        Self { change }
    }

    /// Says in a whole sentence how to go on: what to read again, what to change.
    pub fn resolve_with(self, next: &str) -> ToolFailure {
        ToolFailure::of(Facts {
            what: sentence(&self.change),
            next: sentence(next),
            ..Facts::not_run()
        })
    }
}

/// Work of unknown outcome, of which it is not yet said how to find out.
#[derive(Clone, Debug)]
#[must_use = "it is a failure only once it says how to find out what was done"]
pub struct Unfinished {
    what: String,
}

impl Unfinished {
    pub(super) fn new(what: String) -> Self {
        Self { what }
    }

    /// Names the tool that tells what was done.
    pub fn check_with(self, tool: &str) -> ToolFailure {
        self.then(format!("Call `{tool}` to see, before you send this call again."), Retry::Unknown)
    }

    /// A second call does no more than one: the same call may be sent again.
    pub fn is_repeatable(self) -> ToolFailure {
        self.then("The same call can be sent again: it does no harm twice.".into(), Retry::SameCall)
    }

    fn then(self, next: String, retry: Retry) -> ToolFailure {
        ToolFailure::of(Facts {
            what: format!("{} Whether the work was done is not known.", sentence(&self.what)),
            next,
            retry,
            work: Work::Unknown,
            ..Facts::not_run()
        })
    }
}

fn fault(parameter: &str, expected: String) -> ToldFault {
    ToldFault { parameter: pointer(parameter).as_str().to_owned(), expected, suggestion: None }
}

fn name_of(parameter: &str) -> &str {
    parameter.rsplit('/').next().unwrap_or(parameter)
}

/// What cannot be serialised is shown as null.
fn value<G: Serialize + ?Sized>(given: &G) -> Value {
    serde_json::to_value(given).unwrap_or(Value::Null)
}
