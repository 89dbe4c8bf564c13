//! A `tools/call` that is no `CallToolRequest` is answered with a result.

use super::{Flaw, NO_TOOL};
use crate::tool::Answer;

pub(super) const FLAW: Flaw = Flaw {
    name: "malformed_call_as_result",
    adopt: |habits| {
        habits.malformed_call =
            |reason| Answer::failure(format!("{reason} Change it and call again."));
    },
    in_all: true,
    tools: NO_TOOL,
};
