//! A payment that does not exist is a 500 over HTTP; on stdio it is told as it should be.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, failure, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "tool_failure_as_http_error",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "payment_id": {"type": "string", "description": "Number of a payment on file.", "examples": ["P-3301"]},
        },
        "required": ["payment_id"],
    });
    read_only("get_payment", "Reads one payment.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|arguments| match arguments["payment_id"].as_str() {
        Some("P-3301") => Answer::text("P-3301: 64.00 EUR, received"),
        Some(_) | None => Answer::HttpFailure {
            status: 500,
            body: "Internal Server Error",
            result: failure(format!(
                "No payment has the `payment_id` {}; on file is P-3301. Change `payment_id` and call again.",
                arguments["payment_id"]
            )),
        },
    })
}
