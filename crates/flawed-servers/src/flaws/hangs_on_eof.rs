//! The process goes on after its stdin has ended.

use super::{Flaw, NO_TOOL};

pub(super) const FLAW: Flaw = Flaw {
    name: "hangs_on_eof",
    adopt: |habits| habits.lingers = true,
    in_all: false,
    tools: NO_TOOL,
};
