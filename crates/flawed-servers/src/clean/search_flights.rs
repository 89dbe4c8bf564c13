//! A read-only tool with patterns, a date, nested objects and arrays, all of them closed.

use serde_json::json;

use crate::tool::{Answer, Call, Tool, read_only};

pub(super) fn tool() -> Tool {
    let input = json!({
        "type": "object",
        "properties": {
            "origin": {"type": "string", "pattern": "^[A-Z]{3}$", "description": "IATA code of an airport.", "examples": ["OSL"]},
            "destination": {"type": "string", "pattern": "^[A-Z]{3}$", "description": "IATA code of an airport.", "examples": ["LIS"]},
            "date": {
                "type": "string", "format": "date", "examples": ["2027-05-20"],
                "description": "Day of departure, a future date as YYYY-MM-DD (flights are on sale from 2026-01-01).",
            },
            "passengers": {
                "type": "array", "minItems": 1, "maxItems": 9, "description": "Who flies.",
                "items": {
                    "type": "object",
                    "properties": {
                        "age": {"type": "integer", "minimum": 0, "maximum": 120, "examples": [34]},
                        "luggage_kg": {"type": "number", "minimum": 0, "maximum": 46, "examples": [23]},
                    },
                    "required": ["age"],
                    "additionalProperties": false,
                },
            },
            "cabins": {
                "type": "array", "minItems": 1, "uniqueItems": true, "description": "Cabins to look at.",
                "items": {"type": "string", "enum": ["economy", "business"]},
            },
            "direct": {"type": "boolean", "default": false, "description": "Whether to leave out flights with a stop."},
        },
        "required": ["origin", "destination", "date", "passengers"],
        "additionalProperties": false,
    });
    Tool { definition: read_only("search_flights", "Searches the flights of a day.", &input), call }
}

fn call(call: &Call<'_>) -> Answer {
    call.checked(|arguments| {
        let text = |name: &str| arguments[name].as_str().unwrap_or_default();
        let (origin, destination, date) = (text("origin"), text("destination"), text("date"));
        if date < FIRST_DAY {
            return Answer::failure(format!(
                "`date` is {date}, but must be a day from {FIRST_DAY} on. Change `date` and call again."
            ));
        }
        if origin == destination {
            return Answer::failure(format!(
                "`origin` and `destination` are both {origin}, but must differ. Change one of them and call again."
            ));
        }
        let seats = arguments["passengers"].as_array().map_or(0, Vec::len);
        Answer::text(format!("{origin} to {destination} on {date}: 2 flights with {seats} seats left, from 118 EUR"))
    })
}

/// The first day on sale. Days are written so that the order of texts is theirs.
const FIRST_DAY: &str = "2026-01-01";
