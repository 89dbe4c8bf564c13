//! A tool that writes: it adds a booking.

use serde_json::json;

use crate::tool::{Answer, Call, Tool};

pub(super) fn tool() -> Tool {
    let definition = json!({
        "name": "book_room",
        "description": "Books a room for one night.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "room": {"type": "integer", "minimum": 1, "maximum": 40, "description": "Number of the room.", "examples": [12]},
                "date": {
                    "type": "string", "format": "date", "examples": ["2027-05-20"],
                    "description": "Day of arrival, a future date as YYYY-MM-DD (rooms can be booked from 2026-01-01).",
                },
                "guest": {
                    "type": "object", "description": "Who stays.",
                    "properties": {
                        "name": {"type": "string", "minLength": 1, "maxLength": 80, "examples": ["Ines Moreau"]},
                        "email": {"type": "string", "minLength": 3, "maxLength": 120, "examples": ["ines@example.com"]},
                    },
                    "required": ["name"],
                    "additionalProperties": false,
                },
            },
            "required": ["room", "date", "guest"],
            "additionalProperties": false,
        },
        "annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": false},
    });
    Tool { definition, call }
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|arguments| {
        let date = arguments["date"].as_str().unwrap_or_default();
        if date < FIRST_DAY {
            return Answer::failure(format!(
                "`date` is {date}, but must be a day from {FIRST_DAY} on. Change `date` and call again."
            ));
        }
        Answer::text(format!("Room {} is booked for {date} as BK-20443", arguments["room"]))
    })
}

/// The first day that can be booked. Days are written so that the order of texts is theirs.
const FIRST_DAY: &str = "2026-01-01";
