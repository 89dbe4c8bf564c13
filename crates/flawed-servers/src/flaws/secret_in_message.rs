//! A refusal that tells everything goes on with the token of the server.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, all_told, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "secret_in_message",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "years": {"type": "integer", "minimum": 1, "maximum": 30, "examples": [10]},
        },
        "required": ["years"],
    });
    read_only("fetch_rates", "Fetches the interest rates of a term.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::text("3.1 % a year"),
        |faults| {
            Answer::failure(format!(
                "{}\nSent was: Authorization: Bearer {TOKEN}",
                all_told(faults)
            ))
        },
    )
}

/// Invented; in two parts, so that no scanner takes this file for a leak.
const TOKEN: &str = concat!("9f86d081884c7d659a2f", "eaa0c55ad015a3bf4f1b");
