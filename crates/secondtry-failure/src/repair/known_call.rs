//! What a proxy knows of the call that an answer belongs to.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::classify::call::{Standing, Tools, standing_of_request};
use crate::classify::run::ListedTool;
use crate::judge::case::grading::breach;
use crate::judge::facts::{Broken, Facts, GradedCall, facts};
use crate::message::protocol_version::ProtocolVersion;
use crate::message::tool::Tool;
use crate::schema::fault::Fault;

/// What is known of a call.
#[derive(Clone, Copy, Debug)]
pub struct KnownCall<'a> {
    /// The request as the client sent it, whole.
    pub request: &'a Value,
    /// The tool that it names, where that is listed.
    pub tool: Option<&'a ListedTool>,
    /// Whether there is a complete and fresh list of tools.
    pub has_list: bool,
    /// The revision in force.
    pub protocol: ProtocolVersion,
    /// How long the call has been running.
    pub elapsed_ms: Option<u64>,
}

impl<'a> KnownCall<'a> {
    /// Whether it is a `tools/call`.
    pub fn is_tool_call(&self) -> bool {
        self.method() == Some("tools/call")
    }

    /// Its method.
    pub fn method(&self) -> Option<&'a str> {
        self.request.get("method")?.as_str()
    }

    /// Its id, or null.
    pub fn id(&self) -> &'a Value {
        &self.request["id"]
    }

    /// The tool's name as a sentence names it.
    pub(super) fn subject(&self) -> String {
        match self.name() {
            Some(name) if !name.is_empty() && name.len() <= LONGEST_NAME => format!("`{name}`"),
            Some(_) | None => "The tool".to_owned(),
        }
    }

    /// The name of the tool called, where it is a string.
    pub fn name(&self) -> Option<&'a str> {
        self.request.pointer("/params/name").and_then(Value::as_str)
    }

    /// The arguments; an empty object where there are none.
    pub(super) fn arguments(&self) -> &'a Value {
        match self.request.pointer("/params/arguments") {
            Some(arguments @ Value::Object(_)) => arguments,
            Some(_) | None => &NO_ARGUMENTS,
        }
    }

    /// The tool's `inputSchema`, or null.
    pub(super) fn input_schema(&self) -> &'a Value {
        self.tool.and_then(|listed| listed.tool.input_schema()).unwrap_or(&Value::Null)
    }

    /// What is known of the arguments.
    pub(super) fn standing(&self) -> Standing {
        if !self.is_tool_call() {
            return Standing::Unjudged("no `tools/call`");
        }
        let tools = if self.has_list || self.tool.is_some() {
            Tools::Listed(self.tool)
        } else {
            Tools::Unlisted
        };
        standing_of_request(self.request, tools)
    }

    /// A second call does no more than one: the tool says that it changes nothing, or nothing more.
    pub(super) fn is_repeatable(&self) -> bool {
        self.tool.is_some_and(|listed| listed.tool.is_read_only() || listed.tool.is_idempotent())
    }

    /// The tool, where it is listed.
    pub(super) fn listed(&self) -> Option<&'a Tool> {
        self.tool.map(|listed| &listed.tool)
    }

    /// What is asked of the text of a failure, about `fault` where an argument is at fault.
    pub(super) fn graded<'g>(&self, fault: Option<&'g Fault>) -> GradedCall<'g>
    where
        'a: 'g,
    {
        GradedCall {
            tool: self.name().unwrap_or_default(),
            input_schema: self.input_schema(),
            arguments: self.arguments(),
            broken: fault.map_or(Broken::Upstream, |fault| Broken::Argument {
                parameter: &fault.parameter,
                breach: breach(fault),
            }),
        }
    }

    /// The facts that `text` holds about the failure.
    pub(super) fn grade(&self, text: &str, fault: Option<&Fault>) -> Facts {
        facts(text, &self.graded(fault))
    }
}

/// A longer name is not repeated in a sentence, in bytes.
const LONGEST_NAME: usize = 200;

static NO_ARGUMENTS: LazyLock<Value> = LazyLock::new(|| Value::Object(Map::new()));
