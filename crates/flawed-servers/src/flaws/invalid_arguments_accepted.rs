//! Arguments are never checked: whatever is sent, rooms for two come back.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "invalid_arguments_accepted",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "board": {"type": "string", "enum": ["room-only", "breakfast", "full"]},
            "guests": {"type": "integer", "minimum": 1, "maximum": 8, "examples": [2]},
        },
        "required": ["board", "guests"],
        "additionalProperties": false,
    });
    read_only("list_free_rooms", "Lists the rooms that are free tonight.", &input)
}

fn call(_: &Call<'_>) -> Answer {
    Answer::text("Room 12 (2 beds, 90 EUR), room 31 (2 beds, 104 EUR)")
}
