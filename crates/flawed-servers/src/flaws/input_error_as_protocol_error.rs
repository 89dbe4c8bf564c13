//! Arguments that break inputSchema are refused through a JSON-RPC error.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::server::INVALID_PARAMS;
use crate::tool::{Answer, Call, ProtocolError, Tool, all_told, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "input_error_as_protocol_error",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "amount": {"type": "number", "minimum": 0.01, "maximum": 1_000_000, "examples": [250]},
            "currency": {"type": "string", "enum": ["CHF", "GBP", "USD"]},
        },
        "required": ["amount", "currency"],
    });
    read_only("quote_exchange", "Quotes what an amount in EUR costs in another currency.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |arguments| {
            Answer::text(format!("{} EUR for {}", arguments["amount"], arguments["currency"]))
        },
        |faults| Answer::ProtocolError(ProtocolError::new(INVALID_PARAMS, all_told(faults))),
    )
}
