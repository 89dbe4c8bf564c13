//! Of several faults the refusal tells the first.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, all_told, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "faults_not_all_told",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "age": {"type": "integer", "minimum": 18, "maximum": 99, "examples": [34]},
            "doors": {"type": "integer", "minimum": 2, "maximum": 5, "examples": [5]},
        },
        "required": ["age", "doors"],
    });
    read_only("insurance_quote", "Quotes the insurance of a car.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::text("31 EUR a month"),
        |faults| Answer::failure(all_told(&faults[..1])),
    )
}
