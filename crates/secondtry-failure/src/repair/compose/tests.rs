use serde_json::{Value, json};

use super::{corrected_arguments, tell, tell_all};
use crate::repair::tests::Example;
use crate::schema::compile::Schema;

/// What is told of the first fault of `it`.
fn told(property: &Value, given: &Value) -> String {
    told_of(&json!({"properties": {"it": property}}), &json!({"it": given}))
}

fn told_of(schema: &Value, arguments: &Value) -> String {
    let example = Example::by(&json!({"name": "tool", "inputSchema": schema}), arguments);
    let faults = Schema::compile(schema).unwrap().faults(arguments);
    tell(&faults[0], &example.known()).sentences
}

#[test]
fn sentences_name_the_rule_and_what_was_sent() {
    for (property, given, expected) in [
        (
            json!({"type": "integer", "minimum": 1, "maximum": 40}),
            json!("8"),
            "must be an integer from 1 to 40, without quotes. You sent \"8\". Suggested value: 8.",
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 0}),
            json!(-1),
            "must be a number greater than 0. You sent -1.",
        ),
        (
            json!({"enum": ["CHF", "EUR"]}),
            json!("euros"),
            "must be one of \"CHF\", \"EUR\". You sent \"euros\". Suggested value: \"EUR\".",
        ),
        (json!({"const": 4}), json!(5), "must be 4. You sent 5."),
        (
            json!({"type": "string", "minLength": 3}),
            json!("HR"),
            "must have at least 3 characters. You sent \"HR\" (2 characters).",
        ),
        (
            json!({"type": "array", "maxItems": 1}),
            json!([1, 2]),
            "must have at most 1 item. You sent 2 items.",
        ),
        (
            json!({"pattern": "^INV-\\d{4}$"}),
            json!("7"),
            "must be \"INV-\" followed by 4 digits. You sent \"7\".",
        ),
        (json!({"pattern": "a|b"}), json!("7"), "must match the pattern `a|b`. You sent \"7\"."),
        (
            json!({"type": "array", "items": {"type": "string"}}),
            json!("x"),
            "must be an array of strings. You sent \"x\". Suggested value: [\"x\"].",
        ),
        (
            json!({"multipleOf": 15, "type": "integer"}),
            json!(40),
            "must be a multiple of 15. You sent 40. Suggested value: 45.",
        ),
        (
            json!({"type": ["integer", "null"]}),
            json!(true),
            "must be an integer or null. You sent true.",
        ),
        (
            json!({"uniqueItems": true}),
            json!([1, 1]),
            "must have no two equal items. You sent [1,1].",
        ),
    ] {
        assert_eq!(told(&property, &given), format!("Argument `it` {expected}"));
    }
}

#[test]
fn missing_arguments_are_told_with_all_that_is_asked_of_them() {
    for (property, expected) in [
        (
            json!({"enum": ["html", "pdf"]}),
            "Argument `it` is required and must be one of \"html\", \"pdf\".",
        ),
        (
            json!({"type": "string", "description": "Two-letter country code."}),
            "Argument `it` (Two-letter country code) is required and must be a string.",
        ),
        (
            json!({"type": "string", "description": "Such as NO, e.g. for Norway"}),
            "Argument `it` is required and must be a string.",
        ),
        (json!({}), "Argument `it` is required."),
    ] {
        let schema = json!({"properties": {"it": property}, "required": ["it"]});
        assert_eq!(told_of(&schema, &json!({})), format!("{expected} You sent no value."));
    }
}

#[test]
fn places_are_written_as_in_a_program() {
    let leg = json!({"type": "object", "required": ["date"]});
    let schema = json!({"properties": {"legs": {"type": "array", "items": leg}}});
    let text = told_of(&schema, &json!({"legs": [{}]}));
    assert_eq!(text, "Argument `legs[0].date` is required. You sent no value.");
}

#[test]
fn surplus_properties_are_told_with_those_that_are_known() {
    let schema =
        json!({"properties": {"row_limit": {}, "table": {}}, "additionalProperties": false});
    let text = told_of(&schema, &json!({"rowLimit": 5}));
    assert_eq!(
        text,
        "`tool` has no argument `rowLimit`. It accepts `row_limit`, `table`. Did you mean `row_limit`?"
    );
    let closed = json!({"additionalProperties": false});
    assert_eq!(
        told_of(&closed, &json!({"a": 1})),
        "`tool` has no argument `a`; it takes no arguments."
    );
}

#[test]
fn exclusive_properties_are_told_together() {
    let schema = json!({"oneOf": [{"required": ["id"]}, {"required": ["name"]}]});
    let text = told_of(&schema, &json!({"id": 1, "name": 2}));
    assert_eq!(text, "The arguments must have exactly one, and not both, of `id`, `name`.");
    let schema = json!({"not": {"required": ["id", "name"]}});
    let text = told_of(&schema, &json!({"id": 1, "name": 2}));
    assert_eq!(text, "The arguments must not have `id` and `name` together.");
}

