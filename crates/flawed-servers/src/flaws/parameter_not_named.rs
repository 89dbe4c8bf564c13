//! A refusal tells what is accepted, but not for which argument.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::arguments::Fault;
use crate::tool::{Answer, Call, Tool, lines, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "parameter_not_named",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "start_city": {"type": "string", "minLength": 2, "maxLength": 40, "examples": ["Porto"]},
            "stop_count": {"type": "integer", "minimum": 0, "maximum": 5, "examples": [1]},
            "vehicle": {"type": "string", "enum": ["bicycle", "car"]},
        },
        "required": ["start_city", "stop_count", "vehicle"],
    });
    read_only("plan_route", "Plans a route to the coast.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::text("142 km along the river, one stop"),
        |faults| Answer::failure(lines(faults, nameless)),
    )
}

fn nameless(fault: &Fault) -> String {
    let expected = &fault.expected;
    match &fault.given {
        Some(given) => {
            format!("{given} is not accepted, it must be {expected}. Change it and call again.")
        }
        None => format!(
            "A required argument was not sent: it must be {expected}. Add it and call again."
        ),
    }
}
