use serde_json::json;

use super::*;

fn properties(properties: &Value) -> Value {
    json!({"type": "object", "properties": properties})
}

#[test]
fn values_are_encoded_as_the_specification_shows() {
    for (value, expected) in [
        ("us-west1", "us-west1"),
        ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
        (" padded ", "=?base64?IHBhZGRlZCA=?="),
        ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
        ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
        ("=?BASE64?literal?=", "=?BASE64?literal?="),
        ("a b", "a b"),
        ("", ""),
    ] {
        assert_eq!(encoded(value), expected);
    }
}

#[test]
fn nested_arguments_become_headers() {
    let schema = properties(&json!({
        "region": {"type": "string", "x-mcp-header": "Region"},
        "query": {"type": "string"},
        "limits": {"type": "object", "properties": {"rows": {"type": "integer", "x-mcp-header": "Rows"}}},
        "dry": {"type": "boolean", "x-mcp-header": "Dry-Run"},
        "gone": {"type": "string", "x-mcp-header": "Gone"},
    }));
    let parameters = MirroredParameters::from_schema(&schema).expect("valid");
    let arguments =
        json!({"region": "eu", "query": "q", "limits": {"rows": 7.0}, "dry": true, "gone": null});
    let header = |name: &str, value: &str| (format!("Mcp-Param-{name}"), value.to_owned());
    let mut headers = parameters.headers(&arguments);
    headers.sort();
    assert_eq!(headers, [header("Dry-Run", "true"), header("Region", "eu"), header("Rows", "7")]);
    assert_eq!(parameters.headers(&json!([1])), []);
}

#[test]
fn invalid_annotations_name_their_place() {
    let string = |name: &Value| json!({"type": "string", "x-mcp-header": name});
    for (schema, said) in [
        (
            properties(&json!({"a": string(&json!(""))})),
            r#"`x-mcp-header` at `/properties/a` is "", not a header name"#,
        ),
        (
            properties(&json!({"a": string(&json!("a b"))})),
            r#"`x-mcp-header` at `/properties/a` is "a b", not a header name"#,
        ),
        (
            properties(&json!({"a": string(&json!("X\r\nY"))})),
            r#"`x-mcp-header` at `/properties/a` is "X\r\nY", not a header name"#,
        ),
        (
            properties(&json!({"a": {"type": "number", "x-mcp-header": "A"}})),
            r#"`x-mcp-header` at `/properties/a` is on a parameter of type "number", not string, integer or boolean"#,
        ),
        (
            properties(&json!({"a/b": {"type": "array", "items": string(&json!("A"))}})),
            "`x-mcp-header` at `/properties/a~1b/items` cannot be reached from the root through `properties` alone",
        ),
        (
            json!({"$defs": {"r": {"properties": {"a": string(&json!("A"))}}}}),
            "`x-mcp-header` at `/$defs/r/properties/a` cannot be reached from the root through `properties` alone",
        ),
        (
            json!({"anyOf": [{}, string(&json!("A"))]}),
            "`x-mcp-header` at `/anyOf/1` cannot be reached from the root through `properties` alone",
        ),
        (
            properties(&json!({"a": string(&json!("Region")), "b": string(&json!("REGION"))})),
            "two parameters have the `x-mcp-header` \"REGION\"",
        ),
    ] {
        let error = MirroredParameters::from_schema(&schema).expect_err("invalid");
        assert_eq!(error.to_string(), said);
    }
}

#[test]
fn data_and_property_names_are_no_annotations() {
    let schema = properties(&json!({
        "x-mcp-header": {"type": "object", "default": {"x-mcp-header": 1}},
        "b": {"const": {"x-mcp-header": ""}},
    }));
    assert_eq!(MirroredParameters::from_schema(&schema), Ok(MirroredParameters::default()));
}
