use serde_json::json;

use super::*;

#[test]
fn reads_what_serde_json_reads() {
    for text in [
        r#" {"a": [null, true, -1, 18446744073709551615, 1.5e3, "x\u00e9"], "a": {}, "": []} "#,
        r#"{"b": [1, [2, {"c": false}]]}"#,
        "\"\"",
        "-0",
    ] {
        let expected: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(plain_value(text).expect("JSON"), expected);
    }
}

#[test]
fn refuses_what_serde_json_refuses() {
    let deep = "[".repeat(200);
    for text in ["", "{", "1 2", "1e999", r#""\ud800""#, "{1:2}", "nul", &deep] {
        let why = serde_json::from_str::<Value>(text).expect_err("no JSON").to_string();
        assert_eq!(plain_value(text).expect_err("no JSON").to_string(), why);
    }
}

#[test]
fn key_of_serde_json_is_a_key_like_another() {
    let key = "$serde_json::private::RawValue";
    let text = json!({key: "{}"}).to_string();
    assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), json!({}));
    assert_eq!(plain_value(&text).expect("JSON"), json!({key: "{}"}));
    let text = json!({"id": {key: "1"}}).to_string();
    assert_eq!(plain_value(&text).expect("JSON"), json!({"id": {key: "1"}}));
}
