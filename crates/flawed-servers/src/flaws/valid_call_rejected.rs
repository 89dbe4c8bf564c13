//! A day in the past is refused with -32602, as if the call broke the schema.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::server::INVALID_PARAMS;
use crate::tool::{Answer, Call, ProtocolError, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "valid_call_rejected",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "date": {"type": "string", "format": "date", "description": "Day of the transfer, a future date as YYYY-MM-DD.", "examples": ["2027-05-20"]},
            "seats": {"type": "integer", "minimum": 1, "maximum": 8, "examples": [2]},
        },
        "required": ["date", "seats"],
    });
    read_only("quote_transfer", "Quotes a transfer to the airport.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|arguments| match arguments["date"].as_str() {
        Some(date) if date < FIRST_DAY => {
            let message = format!(
                "`date` is {date}, but must be a day from {FIRST_DAY} on. Change `date` and call again."
            );
            Answer::ProtocolError(ProtocolError::new(INVALID_PARAMS, message))
        }
        Some(_) | None => Answer::text("48 EUR for the car"),
    })
}

/// Transfers are offered from this day on. Days are written so that the order of texts is theirs.
const FIRST_DAY: &str = "2026-01-01";
