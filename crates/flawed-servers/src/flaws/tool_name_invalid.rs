//! The name of the tool has spaces and a comma.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "tool_name_invalid",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "days": {"type": "integer", "minimum": 1, "maximum": 5, "examples": [2]},
        },
        "required": ["days"],
    });
    read_only("get pollen, daily", "Tells how much pollen flies.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|_| Answer::text("Birch: high, grass: low"))
}
