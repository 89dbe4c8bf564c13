//! What goes out.

use super::*;

#[test]
fn every_post_accepts_both_kinds_of_answer() {
    let server = ScriptedServer::start(|_, stream| say(stream, &ok_json(&answer(1))));
    let mut connection = connect(&server);
    connection.send(request(1, "tools/list").as_bytes()).expect("sent");
    connection.receive(LIMIT);
    let asked = &server.asked()[0];
    assert_eq!((asked.method.as_str(), asked.path.as_str()), ("POST", "/mcp"));
    assert_eq!(asked.header("accept"), Some("application/json, text/event-stream"));
    assert_eq!(asked.header("content-type"), Some("application/json"));
    assert_eq!(asked.header("accept-encoding"), None);
    assert_eq!(asked.body, request(1, "tools/list"));
}

#[test]
fn settings_of_the_user_go_with_every_request() {
    let server = ScriptedServer::start(|_, stream| say(stream, &ok_json(&answer(1))));
    let options = HttpOptions {
        headers: vec![
            ("X-Key".into(), "old".into()),
            ("x-key".into(), "a".into()),
            ("accept".into(), "text/html".into()),
        ],
        bearer: Some("token".into()),
        ..HttpOptions::default()
    };
    let mut connection = connect_with(&server, &options);
    connection.send(request(1, "tools/list").as_bytes()).expect("sent");
    connection.receive(LIMIT);
    let asked = &server.asked()[0];
    assert_eq!(asked.header("x-key"), Some("a"));
    assert_eq!(asked.header("authorization"), Some("Bearer token"));
    assert_eq!(asked.header("accept"), Some("text/html"));
}

#[test]
fn tool_call_of_the_modern_era_is_mirrored() {
    let server = ScriptedServer::start(|_, stream| say(stream, &ok_json(&answer(1))));
    let mut connection = connect(&server);
    connection
        .know_tools(&[json!({"name": "sql", "inputSchema": {"type": "object", "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"}}}})]);
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"});
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "sql", "arguments": {"region": " eu "}, "_meta": meta}});
    connection.send(call.to_string().as_bytes()).expect("sent");
    connection.receive(LIMIT);
    let asked = &server.asked()[0];
    let header = |name: &str| asked.header(name).unwrap_or_default().to_owned();
    assert_eq!(header("mcp-protocol-version"), "2026-07-28");
    assert_eq!(header("mcp-method"), "tools/call");
    assert_eq!(header("mcp-name"), "sql");
    assert_eq!(header("mcp-param-region"), "=?base64?IGV1IA==?=");
}

#[test]
fn credentials_in_the_address_become_a_header() {
    let server = ScriptedServer::start(|_, stream| say(stream, &ok_json(&answer(1))));
    let address = format!("http://me:pw@{}/mcp", server.address);
    let target = HttpServer::new(&address, &HttpOptions::default()).expect("an address");
    let mut connection = HttpConnection::open(&target).expect("a connection");
    connection.send(request(1, "tools/list").as_bytes()).expect("sent");
    connection.receive(LIMIT);
    assert_eq!(server.asked()[0].header("authorization"), Some("Basic bWU6cHc="));
}
