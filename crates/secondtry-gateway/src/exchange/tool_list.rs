//! The tools of the server, as far as its answers to `tools/list` told them.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use secondtry_failure::classify::run::ListedTool;
use secondtry_failure::message::tool::Tool;
use serde_json::Value;

#[cfg(test)]
mod tests;

/// What is known of the tools.
#[derive(Debug, Default)]
pub struct ToolList {
    tools: HashMap<String, Arc<Entry>>,
    freshness: Freshness,
    /// A reading that goes on.
    reading: Option<Reading>,
}

/// A tool whose schemas are compiled when it is first called.
#[derive(Debug)]
struct Entry {
    definition: Tool,
    compiled: OnceLock<ListedTool>,
}

/// A tool that keeps its place while the list changes.
#[derive(Clone, Debug)]
pub struct KnownTool(Arc<Entry>);

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Freshness {
    /// Complete, until then if the server told.
    Fresh(Option<Instant>),
    /// Never read, or changed since.
    #[default]
    Stale,
}

#[derive(Debug)]
struct Reading {
    tools: HashMap<String, Arc<Entry>>,
    next: String,
    pages: usize,
}

/// What a page left to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// The list is complete.
    Last,
    /// It goes on at this cursor.
    More(String),
    /// It says nothing about the list.
    Unusable,
}

impl ToolList {
    /// Takes the result of a `tools/list` that was asked with `cursor`.
    pub fn take(&mut self, cursor: Option<&str>, result: &Value, now: Instant) -> Page {
        let Some(listed) = result.get("tools").and_then(Value::as_array) else {
            return Page::Unusable;
        };
        let (mut tools, pages) = match (cursor, self.reading.take()) {
            (None, _) => (HashMap::new(), 0),
            (Some(cursor), Some(reading)) if reading.next == cursor => {
                (reading.tools, reading.pages + 1)
            }
            (Some(_), reading) => {
                self.reading = reading;
                return Page::Unusable;
            }
        };
        for definition in listed.iter().take(MOST_TOOLS.saturating_sub(tools.len())) {
            if let Some(definition) = Tool::from_definition(definition) {
                let name = definition.name.clone();
                let entry = || Arc::new(Entry { definition, compiled: OnceLock::new() });
                // Of two tools with one name the first counts, as in `check`.
                tools.entry(name).or_insert_with(entry);
            }
        }
        match result.get("nextCursor").and_then(Value::as_str) {
            Some(next) if pages < MOST_PAGES => {
                let next = next.to_owned();
                self.reading = Some(Reading { tools, next: next.clone(), pages });
                Page::More(next)
            }
            Some(_) => Page::Unusable,
            None => {
                self.tools = tools;
                // What was read for a call holds for that call, although many servers say 0.
                let ttl = result.get("ttlMs").and_then(Value::as_u64);
                let ttl = ttl.map(|ttl| Duration::from_millis(ttl).max(SHORTEST_TTL));
                self.freshness = Freshness::Fresh(ttl.and_then(|ttl| now.checked_add(ttl)));
                Page::Last
            }
        }
    }

    /// The list has changed, or belongs to a server that is gone.
    pub fn forget(&mut self) {
        self.freshness = Freshness::Stale;
        self.reading = None;
    }

    /// Whether the list has been read and nothing has said since that it changed.
    pub fn is_read(&self) -> bool {
        self.freshness != Freshness::Stale
    }

    /// Whether the list is complete and fresh.
    pub fn is_fresh(&self, now: Instant) -> bool {
        match self.freshness {
            Freshness::Fresh(until) => until.is_none_or(|until| now < until),
            Freshness::Stale => false,
        }
    }

    /// The tool called `name`.
    pub fn get(&self, name: &str) -> Option<KnownTool> {
        self.tools.get(name).cloned().map(KnownTool)
    }
}

impl KnownTool {
    /// The tool with its schemas.
    pub fn listed(&self) -> &ListedTool {
        self.0.compiled.get_or_init(|| ListedTool::new(self.0.definition.clone()))
    }
}

/// A list counts as fresh for so long at least.
const SHORTEST_TTL: Duration = Duration::from_secs(1);

/// How many tools are remembered.
const MOST_TOOLS: usize = 10_000;

/// After so many pages a list counts as endless.
const MOST_PAGES: usize = 1_000;
