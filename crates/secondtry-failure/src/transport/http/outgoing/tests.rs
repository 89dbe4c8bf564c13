use super::*;

/// The question, the method, the name and the version; empty where there is none.
fn read(body: &str) -> (Asking, String, String, String) {
    let outgoing = Outgoing::read(body.as_bytes());
    let [method, name, version] =
        [outgoing.method, outgoing.name, outgoing.version].map(Option::unwrap_or_default);
    (outgoing.asking, method, name, version)
}

#[test]
fn call_names_its_tool_and_version() {
    let body = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"sum","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
    let expected = (
        Asking::Request(RequestId::from(7)),
        "tools/call".to_owned(),
        "sum".to_owned(),
        "2026-07-28".to_owned(),
    );
    assert_eq!(read(body), expected);
}

#[test]
fn broken_json_is_read_by_guess() {
    let body = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name": "sum","_meta":{"io.modelcontextprotocol/protocolVersion" : "2026-07-28"}"#;
    let expected =
        (Asking::Unreadable, "tools/call".to_owned(), "sum".to_owned(), "2026-07-28".to_owned());
    assert_eq!(read(body), expected);
    assert_eq!(
        read(r#"{"method": 7"#),
        (Asking::Unreadable, String::new(), String::new(), String::new())
    );
}

#[test]
fn only_messages_without_an_id_are_notices() {
    for (body, expected) in [
        (r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, Asking::Notice),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, Asking::Notice),
        (r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#, Asking::Unreadable),
        (
            r#"[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]"#,
            Asking::Batch(vec![RequestId::from(1)]),
        ),
        (r#"{"id":1,"method":"tools/list"}"#, Asking::Unreadable),
    ] {
        assert_eq!(read(body).0, expected, "{body}");
    }
}

#[test]
fn resource_is_named_by_its_uri() {
    let body =
        r#"{"jsonrpc":"2.0","id":"a","method":"resources/read","params":{"uri":"file:///é"}}"#;
    assert_eq!(read(body).2, "file:///é");
}
