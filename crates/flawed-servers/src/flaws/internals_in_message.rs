//! A refusal that tells everything goes on with the frames of the stack.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, all_told, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "internals_in_message",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "shelf": {"type": "integer", "minimum": 1, "maximum": 60, "examples": [14]},
            "warehouse": {"type": "string", "enum": ["north", "south"]},
        },
        "required": ["shelf", "warehouse"],
    });
    read_only("count_stock", "Counts what lies on a shelf.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |arguments| Answer::text(format!("36 boxes on shelf {}", arguments["shelf"])),
        |faults| Answer::failure(format!("{}\n{STACK}", all_told(faults))),
    )
}

const STACK: &str = "    at countStock (/srv/warehouse/dist/stock.js:88:13)
    at async dispatch (/srv/warehouse/node_modules/server/index.js:412:22)
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)";
