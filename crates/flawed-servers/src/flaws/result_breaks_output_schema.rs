//! A success carries a string where outputSchema promises a number.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "result_breaks_output_schema",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "hotel": {"type": "integer", "minimum": 1, "maximum": 200, "examples": [17]},
        },
        "required": ["hotel"],
    });
    let mut definition = read_only("get_rating", "Reads the rating of a hotel.", &input);
    definition["outputSchema"] = json!({
        "type": "object",
        "properties": {"stars": {"type": "number"}},
        "required": ["stars"],
        "additionalProperties": false,
    });
    definition
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|_| Answer::structured(&json!({"stars": "4.5"})))
}
