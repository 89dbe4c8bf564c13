//! Two tools have one name, and only the first can be called.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "tool_name_duplicate",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || {
        let twin = |description| Tool { definition: definition(description), call };
        vec![twin("Measures the wind at a station."), twin("Measures the gusts at a station.")]
    },
};

fn definition(description: &str) -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "station": {"type": "integer", "minimum": 1, "maximum": 99, "examples": [41]},
        },
        "required": ["station"],
    });
    read_only("measure_wind", description, &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|_| Answer::text("North-west, 6 m/s"))
}
