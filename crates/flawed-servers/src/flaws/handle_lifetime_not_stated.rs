//! A tool hands out a handle, and nothing says how long it can be used.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "handle_lifetime_not_stated",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || {
        vec![
            Tool { definition: start_definition(), call: start },
            Tool { definition: read_definition(), call: read },
        ]
    },
};

fn start_definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "month": {"type": "integer", "minimum": 1, "maximum": 12, "examples": [5]},
        },
        "required": ["month"],
    });
    let description = "Starts an export of the bookings of a month and returns `export_id`, a handle for read_export.";
    let mut definition = read_only("start_export", description, &input);
    definition["outputSchema"] = json!({
        "type": "object",
        "properties": {"export_id": {"type": "string", "description": "Handle of the export."}},
        "required": ["export_id"],
        "additionalProperties": false,
    });
    definition
}

fn start(call: &Call<'_>) -> Answer {
    call.checked(|_| Answer::structured(&json!({"export_id": HANDLE})))
}

fn read_definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "export_id": {"type": "string", "description": "Handle that start_export returned.", "examples": [HANDLE]},
        },
        "required": ["export_id"],
    });
    read_only("read_export", "Reads an export.", &input)
}

fn read(call: &Call<'_>) -> Answer {
    call.checked(|arguments| {
        let export_id = &arguments["export_id"];
        if export_id == HANDLE {
            return Answer::text("BK-20441, BK-20442");
        }
        Answer::failure(format!(
            "`export_id` is {export_id}, but must be the handle of an open export. \
             Call start_export, change `export_id` to the handle that it returns, and call again."
        ))
    })
}

const HANDLE: &str = "exp-5d1c";
