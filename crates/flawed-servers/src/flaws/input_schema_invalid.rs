//! The inputSchema has a type that JSON Schema does not know.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "input_schema_invalid",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "city": {"type": "string", "minLength": 2, "maxLength": 40, "examples": ["Ghent"]},
            "nights": {"type": "int", "examples": [2]},
        },
        "required": ["city"],
    });
    read_only("search_hotels", "Searches the hotels of a city.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|_| Answer::text("Hotel Graslei, 112 EUR a night"))
}
