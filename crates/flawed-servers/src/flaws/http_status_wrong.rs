//! Errors whose status the specification fixes come with 200.

use super::{Flaw, NO_TOOL};

pub(super) const FLAW: Flaw = Flaw {
    name: "http_status_wrong",
    adopt: |habits| habits.status = |_| 200,
    in_all: false,
    tools: NO_TOOL,
};
