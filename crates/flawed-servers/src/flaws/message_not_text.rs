//! A refusal is a picture.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "message_not_text",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "months": {"type": "integer", "minimum": 1, "maximum": 24, "examples": [6]},
        },
        "required": ["months"],
    });
    read_only("draw_chart", "Describes a chart of the sales of some months.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::text("A line that rises until March"),
        |_| {
            let image = json!({"type": "image", "mimeType": "image/png", "data": ONE_PIXEL});
            Answer::Result(json!({"content": [image], "isError": true}))
        },
    )
}

const ONE_PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";
