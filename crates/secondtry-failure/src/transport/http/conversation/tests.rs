use serde_json::json;

use super::*;

fn names_and_values(headers: &HeaderMap) -> Vec<(String, String)> {
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let mut list: Vec<_> =
        headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect();
    list.retain(|(name, _)| name.starts_with("mcp") || name.starts_with("last"));
    list.sort();
    list
}

fn sent(conversation: &mut Conversation, message: &Value) -> Vec<(String, String)> {
    names_and_values(&conversation.headers(&Outgoing::read(message.to_string().as_bytes())))
}

fn header(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

fn modern(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"});
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

#[test]
fn session_and_version_follow_initialize() {
    let mut conversation = Conversation::default();
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}});
    assert_eq!(sent(&mut conversation, &initialize), []);
    let outgoing = Outgoing::read(initialize.to_string().as_bytes());
    let answer = HeaderMap::from_iter([(SESSION, HeaderValue::from_static("s1"))]);
    conversation.learn_session(&outgoing, &answer);
    conversation
        .learn(&outgoing, br#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18"}}"#);

    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    let expected = [header("mcp-protocol-version", "2025-06-18"), header("mcp-session-id", "s1")];
    assert_eq!(sent(&mut conversation, &list), expected);
    assert_eq!(
        conversation.ending().map(|headers| names_and_values(&headers)),
        Some(expected.to_vec())
    );
    assert_eq!(sent(&mut conversation, &initialize), [], "a session begins anew");
}

#[test]
fn modern_request_is_mirrored_in_headers() {
    let mut conversation = Conversation::default();
    conversation.know_tools(&[
        json!({"name": "süm", "inputSchema": {"properties": {"a": {"type": "string", "x-mcp-header": "A"}}}}),
        json!({"name": "odd", "inputSchema": {"properties": {"a": {"type": "string", "x-mcp-header": ""}}}}),
    ]);
    let call = modern("tools/call", json!({"name": "süm", "arguments": {"a": "x"}}));
    let expected = [
        header("mcp-method", "tools/call"),
        header("mcp-name", "=?base64?c8O8bQ==?="),
        header("mcp-param-a", "x"),
        header("mcp-protocol-version", "2026-07-28"),
    ];
    assert_eq!(sent(&mut conversation, &call), expected);
    let odd = modern("tools/call", json!({"name": "odd", "arguments": {"a": "x"}}));
    assert_eq!(sent(&mut conversation, &odd).len(), 3);
    assert_eq!(conversation.ending(), None);
}

#[test]
fn request_that_states_no_version_keeps_the_last() {
    let mut conversation = Conversation::default();
    sent(&mut conversation, &modern("tools/list", json!({})));
    let bare = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let expected =
        [header("mcp-method", "tools/list"), header("mcp-protocol-version", "2026-07-28")];
    assert_eq!(sent(&mut conversation, &bare), expected);
}

#[test]
fn line_breaks_never_reach_a_header() {
    let mut conversation = Conversation::default();
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "a\r\nX-Evil: 1", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "1\n2"}}});
    assert_eq!(sent(&mut conversation, &request), []);
    assert_eq!(names_and_values(&conversation.listening(Some("a\nb"))), []);
    assert_eq!(
        names_and_values(&conversation.listening(Some("7"))),
        [header("last-event-id", "7")]
    );
}
