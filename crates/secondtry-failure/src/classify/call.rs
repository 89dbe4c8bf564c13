//! What is known of a call before its answer is looked at: is the request well-formed, the tool listed, each argument
//! accepted by the tool's own `inputSchema`?

use serde_json::{Map, Value};

use super::exchange::Sent;
use super::run::ListedTool;
use crate::message::call_tool::{Malformed, borrowed_params};
use crate::probe::ProbeKind;
use crate::probe::kind::ProbeGroup;
use crate::schema::fault::{Fault, Pointer};
use crate::transcript::Probe;

#[cfg(test)]
mod tests;

/// What is known of a call itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing {
    /// The arguments break `inputSchema`, beyond doubt.
    BadArguments(Vec<Fault>),
    /// The request breaks `CallToolRequest`.
    Malformed(Malformed),
    /// No `tools/call`, or nothing can be said of it; why.
    Unjudged(&'static str),
    /// The tool is not in the list.
    UnknownTool,
    /// The arguments satisfy `inputSchema`. A probe may have put a value in that the tool should refuse all the same.
    Valid {
        /// The argument with such a value.
        doubtful: Option<Doubtful>,
    },
}

/// An argument that the schema accepts and the tool should not.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubtful {
    /// Which argument.
    pub parameter: Pointer,
    /// What is wrong with its value.
    pub kind: ProbeKind,
}

/// What is known of `sent`, given the tool it names (`None`: not in the list) and the record of the probe behind it.
///
/// An argument counts as bad only where the validator says so, and the probe's record too if there is one.
pub fn standing(sent: &Sent, tools: Tools<'_>, probe: Option<&Probe>) -> Standing {
    match sent {
        Sent::Other { .. } | Sent::Raw(_) => Standing::Unjudged("no `tools/call`"),
        Sent::ToolCall { params: Err(malformed), .. } => Standing::Malformed(*malformed),
        Sent::ToolCall { params: Ok(params), request, .. } => {
            let arguments = Value::Object(params.arguments.clone());
            standing_of_arguments(&arguments, request, tools, probe)
        }
    }
}

/// What is known of `request`, a whole `tools/call`, without a probe's record.
pub fn standing_of_request(request: &Value, tools: Tools<'_>) -> Standing {
    let arguments = match borrowed_params(request) {
        Err(malformed) => return Standing::Malformed(malformed),
        Ok((_, None)) => &Value::Object(Map::new()),
        Ok((_, Some(_))) => &request["params"]["arguments"],
    };
    standing_of_arguments(arguments, request, tools, None)
}

fn standing_of_arguments(
    arguments: &Value,
    request: &Value,
    tools: Tools<'_>,
    probe: Option<&Probe>,
) -> Standing {
    let tool = match tools {
        Tools::Unlisted => return Standing::Unjudged("no tools/list to go by"),
        Tools::Listed(None) => return Standing::UnknownTool,
        Tools::Listed(Some(tool)) => tool,
    };
    if tool.tool.requires_task() && request["params"].get("task").is_none() {
        return Standing::Unjudged("the tool runs only as a task");
    }
    let Ok(schema) = &tool.input else {
        return Standing::Unjudged("`inputSchema` cannot be judged");
    };
    let faults = schema.faults(arguments);
    let kind = probe.and_then(|probe| ProbeKind::from_name(&probe.kind));
    match (kind, faults.is_empty()) {
        (Some(kind), true) if kind.group() == ProbeGroup::Schema => Standing::Unjudged(
            "the probe means to break `inputSchema`, the validator finds nothing broken",
        ),
        (Some(kind), false) if kind.group() != ProbeGroup::Schema => Standing::Unjudged(
            "the probe means to keep `inputSchema`, the validator finds it broken",
        ),
        (Some(kind), true) if kind.group() == ProbeGroup::Value => {
            let parameter = probe.and_then(|probe| probe.parameter.clone()).unwrap_or_default();
            Standing::Valid {
                doubtful: Some(Doubtful { parameter: Pointer::from_escaped(parameter), kind }),
            }
        }
        (_, true) => Standing::Valid { doubtful: None },
        (_, false) => Standing::BadArguments(faults),
    }
}

/// Where the tool of a call is looked up.
#[derive(Clone, Copy, Debug)]
pub enum Tools<'a> {
    /// There is a complete list; the tool, if it is in it.
    Listed(Option<&'a ListedTool>),
    /// There is no list.
    Unlisted,
}
