//! A refusal stands in `result` and, once more, in `error`.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::server::INVALID_PARAMS;
use crate::tool::{Answer, Call, Tool, all_told, failure, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "ambiguous_envelope",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "hour": {"type": "integer", "minimum": 0, "maximum": 23, "examples": [9]},
        },
        "required": ["hour"],
    });
    read_only("get_timetable", "Lists the trains of an hour.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::text("09:04 to Ghent, 09:31 to Bruges"),
        |faults| {
            let told = all_told(faults);
            let mut message = call.response(failure(told.as_str()));
            message["error"] = json!({"code": INVALID_PARAMS, "message": told});
            Answer::Raw(message)
        },
    )
}
