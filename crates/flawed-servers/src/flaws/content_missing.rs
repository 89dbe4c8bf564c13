//! A success has data, but no content.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "content_missing",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "day": {"type": "integer", "minimum": 1, "maximum": 366, "examples": [140]},
        },
        "required": ["day"],
    });
    let mut definition = read_only("get_sunrise", "Tells when the sun rises.", &input);
    definition["outputSchema"] = json!({
        "type": "object",
        "properties": {"sunrise": {"type": "string"}},
        "required": ["sunrise"],
        "additionalProperties": false,
    });
    definition
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|_| Answer::Result(json!({"structuredContent": {"sunrise": "05:21"}})))
}
