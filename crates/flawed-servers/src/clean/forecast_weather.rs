//! A read-only tool with an optional argument.

use serde_json::json;

use crate::tool::{Answer, Call, Tool, read_only};

pub(super) fn tool() -> Tool {
    let input = json!({
        "type": "object",
        "properties": {
            "city": {"type": "string", "minLength": 2, "maxLength": 60, "description": "Name of a city.", "examples": ["Bergen"]},
            "days": {"type": "integer", "minimum": 1, "maximum": 7, "description": "How many days ahead.", "examples": [3]},
            "units": {"type": "string", "enum": ["metric", "imperial"], "default": "metric", "description": "Units of the answer."},
        },
        "required": ["city", "days"],
        "additionalProperties": false,
    });
    Tool {
        definition: read_only("forecast_weather", "Forecasts the weather of a city.", &input),
        call,
    }
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|arguments| {
        let warmth = match arguments.get("units").and_then(|units| units.as_str()) {
            Some("imperial") => "57 °F",
            _ => "14 °C",
        };
        let (city, days) = (arguments["city"].as_str().unwrap_or_default(), &arguments["days"]);
        Answer::text(format!("{city}, {days} days ahead: light rain, {warmth}"))
    })
}
