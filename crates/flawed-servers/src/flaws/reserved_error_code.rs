//! An unknown tool is refused with a code that the protocol keeps for itself.

use super::{Flaw, NO_TOOL};
use crate::tool::{Answer, ProtocolError};

pub(super) const FLAW: Flaw = Flaw {
    name: "reserved_error_code",
    adopt: |habits| {
        habits.unknown_tool = |name| {
            let message =
                format!("Unknown tool: {name}. tools/list names the tools of this server.");
            Answer::ProtocolError(ProtocolError::new(-32050, message))
        };
    },
    in_all: false,
    tools: NO_TOOL,
};
