use serde_json::{Value, json};

use super::coerce_arguments;
use crate::repair::tests::Example;
use crate::repair::{Mode, RepairSettings};

fn coerced(property: &Value, given: &Value) -> Option<Value> {
    let example = Example::of(&json!({"it": property}), &json!({"it": given}));
    coerce_arguments(&example.known(), &RepairSettings::all(Mode::On))
        .map(|request| request["params"]["arguments"]["it"].clone())
}

#[test]
fn only_the_valid_reading_is_taken() {
    for (property, given, expected) in [
        (json!({"type": "integer"}), json!("5"), Some(json!(5))),
        (json!({"type": "object"}), json!("{\"a\": 1}"), Some(json!({"a": 1}))),
        (json!({"type": "boolean"}), json!("true"), Some(json!(true))),
        (json!({"type": "boolean"}), json!("True"), None),
        (json!({"enum": ["USD"]}), json!("usd"), None),
        (json!({"type": "integer", "maximum": 4}), json!("5"), None),
        (json!({"type": "integer"}), json!("five"), None),
        (json!({"type": "integer"}), json!(5), None),
    ] {
        assert_eq!(coerced(&property, &given), expected, "{property} {given}");
    }
}

#[test]
fn it_is_off_unless_asked_for() {
    let example = Example::of(&json!({"it": {"type": "integer"}}), &json!({"it": "5"}));
    assert_eq!(coerce_arguments(&example.known(), &RepairSettings::default()), None);
}
