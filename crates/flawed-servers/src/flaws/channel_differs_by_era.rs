//! The same faulty arguments are a result in the legacy era and an error in the modern one.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::era::Era;
use crate::server::INVALID_PARAMS;
use crate::tool::{Answer, Call, ProtocolError, Tool, all_told, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "channel_differs_by_era",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "zones": {"type": "integer", "minimum": 1, "maximum": 6, "examples": [2]},
        },
        "required": ["zones"],
    });
    read_only("get_fare", "Tells the fare for a number of zones.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.or_refuse(
        |_| Answer::text("4.60 EUR"),
        |faults| match call.era {
            Era::Legacy => Answer::failure(all_told(faults)),
            Era::Modern => {
                Answer::ProtocolError(ProtocolError::new(INVALID_PARAMS, all_told(faults)))
            }
        },
    )
}
