//! Each call writes a line of its log on stdout.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, all_told, failure, read_only, success};

pub(super) const FLAW: Flaw = Flaw {
    name: "stdout_not_protocol",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "quarter": {"type": "integer", "minimum": 1, "maximum": 4, "examples": [3]},
        },
        "required": ["quarter"],
    });
    read_only("sum_sales", "Adds up the sales of a quarter.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::Noise { line: LINE, result: success("81 sales, 12 400 EUR") },
        |faults| Answer::Noise { line: LINE, result: failure(all_told(faults)) },
    )
}

const LINE: &str = "[debug] sum_sales called, cache is warm";
