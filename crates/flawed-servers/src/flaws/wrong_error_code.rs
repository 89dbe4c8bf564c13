//! An unknown tool is refused with the code of an unknown method.

use super::{Flaw, NO_TOOL};
use crate::server::METHOD_NOT_FOUND;
use crate::tool::{Answer, ProtocolError};

pub(super) const FLAW: Flaw = Flaw {
    name: "wrong_error_code",
    adopt: |habits| {
        habits.unknown_tool = |name| {
            let message =
                format!("Unknown tool: {name}. tools/list names the tools of this server.");
            Answer::ProtocolError(ProtocolError::new(METHOD_NOT_FOUND, message))
        };
    },
    in_all: false,
    tools: NO_TOOL,
};
