//! `_meta["dev.secondtry/failure"]`: what a program may know of a repaired failure.

use serde_json::{Map, Value, json};

/// The member of `_meta`, and of `error.data`.
pub const FAILURE_META: &str = "dev.secondtry/failure";

/// Whether a further call makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retry {
    /// A different one, with what the text says.
    ChangedCall,
    /// None at all.
    No,
    /// The same one again: the cause passes by itself.
    SameCall,
    /// That cannot be told.
    Unknown,
}

/// What became of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// It was begun and failed, as far as the server says.
    Failed,
    /// It was not begun.
    NotRun,
    /// That cannot be told.
    Unknown,
}

/// What is told of one argument.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldFault {
    /// Its place as a JSON Pointer.
    pub parameter: String,
    /// What is accepted.
    pub expected: String,
    /// What should have been sent, where that follows from what was.
    pub suggestion: Option<Value>,
}

/// What is told of one failure.
#[derive(Clone, Debug, PartialEq)]
pub struct FailureMeta<'a> {
    /// The rules that the server broke.
    pub rules: &'a [&'static str],
    /// Whether a further call makes sense.
    pub retry: Retry,
    /// What became of the work.
    pub work: Work,
    /// When the same call can work, if that is known.
    pub retry_after_ms: Option<u64>,
    /// The arguments at fault.
    pub faults: &'a [ToldFault],
    /// The code of the JSON-RPC error that the failure came as.
    pub code: Option<i64>,
    /// How the log refers to what was withheld.
    pub reference: Option<&'a str>,
}

impl FailureMeta<'_> {
    /// The object as it stands in an answer.
    pub fn to_value(&self) -> Value {
        let mut members = Map::new();
        members.insert("rules".into(), json!(self.rules));
        members.insert("retry".into(), self.retry.name().into());
        members.insert("outcome".into(), self.work.name().into());
        if let Some(after) = self.retry_after_ms {
            members.insert("retryAfterMs".into(), after.into());
        }
        members.insert("faults".into(), self.faults.iter().map(ToldFault::to_value).collect());
        if let Some(code) = self.code {
            members.insert("code".into(), code.into());
        }
        if let Some(reference) = self.reference {
            members.insert("reference".into(), reference.into());
        }
        Value::Object(members)
    }
}

impl Retry {
    /// The word in `_meta`.
    pub fn name(self) -> &'static str {
        match self {
            Self::ChangedCall => "changed-call",
            Self::No => "no",
            Self::SameCall => "same-call",
            Self::Unknown => "unknown",
        }
    }
}

impl Work {
    /// The word in `_meta`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::NotRun => "not-run",
            Self::Unknown => "unknown",
        }
    }
}

impl ToldFault {
    fn to_value(&self) -> Value {
        let mut fault = json!({"parameter": self.parameter, "expected": self.expected});
        if let Some(suggestion) = &self.suggestion {
            fault["suggestion"] = suggestion.clone();
        }
        fault
    }
}
