//! A call whose arguments break inputSchema ends the process.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "server_exited",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "postcode": {"type": "string", "minLength": 4, "maxLength": 8, "examples": ["1012 AB"]},
        },
        "required": ["postcode"],
    });
    read_only("find_district", "Finds the district of a postcode.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::text("Centrum"),
        |_| Answer::Exit { code: 101, last_words: LAST_WORDS },
    )
}

const LAST_WORDS: &str = "thread 'main' panicked at src/districts.rs:57:30: index out of bounds";
