//! In the modern era no result says that it is complete.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "result_type_missing",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "day": {"type": "integer", "minimum": 1, "maximum": 31, "examples": [12]},
        },
        "required": ["day"],
    });
    read_only("get_tide", "Tells the tide of a day.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    match call.checked(|_| Answer::text("High at 06:12 and 18:40")) {
        Answer::Result(result) => {
            Answer::Raw(json!({"jsonrpc": "2.0", "id": call.id, "result": result}))
        }
        answer => answer,
    }
}
