//! A call of a tool that does not exist is answered with a result.

use super::{Flaw, NO_TOOL};
use crate::tool::Answer;

pub(super) const FLAW: Flaw = Flaw {
    name: "unknown_tool_as_result",
    adopt: |habits| {
        habits.unknown_tool = |name| {
            let told =
                format!("Unknown tool: {name}. Call tools/list and use one of the names in it.");
            Answer::failure(told)
        };
    },
    in_all: true,
    tools: NO_TOOL,
};
