//! One breach of one rule: where, what came, what should have come, one thing to do.

use serde_json::Value;

use super::rule::{Level, Rule, SpecReference};
use crate::schema::fault::Pointer;

/// One breach of a rule by one tool, however many calls show it.
#[derive(Clone)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// How bad it is here.
    pub level: Level,
    /// The revision says both things.
    pub is_disputed: bool,
    /// The tool; `None` for the server as a whole.
    pub tool: Option<String>,
    /// The argument concerned.
    pub parameter: Option<Pointer>,
    /// What came.
    pub got: String,
    /// What should have come.
    pub expected: String,
    /// One thing to do.
    pub advice: String,
    /// The corrected value, where it follows from the given one beyond doubt.
    pub suggestion: Option<Value>,
    /// Where the revision in force says so.
    pub spec: SpecReference,
    /// What tells this finding from others across runs of the same server.
    pub fingerprint: String,
    /// The numbers of the exchanges that show it, the shortest first.
    pub calls: Vec<usize>,
}

impl std::fmt::Debug for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {} on {:?}: got {}", self.level, self.rule.code, self.tool, self.got)
    }
}
