use serde_json::json;

use super::*;
use crate::schema::fault::Pointer;

fn stated(text: &str, breach: Breach) -> bool {
    let parameter = Pointer::from_escaped("/when");
    let broken = Broken::Argument { parameter: &parameter, breach };
    let arguments = json!({"when": "required thing"});
    let call = GradedCall { tool: "t", input_schema: &Value::Null, arguments: &arguments, broken };
    states(&Reading::of(text, call.tool), &call, false).expect("an argument has a constraint")
}

#[test]
fn what_is_accepted_is_a_constraint() {
    for text in [
        // Types, by many libraries.
        "Invalid input: expected number, received string",
        "invalid type: map, expected a sequence",
        "expected u32",
        "12 is not of type 'string'",
        "when is not of type float64, is string",
        "The JSON value could not be converted to System.Int32",
        "Cannot deserialize value of type `int` from String",
        "type: x has type \"string\", want \"integer\"",
        "$.days: string found, integer expected",
        "argument must be str",
        "could not convert string to float: 'x'",
        // Bounds.
        "0 is less than the minimum of 1",
        "Too small: expected number to be >=1",
        "Array must contain at least 1 element(s)",
        "when exceeds 50 characters",
        "100 is out of range (1..=64)",
        "Document has 12 pages (0-11)",
        "should be non-empty",
        // Lists.
        "Allowed keys: a, b",
        "'x' is not one of ['a', 'b']",
        "Only SELECT queries are allowed",
        "Write queries are not allowed here",
        // Forms.
        "Invalid ISO date",
        "Invalid URL",
        "Use YYYY-MM-DD",
        "parsing time \"x\" as \"2006-01-02\"",
        "'x' does not match '^[a-z]+$'",
        "ENOTDIR: not a directory",
        // Dependencies.
        "Cannot specify both head and tail",
        "a and b are mutually exclusive",
        "You need to open the file first",
        "Call list_things to find the right one",
        "float division by zero",
    ] {
        assert!(stated(text, Breach::Value), "{text}");
    }
}

#[test]
fn what_only_fails_is_no_constraint() {
    for text in [
        "Invalid date",
        "Invalid duration format: x",
        "not found",
        "x does not exist",
        "Invalid input at when",
        "unexpected end of JSON input",
        "invalid character 'o' in literal null (expecting 'u')",
        "invalid type: integer `7`, expected struct TimeWindow",
        "could not be converted to Shop.OrderStatus",
        "must be equal to one of the allowed values",
        "must be valid",
        "strconv.Atoi: parsing \"ten\": invalid syntax",
        "API key is required",
        "Cannot be found",
        "x.trim is not a function",
        "required thing is not allowed",
        "get when: failed",
    ] {
        assert!(!stated(text, Breach::Value), "{text}");
    }
}

#[test]
fn absence_counts_where_an_argument_is_missing() {
    assert!(stated("No table specified", Breach::Missing));
    assert!(!stated("No arguments provided", Breach::Missing));
    assert!(!stated("Missing required arguments", Breach::Missing));
    assert!(!stated("No table specified", Breach::Value));
}

#[test]
fn surplus_counts_where_a_property_is_too_many() {
    assert!(stated("Unrecognized key: \"x\"", Breach::Extra));
    assert!(stated("unknown field `x`", Breach::Extra));
    assert!(!stated("Unknown key \"x\"", Breach::Value));
}

#[test]
fn needles_of_patterns_are_needed() {
    for pattern in
        [&EXPECTED, &OBLIGED, &REQUIRED, &NOT_A, &FORBIDDEN, &ABSENT, &NOTHING_GIVEN, &TOO_MANY]
            .into_iter()
            .chain(&RULES)
    {
        pattern.assert_needles_are_needed();
    }
}
