use serde_json::json;

use super::*;

fn graded<'a>(schema: &'a Value, arguments: &'a Value, broken: Broken<'a>) -> GradedCall<'a> {
    GradedCall { tool: "book_flight", input_schema: schema, arguments, broken }
}

#[test]
fn message_with_all_facts_holds_all_facts() {
    let schema =
        json!({"type": "object", "properties": {"date": {"type": "string", "format": "date"}}});
    let arguments = json!({"date": "2024-02-30"});
    let parameter = Pointer::root().child("date");
    let broken = Broken::Argument { parameter: &parameter, breach: Breach::Bound };
    let found = facts(
        "`date` is 2024-02-30, which is not a day. Send a day as YYYY-MM-DD.",
        &graded(&schema, &arguments, broken),
    );
    assert_eq!(
        found,
        Facts {
            parameter: Some(true),
            constraint: Some(true),
            value: Some(true),
            retry: true,
            stock_sentence: false,
            wrapped: false,
            leaks_internals: false,
            leaks_secret: false,
        }
    );
}

#[test]
fn upstream_failure_is_asked_for_advice_alone() {
    let (schema, arguments) = (json!({}), json!({}));
    let found = facts("Please retry in 30 s.", &graded(&schema, &arguments, Broken::Upstream));
    assert_eq!((found.parameter, found.constraint, found.value), (None, None, None));
    assert!(found.retry);
}

#[test]
fn odd_schemas_and_arguments_are_graded_too() {
    let odd =
        [json!(null), json!(true), json!([]), json!({"properties": 4, "$ref": "#"}), json!("x")];
    let parameter = Pointer::from_escaped("/a/0/b");
    let broken = Broken::Argument { parameter: &parameter, breach: Breach::Type };
    for schema in &odd {
        for arguments in &odd {
            let found = facts("b must be a string", &graded(schema, arguments, broken));
            assert_eq!(found.parameter, Some(true), "{schema} {arguments}");
        }
    }
}

#[test]
fn hostile_texts_are_graded_in_time() {
    let schema = json!({"properties": {"a": {"enum": ["x", "y"]}}});
    let arguments = json!({"a": "((((", "b": [1, [2, [3]]]});
    let parameter = Pointer::root().child("a");
    let broken = Broken::Argument { parameter: &parameter, breach: Breach::Choice };
    let call = graded(&schema, &arguments, broken);
    for part in [
        "[",
        "{\"message\":",
        "required ",
        "expected a, ",
        "MCP error -1: ",
        "a ",
        "'",
        "\n at x(",
        "/srv/a ",
        "ä",
        "a: ",
        "no a provided ",
    ] {
        let text = part.repeat(10_000_000 / part.len());
        let _ = facts(&text, &call);
    }
}

#[test]
fn text_beyond_the_limit_is_not_read() {
    let (schema, arguments) = (json!({}), json!({}));
    let text = format!("{}please retry", "ä".repeat(40_000));
    assert!(!facts(&text, &graded(&schema, &arguments, Broken::Upstream)).retry);
}
