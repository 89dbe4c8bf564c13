use serde_json::json;

use super::*;

#[track_caller]
fn assert_made(schema: &Value, expected: &Value) {
    assert_eq!(base_call(schema, 0).as_ref(), Some(expected), "{schema}");
}

#[test]
fn real_schemas_get_a_base_call() {
    let text = include_str!("../../../tests/real_schemas.json");
    let tools: Vec<Value> = serde_json::from_str(text).unwrap();
    for tool in &tools {
        let call = base_call(&tool["inputSchema"], 0);
        println!("{} {}", tool["tool"], call.clone().unwrap_or_default());
    }
    let without = tools.iter().filter(|tool| base_call(&tool["inputSchema"], 0).is_none());
    assert_eq!(without.collect::<Vec<_>>(), Vec::<&Value>::new());
}
