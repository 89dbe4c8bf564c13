use serde_json::json;

use super::*;

fn sentences(schema: &Value, arguments: &Value) -> Vec<String> {
    let arguments = arguments.as_object().expect("arguments are an object");
    faults(schema, arguments).iter().map(Fault::sentence).collect()
}

#[test]
fn valid_arguments_have_no_fault() {
    let schema =
        json!({"type": "object", "properties": {"day": {"type": "string", "format": "date"}}});
    assert_eq!(sentences(&schema, &json!({"day": "2028-02-29", "more": 1})), [""; 0]);
}

#[test]
fn every_fault_is_told_at_once() {
    let schema = json!({
        "type": "object",
        "properties": {
            "city": {"type": "string", "minLength": 2, "maxLength": 40},
            "days": {"type": "integer", "minimum": 1, "maximum": 7},
            "units": {"type": "string", "enum": ["metric", "imperial"]}
        },
        "required": ["city", "days"],
        "additionalProperties": false
    });
    assert_eq!(
        sentences(&schema, &json!({"days": "5", "unit": "metric", "units": "Metric"})),
        [
            "`city` is required and was not sent: it must be a string of 2 to 40 characters. Add `city` and call again.",
            "`days` is \"5\", but must be an integer from 1 to 7. Change `days` and call again. Did you mean 5?",
            "`unit` is not an argument of this tool, which takes `city`, `days` and `units`. Leave `unit` out and call again.",
            "`units` is \"Metric\", but must be one of \"metric\", \"imperial\". Change `units` and call again. Did you mean \"metric\"?",
        ]
    );
}

#[test]
fn misspelt_argument_is_recognised() {
    let schema = json!({"type": "object", "properties": {"days": {"type": "integer"}}, "additionalProperties": false});
    assert_eq!(
        sentences(&schema, &json!({"day": 3})),
        [
            "`day` is not an argument of this tool, which takes `days`. Leave `day` out and call again. Did you mean `days`?"
        ]
    );
}

#[test]
fn nested_fault_carries_its_path() {
    let schema = json!({
        "type": "object",
        "properties": {"guests": {
            "type": "array", "minItems": 1, "maxItems": 2,
            "items": {"type": "object", "properties": {"age": {"type": "integer", "minimum": 0, "maximum": 120}}, "required": ["age"]}
        }}
    });
    assert_eq!(
        sentences(&schema, &json!({"guests": [{"age": 130}, {}]})),
        [
            "`guests[0].age` is 130, but must be an integer from 0 to 120. Change `guests[0].age` and call again.",
            "`guests[1].age` is required and was not sent: it must be an integer from 0 to 120. Add `guests[1].age` and call again.",
        ]
    );
    assert_eq!(
        sentences(&schema, &json!({"guests": []})),
        ["`guests` is [], but must be an array of 1 to 2 items. Change `guests` and call again."]
    );
}

#[test]
fn days_off_the_calendar_do_not_fit() {
    let schema = json!({"type": "string", "format": "date"});
    for day in ["2027-02-29", "2027-13-01", "2027-04-31", "27-04-01", "2027-04-01x", "tomorrow"] {
        assert!(!fits(&schema, &json!(day)), "{day}");
    }
}

#[test]
fn patterns_match_whole_strings() {
    for (pattern, text, fits) in [
        ("^INV-[0-9]{6}$", "INV-004217", true),
        ("^INV-[0-9]{6}$", "INV-04217", false),
        ("^INV-[0-9]{6}$", "xINV-004217", false),
        ("^[A-Z]{3}$", "OSLO", false),
        ("^[A-Z0-9]{2,4}$", "K9", true),
        ("^[A-Z]{3}$", "öß€", false),
    ] {
        assert_eq!(pattern::matches(pattern, text), fits, "{pattern} {text}");
    }
}

#[test]
fn long_values_are_told_in_short() {
    let row = json!("a".repeat(60));
    for (value, told) in [
        (json!("é".repeat(200)), format!("\"{}…\" (200 characters)", "é".repeat(119))),
        (json!([row, row, row]), "an array with 3 items".to_owned()),
        (json!({"a": row, "b": row}), "an object with 2 members".to_owned()),
    ] {
        assert_eq!(shortened(&value), told);
    }
}
