//! A refusal tells what is wrong, but not what to do: nothing says where a number that exists is to be found.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

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
            "shipment_id": {"type": "string", "description": "Number of a shipment on file.", "examples": ["SH-7710"]},
        },
        "required": ["shipment_id"],
    });
    read_only("shipping_cost", "Tells the cost of a shipment.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|arguments| match arguments["shipment_id"].as_str() {
        Some("SH-7710") => Answer::text("9.80 EUR"),
        Some(_) | None => Answer::failure(format!(
            "No shipment has the `shipment_id` {}; on file is SH-7710.",
            arguments["shipment_id"]
        )),
    })
}
