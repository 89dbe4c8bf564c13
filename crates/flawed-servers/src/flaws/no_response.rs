//! A call whose arguments break inputSchema is never answered.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "no_response",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "zoom": {"type": "integer", "minimum": 1, "maximum": 18, "examples": [9]},
        },
        "required": ["zoom"],
    });
    read_only("describe_map", "Describes what a map shows at a zoom level.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(|_| Answer::text("A bay with three harbours"), |_| Answer::Silence)
}
