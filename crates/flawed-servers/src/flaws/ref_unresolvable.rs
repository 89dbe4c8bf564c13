//! The inputSchema refers to a definition that it does not hold.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::tool::{Answer, Call, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "ref_unresolvable",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "country": {"$ref": "#/$defs/country"},
            "street": {"type": "string", "minLength": 2, "maxLength": 80, "examples": ["Veldstraat 8"]},
        },
        "required": ["street"],
    });
    read_only("check_address", "Tells whether mail reaches an address.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|_| Answer::text("Mail is delivered on weekdays"))
}
