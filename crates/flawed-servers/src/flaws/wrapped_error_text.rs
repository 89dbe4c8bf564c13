//! A refusal that tells everything is announced twice, by two layers.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, all_told, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "wrapped_error_text",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "text": {"type": "string", "minLength": 1, "maxLength": 400, "examples": ["Good morning"]},
        },
        "required": ["text"],
    });
    read_only("count_words", "Counts the words of a text.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |arguments| {
            let words = arguments["text"].as_str().unwrap_or_default().split_whitespace().count();
            Answer::text(words.to_string())
        },
        |faults| {
            Answer::failure(format!("MCP error -32602: MCP error -32602: {}", all_told(faults)))
        },
    )
}
