//! A parcel that does not exist is an "Internal error"; why stands in `error.data` alone.

use serde_json::{Value, json};

use super::{Flaw, HABITS_STAY};
use crate::server::INTERNAL_ERROR;
use crate::tool::{Answer, Call, ProtocolError, Tool, read_only};

pub(super) const FLAW: Flaw = Flaw {
    name: "reason_only_in_error_data",
    adopt: HABITS_STAY,
    in_all: true,
    tools: || vec![Tool { definition: definition(), call }],
};

fn definition() -> Value {
    let input = json!({
        "type": "object",
        "properties": {
            "parcel_id": {"type": "string", "description": "Number of a parcel on its way.", "examples": ["PX-88421"]},
        },
        "required": ["parcel_id"],
    });
    read_only("track_parcel", "Tells where a parcel is.", &input)
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|arguments| match arguments["parcel_id"].as_str() {
        Some("PX-88421") => Answer::text("PX-88421: at the depot in Lille"),
        Some(_) | None => Answer::ProtocolError(ProtocolError {
            code: INTERNAL_ERROR,
            message: "Internal error".to_owned(),
            data: Some(json!(format!(
                "No parcel has the `parcel_id` {}; on its way is PX-88421. Change `parcel_id` and call again.",
                arguments["parcel_id"]
            ))),
        }),
    })
}
