//! A refusal carries data that outputSchema does not allow.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, all_told, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "error_breaks_output_schema",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "account": {"type": "integer", "minimum": 1, "maximum": 50, "examples": [3]},
        },
        "required": ["account"],
    });
    let mut definition = read_only("get_balance", "Reads the balance of an account.", &input);
    definition["outputSchema"] = json!({
        "type": "object",
        "properties": {"balance": {"type": "number"}},
        "required": ["balance"],
        "additionalProperties": false,
    });
    definition
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::structured(&json!({"balance": 812.5})),
        |faults| {
            let content = json!([{"type": "text", "text": all_told(faults)}]);
            let data = json!({"reason": "arguments"});
            Answer::Result(json!({"content": content, "isError": true, "structuredContent": data}))
        },
    )
}
