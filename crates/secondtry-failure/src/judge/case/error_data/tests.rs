use serde_json::json;

use super::reason_text;

#[test]
fn sentence_in_data_is_a_reason() {
    let data = json!("parcel_lookup failed: no parcel PX-88421 at depot 7");
    assert_eq!(reason_text(&data).as_deref(), data.as_str());
}

#[test]
fn sentences_in_members_are_a_reason() {
    let data = json!({"issues": [{"path": ["a"], "message": "expected a string"}]});
    assert_eq!(reason_text(&data).as_deref(), Some("expected a string; a"));
}

#[test]
fn names_and_stack_traces_give_no_reason() {
    let data = json!({"tool": "lookup", "stack": "Error: no such parcel\n at lookup (a.js:1:1)"});
    assert_eq!(reason_text(&data), None);
}

#[test]
fn deep_nesting_ends_the_search() {
    let mut data = json!("no such parcel at all");
    for _ in 0..100 {
        data = json!([data]);
    }
    assert_eq!(reason_text(&data), None);
}
