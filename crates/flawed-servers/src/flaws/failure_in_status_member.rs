//! Every failure comes back as a success whose data has the status "error".

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, all_told, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "failure_in_status_member",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "shipment_id": {"type": "string", "description": "Number of a shipment on its way.", "examples": ["SH-77120"]},
        },
        "required": ["shipment_id"],
    });
    read_only("get_shipment", "Tells where a shipment is.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |arguments| match arguments["shipment_id"].as_str() {
            Some("SH-77120") => Answer::structured(&json!({"place": "Antwerp", "status": "ok"})),
            _ => failed(&format!(
                "No shipment has the `shipment_id` {}; on its way is SH-77120. Change `shipment_id` and call again.",
                arguments["shipment_id"]
            )),
        },
        |faults| failed(&all_told(faults)),
    )
}

fn failed(message: &str) -> Answer {
    Answer::structured(&json!({"message": message, "status": "error"}))
}
