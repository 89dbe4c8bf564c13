//! A refusal does not tell what was sent.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::arguments::Fault;
use crate::tool::{Answer, Call, Tool, lines, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "value_not_given",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "amount": {"type": "integer", "minimum": 1000, "maximum": 500_000, "examples": [25_000]},
            "years": {"type": "integer", "minimum": 1, "maximum": 35, "examples": [10]},
        },
        "required": ["amount", "years"],
    });
    read_only("loan_payment", "Computes the monthly payment of a loan.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::text("253 EUR a month"),
        |faults| Answer::failure(lines(faults, without_value)),
    )
}

fn without_value(fault: &Fault) -> String {
    let (parameter, expected) = (&fault.parameter, &fault.expected);
    let change = if fault.given.is_some() { "Change" } else { "Add" };
    format!("`{parameter}` must be {expected}. {change} `{parameter}` and call again.")
}
