//! A refusal names the argument and what was sent, but not what is accepted.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::arguments::Fault;
use crate::tool::{Answer, Call, Tool, lines, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "constraint_not_stated",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "party_size": {"type": "integer", "minimum": 1, "maximum": 12, "examples": [4]},
            "seating": {"type": "string", "enum": ["indoors", "terrace"]},
        },
        "required": ["party_size", "seating"],
    });
    read_only("check_table", "Tells whether a table is free tonight.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::text("A table is free at 19:30"),
        |faults| Answer::failure(lines(faults, without_constraint)),
    )
}

/// Says what will not help, since what to send instead would tell the constraint.
fn without_constraint(fault: &Fault) -> String {
    let parameter = &fault.parameter;
    let given = fault.given.as_ref().map(|given| format!(" {given}")).unwrap_or_default();
    format!("The value{given} of `{parameter}` was rejected. Sending the same again will not help.")
}
