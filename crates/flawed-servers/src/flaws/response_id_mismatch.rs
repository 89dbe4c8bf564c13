//! A refusal comes back under the id in another type: a number as a string, a string as null.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, all_told, failure, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "response_id_mismatch",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "train": {"type": "integer", "minimum": 100, "maximum": 9999, "examples": [2017]},
        },
        "required": ["train"],
    });
    read_only("get_platform", "Tells the platform of a train.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::text("Platform 7"),
        |faults| {
            let mut message = call.response(failure(all_told(faults)));
            message["id"] = match call.id {
                Value::Number(id) => json!(id.to_string()),
                _ => Value::Null,
            };
            Answer::Raw(message)
        },
    )
}
