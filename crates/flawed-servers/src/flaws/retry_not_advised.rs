//! A refusal tells what is wrong, but not what to do.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::arguments::Fault;
use crate::tool::{Answer, Call, Tool, lines, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "retry_not_advised",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "service": {"type": "string", "enum": ["standard", "express"]},
            "weight_kg": {"type": "integer", "minimum": 1, "maximum": 30, "examples": [4]},
        },
        "required": ["service", "weight_kg"],
    });
    read_only("shipping_cost", "Computes the cost of a shipment.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::text("9.80 EUR"),
        |faults| Answer::failure(lines(faults, Fault::diagnosis)),
    )
}
