//! The failures that this crate makes itself, and what a program reads of any.

use secondtry_failure::message::tool::Tool;
use secondtry_failure::repair::{FailureMeta, Retry, ToldFault, Work};
use serde_json::Value;

use super::{Facts, ToolFailure};

impl ToolFailure {
    /// An argument is wrong, as `what` says.
    pub(crate) fn wrong_argument(what: String, fault: ToldFault) -> Self {
        Self::of(Facts {
            what,
            next: "Call again with the corrected value.".into(),
            faults: vec![fault],
            ..Facts::not_run()
        })
    }

    /// The tool panicked.
    pub(crate) fn panicked(tool: &Tool, reference: String) -> Self {
        let is_repeatable = tool.is_read_only() || tool.is_idempotent();
        let next = if is_repeatable {
            "The same call is likely to fail again: change its arguments, or tell the user."
        } else {
            "Whether the work was done is not known: check that before you send the call again."
        };
        Self::of(Facts {
            what: format!(
                "`{}` broke off: a fault in the tool, which these arguments brought to light.",
                tool.name
            ),
            next: format!("{next} Details are in the log under reference {reference}."),
            retry: Retry::Unknown,
            work: if is_repeatable { Work::Failed } else { Work::Unknown },
            reference: Some(reference),
            ..Facts::not_run()
        })
    }

    /// Reads back what [`meta`](Self::meta) wrote.
    pub(crate) fn read(text: &str, meta: &Value) -> Self {
        let is = |member: &str, name: &str| meta[member].as_str() == Some(name);
        let retries = [Retry::ChangedCall, Retry::No, Retry::SameCall];
        let works = [Work::Failed, Work::NotRun];
        let faults = meta["faults"].as_array().into_iter().flatten().map(|fault| ToldFault {
            parameter: fault["parameter"].as_str().unwrap_or_default().to_owned(),
            expected: fault["expected"].as_str().unwrap_or_default().to_owned(),
            suggestion: fault.get("suggestion").cloned(),
        });
        Self::of(Facts {
            what: text.to_owned(),
            next: String::new(),
            faults: faults.collect(),
            retry: retries
                .into_iter()
                .find(|retry| is("retry", retry.name()))
                .unwrap_or(Retry::Unknown),
            work: works
                .into_iter()
                .find(|work| is("outcome", work.name()))
                .unwrap_or(Work::Unknown),
            retry_after_ms: meta["retryAfterMs"].as_u64(),
            reference: meta["reference"].as_str().map(str::to_owned),
        })
    }

    /// The object for programs.
    pub(crate) fn meta(&self) -> Value {
        let facts = &*self.0;
        FailureMeta {
            rules: &[],
            retry: facts.retry,
            work: facts.work,
            retry_after_ms: facts.retry_after_ms,
            faults: &facts.faults,
            code: None,
            reference: facts.reference.as_deref(),
        }
        .to_value()
    }
}