#[test]
fn secrets_and_long_values_are_not_repeated() {
    let schema = json!({"properties": {"api_token": {"type": "integer"}}});
    let text = told_of(&schema, &json!({"api_token": "abc"}));
    assert_eq!(text, "Argument `api_token` must be an integer, without quotes.");
    let text = told(&json!({"type": "integer"}), &json!("é".repeat(5000)));
    assert!(text.len() < 500, "{text}");
    assert!(text.ends_with("…\" (5000 characters)."), "{text}");
    let text = told(&json!({"type": "integer"}), &json!({"a": vec![1; 500]}));
    assert!(text.ends_with("You sent an object with 1 members."), "{text}");
}

#[test]
fn long_lists_say_where_the_rest_is() {
    let all: Vec<u32> = (0..50).collect();
    let text = told(&json!({"enum": all}), &json!(99));
    assert!(text.contains("18, 19 or 30 more that the tool's input schema lists."), "{text}");
}

#[test]
fn the_same_words_are_told_once() {
    let schema = json!({"properties": {"it": {"type": "string", "enum": ["a"]}}});
    let arguments = json!({"it": 5});
    let example = Example::by(&json!({"name": "tool", "inputSchema": schema}), &arguments);
    let faults = Schema::compile(&schema).unwrap().faults(&arguments);
    assert_eq!(faults.len(), 2);
    assert_eq!(tell_all(&faults, &example.known()).len(), 1);
}

#[test]
fn an_argument_under_another_name_is_told_once() {
    let schema = json!({
        "type": "object",
        "properties": {"depart_on": {"type": "string"}, "seats": {"type": "integer"}},
        "required": ["depart_on"],
        "additionalProperties": false,
    });
    let arguments = json!({"departOn": "2026-06-14", "seats": 2});
    let example = Example::by(&json!({"name": "tool", "inputSchema": schema}), &arguments);
    let faults = Schema::compile(&schema).unwrap().faults(&arguments);
    let told = tell_all(&faults, &example.known());
    let sentences: Vec<&str> = told.iter().map(|told| told.sentences.as_str()).collect();
    assert_eq!(
        sentences,
        [
            "Argument `depart_on` is required and must be a string. You sent `departOn`, which is not known. Did you mean `depart_on`? Suggested value: \"2026-06-14\"."
        ]
    );
    assert_eq!(
        corrected_arguments(&told, &example.known()).as_deref(),
        Some(r#"{"depart_on": "2026-06-14", "seats": 2}"#)
    );
}

#[test]
fn beside_null_the_other_branch_is_told() {
    let optional =
        json!({"anyOf": [{"type": "integer", "minimum": 1, "maximum": 50}, {"type": "null"}]});
    assert_eq!(
        told(&optional, &json!(200)),
        "Argument `it` must be an integer from 1 to 50. You sent 200. Suggested value: 50."
    );
}

#[test]
fn corrected_arguments_are_whole_and_hold_no_secret() {
    let schema = json!({
        "type": "object",
        "properties": {"size": {"type": "integer"}, "api_token": {"type": "string"}, "unit": {}},
        "required": ["unit", "size"],
    });
    let definition = json!({"name": "tool", "inputSchema": schema});
    for (arguments, expected) in [
        (json!({"size": "5", "unit": "kg"}), Some(r#"{"unit": "kg", "size": 5}"#)),
        (json!({"size": "5", "unit": "kg", "api_token": "t"}), None),
        (json!({"size": "5", "unit": "k".repeat(600)}), None),
        (json!({"size": "5"}), None),
        (json!({"size": "many", "unit": "kg"}), None),
    ] {
        let example = Example::by(&definition, &arguments);
        let faults = Schema::compile(&schema).unwrap().faults(&arguments);
        let told = tell_all(&faults, &example.known());
        let corrected = corrected_arguments(&told, &example.known());
        assert_eq!(corrected.as_deref(), expected, "{arguments}");
    }
}

#[test]
fn amounts_are_not_to_be_rounded() {
    let schema =
        json!({"properties": {"amount": {"type": "integer"}, "seats": {"type": "integer"}}});
    let text = told_of(&schema, &json!({"amount": 49.9}));
    assert_eq!(
        text,
        "Argument `amount` must be an integer. You sent 49.9. Do not round it: if the tool counts in a smaller unit, such as cents, convert it."
    );
    assert_eq!(
        told_of(&schema, &json!({"seats": 2.5})),
        "Argument `seats` must be an integer. You sent 2.5."
    );
}
