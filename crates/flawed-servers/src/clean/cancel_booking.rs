//! A tool that destroys: nothing may be sent to it by a checker that was not told to.

use serde_json::json;

use super::find_booking::no_such;
use crate::tool::{Answer, Call, Tool};

pub(super) fn tool() -> Tool {
    let definition = json!({
        "name": "cancel_booking",
        "description": "Cancels a booking for good.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "booking_id": {"type": "string", "pattern": "^BK-[0-9]{5}$", "description": "Number of a booking.", "examples": ["BK-20442"]},
            },
            "required": ["booking_id"],
            "additionalProperties": false,
        },
        "annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": true},
    });
    Tool { definition, call }
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|arguments| match arguments["booking_id"].as_str() {
        Some(known @ ("BK-20441" | "BK-20442")) => Answer::text(format!("{known} is cancelled")),
        _ => Answer::failure(no_such(&arguments["booking_id"])),
    })
}
