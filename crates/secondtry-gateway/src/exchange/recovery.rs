//! Whether the call after a failed one differs, and whether it works: measured on the calls that go through.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use secondtry_failure::message::request_id::RequestId;
use serde_json::Value;

use crate::counters::{Count, Counters};

#[cfg(test)]
mod tests;

/// The last failure of each tool, on one connection or session.
#[derive(Debug, Default)]
pub(crate) struct Recovery {
    failed: HashMap<String, u64>,
    retries: HashMap<RequestId, String>,
}

impl Recovery {
    /// A tool is called.
    pub(crate) fn called(&mut self, id: &RequestId, call: &Value, counters: &Counters) {
        counters.count(Count::Calls);
        let Some(name) = call.pointer("/params/name").and_then(Value::as_str) else { return };
        let Some(failed) = self.failed.remove(name) else { return };
        counters.count(Count::Retries);
        if failed != hash_of(call) {
            counters.count(Count::RetriesChanged);
        }
        self.retries.insert(id.clone(), name.to_owned());
    }

    /// The client was told how a call went.
    pub(crate) fn told(&mut self, id: &RequestId, call: &Value, failed: bool, counters: &Counters) {
        let is_retry = self.retries.remove(id).is_some();
        if failed {
            counters.count(Count::Failures);
        } else if is_retry {
            counters.count(Count::RetriesWorked);
        }
        let Some(name) = call.pointer("/params/name").and_then(Value::as_str) else { return };
        if failed && self.failed.len() < MOST_TOOLS {
            self.failed.insert(name.to_owned(), hash_of(call));
        }
    }

    /// A call is wanted no more.
    pub(crate) fn cancelled(&mut self, id: &RequestId) {
        self.retries.remove(id);
    }
}

fn hash_of(call: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    call.pointer("/params/arguments").hash(&mut hasher);
    hasher.finish()
}

/// The failures of how many tools are remembered.
const MOST_TOOLS: usize = 1024;
