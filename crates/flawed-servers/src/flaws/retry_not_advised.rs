//! A refusal tells what is wrong, but not what to do.

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
            "parcel_id": {"type": "string", "description": "Id of a parcel on its way.", "examples": ["PX-30177"]},
        },
        "required": ["parcel_id"],
    });
    read_only("shipping_cost", "Tells what a parcel costs to ship.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|arguments| match &arguments["parcel_id"] {
        Value::String(id) if id == "PX-30177" => Answer::text("9.80 EUR"),
        id => Answer::failure(format!("There is no parcel with the `parcel_id` {id}.")),
    })
}
