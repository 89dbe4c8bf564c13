//! Every failure comes back as a success whose text tells of it.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, all_told, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "failure_without_is_error",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "customer_id": {"type": "string", "description": "Number of a customer on file.", "examples": ["C-1042"]},
        },
        "required": ["customer_id"],
    });
    read_only("find_customer", "Finds a customer: name and town.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |arguments| match arguments["customer_id"].as_str() {
            Some("C-1042") => Answer::text("C-1042: Ines Moreau, Lyon"),
            _ => Answer::text(format!(
                "Error: no customer has the `customer_id` {}; on file is C-1042. Change `customer_id` and call again.",
                arguments["customer_id"]
            )),
        },
        |faults| Answer::text(format!("Error: {}", all_told(faults))),
    )
}
