//! Batches of 2025-03-26.

use super::*;

#[test]
fn failures_in_a_batch_are_mended_where_they_stand() {
    let mut talk = Talk::begun();
    let both = json!([call(1, &json!({"people": 2})), call(2, &json!({"people": 3}))]).to_string();
    assert_eq!(bytes(&talk.client(&both)), [format!("{both}\n")]);
    let good = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#;
    let bad = r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"disk full"}}"#;
    let steps = talk.server(&format!("[{good}, {bad}]"));
    let [line] = bytes(&steps).try_into().expect("one line");
    assert!(line.starts_with(&format!("[{good},")), "{line}");
    assert_eq!(told(&steps)[0][1]["result"]["isError"], true);
    assert!(talk.exchange.is_idle());
}

#[test]
fn good_batch_passes_to_the_byte() {
    let mut talk = Talk::begun();
    talk.client(&json!([call(1, &json!({"people": 2}))]).to_string());
    let line = r#"[ {"jsonrpc":"2.0","id":1,"result":{"content":[]}} ]"#;
    assert_eq!(bytes(&talk.server(line)), [format!("{line}\n")]);
}

#[test]
fn answers_to_a_batch_may_come_one_by_one() {
    let mut talk = Talk::begun();
    talk.client(
        &json!([call(1, &json!({"people": 2})), call(2, &json!({"people": 3}))]).to_string(),
    );
    for id in [1, 2] {
        let bad = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"message":"disk full"}}}}"#
        );
        failure(&talk.server(&bad));
    }
}
