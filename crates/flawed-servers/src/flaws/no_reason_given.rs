//! Every refusal reads "Invalid input".

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "no_reason_given",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "income": {"type": "integer", "minimum": 0, "maximum": 10_000_000, "examples": [48_000]},
            "status": {"type": "string", "enum": ["single", "married"]},
        },
        "required": ["income", "status"],
    });
    read_only("estimate_tax", "Estimates the income tax of a year.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |arguments| Answer::text(format!("About a fifth of {}", arguments["income"])),
        |_| Answer::failure("Invalid input"),
    )
}
