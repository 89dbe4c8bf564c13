//! A read-only tool that knows some ids and refuses the others.

use serde_json::json;

use crate::tool::{Answer, Call, Tool, read_only};

pub(super) fn tool() -> Tool {
    let input = json!({
        "type": "object",
        "properties": {
            "booking_id": {"type": "string", "pattern": "^BK-[0-9]{5}$", "description": "Number of a booking.", "examples": ["BK-20441"]},
        },
        "required": ["booking_id"],
        "additionalProperties": false,
    });
    Tool { definition: read_only("find_booking", "Reads one booking of a room.", &input), call }
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|arguments| match arguments["booking_id"].as_str() {
        Some("BK-20441") => Answer::text("BK-20441: room 12, 2 guests, 2027-05-20 to 2027-05-23"),
        Some("BK-20442") => Answer::text("BK-20442: room 31, 1 guest, 2027-06-01 to 2027-06-02"),
        _ => Answer::failure(no_such(&arguments["booking_id"])),
    })
}

/// The refusal of a booking that does not exist.
pub(super) fn no_such(booking_id: &serde_json::Value) -> String {
    format!(
        "`booking_id` is {booking_id}, but no booking has this number: there are BK-20441 and BK-20442. \
         Change `booking_id` and call again."
    )
}
