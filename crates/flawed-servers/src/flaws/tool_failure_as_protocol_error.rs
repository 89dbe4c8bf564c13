//! The tool ran and found no invoice, but says so through a JSON-RPC error.

use serde_json::{Map, Value, json};

use super::{Flaw, HABITS_STAY};
use crate::server::INTERNAL_ERROR;
use crate::tool::{Answer, Call, ProtocolError, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "tool_failure_as_protocol_error",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "invoice_id": {"type": "string", "description": "Number of an invoice on file.", "examples": ["INV-004217"]},
        },
        "required": ["invoice_id"],
    });
    read_only("get_invoice", "Reads one invoice: its amount and its due day.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|arguments| match arguments["invoice_id"].as_str() {
        Some("INV-004217") => Answer::text("INV-004217: 1280.00 EUR, due 2026-09-30"),
        _ => Answer::ProtocolError(ProtocolError::new(INTERNAL_ERROR, no_such(arguments))),
    })
}

fn no_such(arguments: &Map<String, Value>) -> String {
    format!(
        "No invoice has the `invoice_id` {}; on file is INV-004217. Change `invoice_id` and call again.",
        arguments["invoice_id"]
    )
}
