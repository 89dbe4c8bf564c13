use serde_json::json;

use super::*;
use crate::message::Kind;

fn message(value: Value) -> Message {
    Message::from_value(value).expect("a message")
}

#[test]
fn members_tell_the_kind() {
    for (line, kind) in [
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            Kind::Request { id: 1.into(), method: "ping".into() },
        ),
        (r#"{"jsonrpc":"2.0","method":"x"}"#, Kind::Notification { method: "x".into() }),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, Kind::Response { id: Some(1.into()) }),
        (r#"{"jsonrpc":"2.0","id":null,"error":{}}"#, Kind::Response { id: None }),
    ] {
        let Line::Message(read) = parse(line.as_bytes()) else { panic!("no message: {line}") };
        assert_eq!(read.kind, kind);
    }
}

#[test]
fn line_without_jsonrpc_is_no_message() {
    for (line, why) in [
        (&b"[cache] warmed"[..], "no JSON: expected value at line 1 column 2"),
        (b"", "the line is empty"),
        (b"\xff\xfe", "not UTF-8 at byte 0"),
        (b"42", "JSON, but no object"),
        (b"[]", "JSON, but no object"),
        (br#"{"level":"info"}"#, "an object without a `jsonrpc` member"),
    ] {
        let Line::NotProtocol(reason) = parse(line) else { panic!("a message: {line:?}") };
        assert_eq!(reason.to_string(), why);
    }
}

#[test]
fn array_of_messages_is_a_batch() {
    let one = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
    assert_eq!(parse(format!("[{one}]").as_bytes()), Line::Batch(vec![message(one)]));
}

#[test]
fn body_beyond_the_reader_keeps_its_id() {
    let deep =
        format!(r#"{{"jsonrpc":"2.0","id":3,"result":{}1{}}}"#, "[".repeat(300), "]".repeat(300));
    let half = r#"{"jsonrpc":"2.0","id":"a","result":{"t":"\ud800"}}"#;
    for (line, expected) in [(deep.as_str(), json!(3)), (half, json!("a"))] {
        let Line::Unreadable { id, .. } = parse(line.as_bytes()) else {
            panic!("readable: {line}")
        };
        assert_eq!(id, RequestId::from_value(&expected));
    }
}
