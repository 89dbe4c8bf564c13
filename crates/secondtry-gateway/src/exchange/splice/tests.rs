use serde_json::json;

use super::*;

fn change(raw: &str, change: impl FnOnce(&mut Value)) -> String {
    let before: Value = serde_json::from_str(raw).expect("JSON");
    let mut after = before.clone();
    change(&mut after);
    spliced(raw, &before, &after)
}

#[test]
fn untouched_members_keep_bytes_and_order() {
    let raw =
        r#"{"z":12345678901234567890123, "a" : "é\u00e9", "result":{"n":1.0e2,"isError":false}}"#;
    let out = change(raw, |value| value["result"]["isError"] = true.into());
    assert_eq!(
        out,
        r#"{"z":12345678901234567890123,"a":"é\u00e9","result":{"n":1.0e2,"isError":true}}"#
    );
}

#[test]
fn members_come_and_go() {
    let raw = r#"{"id":1,"error":{"code":1},"jsonrpc":"2.0"}"#;
    let out = change(raw, |value| {
        let members = value.as_object_mut().expect("object");
        members.remove("error");
        members.insert("result".into(), json!({}));
    });
    assert_eq!(out, r#"{"id":1,"jsonrpc":"2.0","result":{}}"#);
}

#[test]
fn key_that_stands_twice_is_written_once() {
    let out = change(r#"{"a":1,"a":2,"b":3}"#, |value| value["b"] = 4.into());
    assert_eq!(out, r#"{"a":2,"b":4}"#);
}

#[test]
fn items_of_a_list_change_by_themselves() {
    let out = change(r#"[1e1, {"a":"\u0041"}]"#, |value| value[1]["b"] = 1.into());
    assert_eq!(out, r#"[1e1,{"a":"\u0041","b":1}]"#);
}
