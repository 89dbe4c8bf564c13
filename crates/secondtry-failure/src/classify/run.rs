//! A transcript to runs: which server, which revision, which tools, and every exchange with what came of it.

mod pairing;

use serde_json::Value;

use super::call::Tools;
use super::exchange::Exchange;
use crate::message::protocol_version::{Era, ProtocolVersion};
use crate::message::tool::Tool;
use crate::schema::compile::{Schema, Uncompilable};
use crate::transcript::{Start, Text, Transcript, What};

use self::pairing::Pairing;

#[cfg(test)]
mod tests;

/// One conversation with one server.
#[derive(Debug, Default)]
pub struct Run {
    /// How it began; the transport and target as far as the transcript says.
    pub start: Start,
    /// `serverInfo.name`; where the server tells none, what a client's file calls it.
    pub server_name: Option<String>,
    /// `serverInfo.version`.
    pub server_version: Option<String>,
    /// `capabilities` of the handshake.
    pub capabilities: Value,
    /// The revision in force; the newest that begins with `initialize` where nothing tells.
    pub protocol: Option<ProtocolVersion>,
    /// Each complete reading of `tools/list`, all pages, as the entries came.
    pub lists: Vec<Vec<Value>>,
    /// The tools of the first complete list, in its order; the first of each name.
    pub tools: Vec<ListedTool>,
    /// The requests that say something about failures, in the order in which they were sent.
    pub exchanges: Vec<Exchange>,
    /// Lines that are no protocol messages and belong to no single call.
    pub stray: Vec<Text>,
    /// Tools left out, and why.
    pub skipped: Vec<(String, String)>,
    /// The ends of the process while no call was open.
    pub idle_exits: Vec<(Option<i32>, Option<i32>)>,
    /// When the client closed the server's input for good.
    pub eof_ms: Option<u64>,
    /// How the process ended after that.
    pub closing: Option<Closing>,
}

/// The end of a process after its input was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing {
    /// Its exit code.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// How long it took.
    pub after_ms: u64,
}

/// A tool with its schemas ready for judging.
#[derive(Debug)]
pub struct ListedTool {
    /// The tool.
    pub tool: Tool,
    /// Its `inputSchema`.
    pub input: Result<Schema, Uncompilable>,
    /// Its `outputSchema`, if it has one.
    pub output: Option<Result<Schema, Uncompilable>>,
}

impl ListedTool {
    /// Compiles the schemas of `tool`.
    pub fn new(tool: Tool) -> Self {
        let input = Schema::compile(tool.definition.get("inputSchema").unwrap_or(&Value::Null));
        let output = tool.output_schema().map(Schema::compile);
        Self { tool, input, output }
    }
}

impl Run {
    /// The revision in force.
    pub fn version(&self) -> ProtocolVersion {
        self.protocol.unwrap_or(ProtocolVersion::NEWEST_LEGACY)
    }

    /// The era in force.
    pub fn era(&self) -> Era {
        self.version().era()
    }

    /// The tool called `name`, if it is listed.
    pub fn tool(&self, name: &str) -> Option<&ListedTool> {
        self.tools.iter().find(|listed| listed.tool.name == name)
    }

    /// Whether there is a list to go by.
    pub fn has_list(&self) -> bool {
        !self.lists.is_empty()
    }

    fn look_up(&self, name: Option<&str>) -> Tools<'_> {
        if self.has_list() {
            Tools::Listed(name.and_then(|name| self.tool(name)))
        } else {
            Tools::Unlisted
        }
    }
}

/// Sorts `transcript` into runs. One without a single message makes one empty run.
pub fn runs(transcript: &Transcript) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut pairing = Pairing::default();
    let mut is_open = false;
    for entry in &transcript.entries {
        if let What::Start(start) = &entry.what
            && !start.is_restart
            && is_open
        {
            runs.push(std::mem::take(&mut pairing).finish());
        }
        is_open = true;
        pairing.take(entry);
    }
    if is_open {
        runs.push(pairing.finish());
    }
    runs
}
