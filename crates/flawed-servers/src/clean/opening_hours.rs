//! A read-only tool that takes nothing.

use serde_json::json;

use crate::tool::{Answer, Call, Tool, read_only};

pub(super) fn tool() -> Tool {
    let input = json!({"type": "object", "properties": {}, "additionalProperties": false});
    Tool { definition: read_only("opening_hours", "Tells when the desk is open.", &input), call }
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|_| Answer::text("Monday to Friday, 08:00 to 18:00"))
}
