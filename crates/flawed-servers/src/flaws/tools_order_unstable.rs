//! Every other `tools/list` has the tools in reverse.

use super::Flaw;
use crate::clean;

pub(super) const FLAW: Flaw = Flaw {
    name: "tools_order_unstable",
    adopt: |habits| {
        habits.order = |tools, before| {
            if before % 2 == 1 {
                tools.reverse();
            }
        };
    },
    in_all: false,
    tools: clean::harmless,
};
