//! In the modern era no result says that it is complete.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, all_told, failure, read_only, success};

pub(super) const FLAW: Flaw = Flaw {
    name: "result_type_missing",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "day": {"type": "integer", "minimum": 1, "maximum": 31, "examples": [12]},
        },
        "required": ["day"],
    });
    read_only("get_tide", "Tells the tide of a day.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    let bare = |result| Answer::Raw(json!({"jsonrpc": "2.0", "id": call.id, "result": result}));
    call.or_refuse(
        |_| bare(success("High at 06:12 and 18:40")),
        |faults| bare(failure(all_told(faults))),
    )
}
