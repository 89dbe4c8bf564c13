use serde_json::json;

use super::*;

#[test]
fn plain_ways_lead_to_the_subschema() {
    let schema = json!({
        "properties": {"a": {"items": {"$ref": "#/$defs/item"}}, "c": {"anyOf": [{"type": "null"}, {"properties": {"d": {"const": 4}}}]}},
        "$defs": {"item": {"properties": {"b": {"enum": [1, 2]}}}}
    });
    let b = at(&schema, &Pointer::from_escaped("/a/0/b")).expect("there is a way");
    assert_eq!(choices(b), [&json!(1), &json!(2)]);
    let d = at(&schema, &Pointer::from_escaped("/c/d")).expect("there is a way");
    assert_eq!(choices(d), [&json!(4)]);
}

#[test]
fn circles_and_dead_ends_lead_nowhere() {
    let schema = json!({"$ref": "#"});
    assert_eq!(at(&schema, &Pointer::from_escaped("/a")), None);
    assert_eq!(at(&json!({"$ref": "https://a.example/s"}), &Pointer::root()), None);
    assert_eq!(at(&json!([]), &Pointer::from_escaped("/a")), None);
}
