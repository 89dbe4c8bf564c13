use serde_json::json;

use super::*;
use crate::schema::fault::Pointer;

fn given(text: &str, value: &Value) -> bool {
    let parameter = Pointer::from_escaped("/v");
    let broken = Broken::Argument { parameter: &parameter, breach: Breach::Value };
    let arguments = json!({"v": value});
    let call = GradedCall { tool: "t", input_schema: &Value::Null, arguments: &arguments, broken };
    gives(&Reading::of(text, call.tool), &call).expect("a value was given")
}

#[test]
fn repeated_value_is_given() {
    for (text, value) in [
        ("Invoice 'no-such-id' not found", json!("no-such-id")),
        ("no such table: t_9", json!("SELECT * FROM t_9")),
        ("ReferenceError: nonsense is not defined", json!("nonsense-x")),
        ("syntax error near \"SELEC\"", json!("SELEC 1")),
        ("starts with abcdefghijklmnopqrst…", json!("abcdefghijklmnopqrstuvwxyz")),
        ("limit is 5000, at most 1000", json!(5000)),
        ("integer `-1`, expected u32", json!(-1)),
        ("float division by zero", json!(0)),
        ("None is not of type 'string'", json!(null)),
        ("received null", json!(null)),
        ("got true", json!(true)),
        ("got [1, 2]", json!([1, 2])),
        ("{'zz': 1} is not valid", json!({"zz": 1})),
        ("Need two points, got 1", json!([7])),
        ("should not be empty, but the text is empty", json!("")),
    ] {
        assert!(given(text, &value), "{text}");
    }
}

#[test]
fn type_or_bound_is_no_value() {
    for (text, value) in [
        ("expected number, received string", json!("abc")),
        ("Number must be greater than 0", json!(0)),
        ("at least 1 element(s)", json!(1)),
        ("must not be null", json!(null)),
        ("SELECT queries are not allowed", json!("SELECT 1")),
        ("must not be empty", json!("")),
        ("Expected HH:MM", json!("25:99")),
    ] {
        assert!(!given(text, &value), "{text}");
    }
}

#[test]
fn valid_values_count_as_a_value() {
    for text in [
        "Supported formats: csv, parquet",
        "must be one of: list, get",
        "not one of ['none', 'full']",
        "Did you mean \"color\"?",
        "today is 2026-11-30",
        "e.g. 'name@example.org'",
    ] {
        assert!(given(text, &json!("zzz")), "{text}");
    }
    assert!(!given("one of: string, number", &json!("zzz")));
    assert!(!given("This is not permitted: stay inside", &json!("zzz")));
}

#[test]
fn choices_of_the_schema_are_recognised() {
    let schema = json!({"enum": ["CHF", "SEK", 5]});
    assert!(lists_choices("expected `CHF` or `SEK`", &schema));
    assert!(lists_choices("in [CHF 5]", &schema));
    assert!(!lists_choices("expected `CHF`", &schema));
    assert!(!lists_choices("anything", &json!({})));
}

#[test]
fn needles_of_patterns_are_needed() {
    for pattern in [&LIST, &OTHER_VALUE, &EXAMPLE, &COUNT] {
        pattern.assert_needles_are_needed();
    }
}
