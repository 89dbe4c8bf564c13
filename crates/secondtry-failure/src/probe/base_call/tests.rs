use serde_json::json;

use super::*;

#[track_caller]
fn assert_made(schema: &Value, expected: &Value) {
    assert_eq!(base_call(schema, 0).as_ref(), Some(expected), "{schema}");
}

/// The value made for one required parameter.
fn made(name: &str, subschema: &Value) -> Value {
    let schema = json!({"type": "object", "properties": {name: subschema}, "required": [name]});
    let call = base_call(&schema, 0).unwrap_or_else(|| panic!("no base call for {schema}"));
    assert!(Schema::compile(&schema).unwrap().accepts(&call));
    call[name].clone()
}

#[test]
fn real_schemas_get_a_base_call() {
    let text = include_str!("../../../tests/real_schemas.json");
    let tools: Vec<Value> = serde_json::from_str(text).unwrap();
    let without = tools.iter().filter(|tool| base_call(&tool["inputSchema"], 0).is_none());
    assert_eq!(without.collect::<Vec<_>>(), Vec::<&Value>::new());
}

#[test]
fn only_required_properties_are_given() {
    let schema = json!({"properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["b"]});
    assert_made(&schema, &json!({"b": "example"}));
    assert_made(&json!({"type": "object"}), &json!({}));
    assert_made(&json!(true), &json!({}));
}

#[test]
fn stated_values_come_first() {
    for (subschema, expected) in [
        (
            json!({"type": "string", "examples": ["one"], "default": "two", "enum": ["zero", "one", "two"]}),
            json!("one"),
        ),
        (json!({"type": "string", "default": "two", "enum": ["zero", "two"]}), json!("two")),
        (json!({"enum": ["zero", "two"]}), json!("zero")),
        (json!({"const": 7}), json!(7)),
        (json!({"type": ["string", "null"], "default": null}), json!("example")),
        (json!({"type": "integer", "default": "3"}), json!(1)),
        (json!({"type": "integer", "examples": ["x", 4]}), json!(4)),
        (json!({"enum": [null]}), json!(null)),
    ] {
        assert_eq!(made("it", &subschema), expected, "{subschema}");
    }
}

#[test]
fn names_formats_and_descriptions_give_the_form() {
    let described = |text: &str| json!({"type": "string", "description": text});
    for (name, subschema, expected) in [
        ("departureDate", described(""), "2030-06-15"),
        ("end_date", described(""), "2030-06-20"),
        ("x", described("ISO date (YYYY-MM-DD)"), "2030-06-15"),
        ("x", described("RFC 3339 datetime"), "2030-06-15T14:30:00Z"),
        ("timezone", described(""), "Europe/London"),
        ("zone", described("IANA name (e.g., 'Asia/Tokyo')"), "Asia/Tokyo"),
        ("user_email", described(""), "user@example.com"),
        ("pageUrl", described(""), "https://example.com/"),
        ("file-path", described(""), "README.md"),
        ("city", described(""), "London"),
        ("search_query", described(""), "test"),
        ("invoiceId", described(""), "1"),
        ("x", json!({"type": "string", "format": "uuid"}), "3fa85f64-5717-4562-b3fc-2c963f66afa6"),
        ("x", json!({"format": "date-time"}), "2030-06-15T14:30:00Z"),
    ] {
        assert_eq!(made(name, &subschema), json!(expected), "{name} {subschema}");
    }
}

#[test]
fn lengths_and_patterns_are_kept() {
    for subschema in [
        json!({"type": "string", "minLength": 30, "maxLength": 30}),
        json!({"type": "string", "maxLength": 2}),
        json!({"type": "string", "pattern": "^[A-Z]{2}[0-9]{6,8}$", "minLength": 10}),
        json!({"type": "string", "pattern": "^(?=.*[A-Z])(?=.*[0-9]).{8,}$"}),
        json!({"type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$"}),
        json!({"type": "string", "pattern": "^(?:cus|sub)_[\\w]{14,}$"}),
        json!({"type": "string", "pattern": "^[\\d-]+$"}),
        json!({"type": "string", "pattern": "^arn:aws:[a-z0-9]+:[a-z0-9-]*:\\d{12}:.+"}),
        json!({"type": "string", "pattern": "^/(?!\\.\\.)[^/]+(/[^/]+)*$"}),
        json!({"type": "string", "format": "date", "pattern": "^\\d{2}/\\d{2}/\\d{4}$"}),
    ] {
        made("it", &subschema);
    }
}

#[test]
fn numbers_keep_all_their_bounds() {
    for subschema in [
        json!({"type": "integer", "minimum": 500}),
        json!({"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 2}),
        json!({"type": "number", "exclusiveMinimum": 0.5, "exclusiveMaximum": 0.6}),
        json!({"type": "integer", "maximum": -3}),
        json!({"type": "integer", "multipleOf": 7, "minimum": 15}),
        json!({"type": "number", "multipleOf": 0.05, "minimum": 3.3, "maximum": 3.4}),
        json!({"type": "integer", "minimum": -9_007_199_254_740_991_i64, "maximum": 9_007_199_254_740_991_i64}),
    ] {
        made("it", &subschema);
    }
    assert_eq!(made("latitude", &json!({"type": "number"})), json!(51.5));
    assert_eq!(made("limit", &json!({"type": "integer", "maximum": 5})), json!(5));
}

#[test]
fn composed_schemas_are_satisfied() {
    for subschema in [
        json!({"anyOf": [{"type": "null"}, {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}]}),
        json!({"oneOf": [{"type": "string", "maxLength": 3}, {"type": "string", "minLength": 2, "pattern": "^x"}]}),
        json!({"allOf": [{"type": "integer", "minimum": 5}, {"maximum": 9}]}),
        json!({"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}], "properties": {"a": {"type": "boolean"}}}),
        json!({"type": "object", "minProperties": 3, "properties": {"a": {"type": "boolean"}}}),
        json!({"type": "object", "required": ["a"], "dependentRequired": {"a": ["b"]}, "properties": {"b": {"enum": [9]}}}),
        json!({"type": "object", "required": ["a"], "properties": {"a": {"const": 1}},
            "if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["c"], "properties": {"c": {"type": "array", "minItems": 2}}}}),
        json!({"type": "array", "minItems": 3, "uniqueItems": true, "items": {"enum": ["a", "b", "c"]}}),
        json!({"type": "array", "contains": {"type": "integer", "minimum": 7}}),
        json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false, "minItems": 2}),
        json!({"not": {"type": "integer"}}),
        json!({}),
    ] {
        made("it", &subschema);
    }
}

#[test]
fn recursion_ends() {
    let optional = json!({"$defs": {"node": {"type": "object", "required": ["name"],
        "properties": {"name": {"type": "string"}, "next": {"$ref": "#/$defs/node"}}}}, "$ref": "#/$defs/node"});
    assert_made(&optional, &json!({"name": "example"}));
    let endless = json!({"$defs": {"node": {"type": "object", "required": ["next"],
        "properties": {"next": {"$ref": "#/$defs/node"}}}}, "$ref": "#/$defs/node"});
    assert_eq!(base_call(&endless, 0), None);
    let wide = json!({"$defs": {"node": {"type": "object", "required": ["a", "b", "c", "d"],
        "properties": {"a": {"$ref": "#/$defs/node"}, "b": {"$ref": "#/$defs/node"},
            "c": {"$ref": "#/$defs/node"}, "d": {"$ref": "#/$defs/node"}}}}, "$ref": "#/$defs/node"});
    assert_eq!(base_call(&wide, 0), None);
}

#[test]
fn unsatisfiable_schema_has_no_base_call() {
    for schema in [
        json!({"type": "string"}),
        json!(false),
        json!({"properties": {"a": false}, "required": ["a"]}),
        json!({"properties": {"a": {"type": "integer", "minimum": 3, "maximum": 2}}, "required": ["a"]}),
        json!({"$ref": "#/nowhere"}),
        json!(null),
    ] {
        assert_eq!(base_call(&schema, 0), None, "{schema}");
    }
}
