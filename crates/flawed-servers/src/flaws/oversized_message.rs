//! A refusal that tells everything goes on with the whole manual.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, all_told, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "oversized_message",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "year": {"type": "integer", "minimum": 2000, "maximum": 2099, "examples": [2027]},
        },
        "required": ["year"],
    });
    read_only("list_holidays", "Lists the public holidays of a year.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::text("1 January, 1 May, 25 December"),
        |faults| Answer::failure(format!("{}\n\n{}", all_told(faults), manual())),
    )
}

fn manual() -> String {
    let paragraph = |number| {
        format!(
            "{number}. A holiday that falls on a Sunday is kept on the Monday after it, if the region says so.\n"
        )
    };
    (1..=60).map(paragraph).collect()
}
