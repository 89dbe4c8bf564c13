use serde_json::json;

use super::*;

#[test]
fn each_malformation_is_told_apart() {
    for (params, expected) in [
        (json!({"name": "a", "arguments": [1]}), Malformed::ArgumentsNoObject),
        (json!({"name": "a", "arguments": null}), Malformed::ArgumentsNull),
        (json!({"arguments": {}}), Malformed::NameMissing),
        (json!({"name": 42}), Malformed::NameNoString),
        (json!([1]), Malformed::ParamsMissing),
    ] {
        assert_eq!(call_tool_params(&json!({"params": params})), Err(expected), "{params}");
    }
}

#[test]
fn absent_arguments_are_legal() {
    let expected = CallToolParams { name: "a".into(), arguments: Map::new() };
    assert_eq!(call_tool_params(&json!({"params": {"name": "a", "x": 1}})), Ok(expected));
}

#[test]
fn text_comes_from_text_and_embedded_resources() {
    let result = json!({"content": [
        {"type": "text", "text": "one"},
        {"type": "image", "data": "AA=="},
        {"type": "resource", "resource": {"uri": "a:b", "text": "two"}},
    ]});
    assert_eq!(text_of_result(&result), "one\ntwo");
    assert_eq!(text_of_result(&json!({"content": "three"})), "");
}
