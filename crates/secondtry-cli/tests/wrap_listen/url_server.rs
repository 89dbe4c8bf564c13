//! A server on HTTP that does what it should, except where a script says otherwise.

use std::net::TcpStream;

use serde_json::{Value, json};

use crate::scripted_server::{Asked, ScriptedServer, say, whole};

/// What a script does with a call of the tool `fault`.
pub(crate) type Script = fn(&Value, &mut TcpStream);

/// Starts a server that follows `script`.
pub(crate) fn start(script: Script) -> ScriptedServer {
    ScriptedServer::start(move |asked, stream| {
        let message: Value = serde_json::from_str(&asked.body).unwrap_or_default();
        if message["params"]["name"] == "fault" {
            return script(&message["id"], stream);
        }
        usual(asked, &message, stream);
    })
}

fn usual(asked: &Asked, message: &Value, stream: &mut TcpStream) {
    if asked.method != "POST" {
        return say(stream, &whole("405 Method Not Allowed", "text/plain", "not here"));
    }
    let id = &message["id"];
    if message["method"] == "initialize" {
        let body = answer(
            id,
            &json!({"protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}),
        );
        return say(
            stream,
            &format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nMcp-Session-Id: s-1\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            ),
        );
    }
    let has_session = asked.header("mcp-session-id") == Some("s-1");
    if !has_session && asked.header("mcp-method").is_none() {
        return say(stream, &whole("404 Not Found", "text/plain", "no such session"));
    }
    match message["method"].as_str() {
        Some("tools/list") => {
            let tool = |name: &str| json!({"name": name, "inputSchema": {"type": "object"}});
            let strict = json!({"name": "strict", "inputSchema": {"type": "object",
                "properties": {"people": {"type": "integer", "minimum": 1}}, "required": ["people"]}});
            ok(
                stream,
                &answer(
                    id,
                    &json!({"resultType": "complete",
                "tools": [tool("good"), tool("fault"), strict]}),
                ),
            );
        }
        Some("tools/call") => ok(stream, &answer(id, &result("fine"))),
        Some(_) if !id.is_null() => ok(stream, &answer(id, &json!({}))),
        _ => say(stream, &whole("202 Accepted", "text/plain", "")),
    }
}

pub(crate) fn answer(id: &Value, result: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()
}

pub(crate) fn error(id: &Value, code: i64, said: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": said}}).to_string()
}

pub(crate) fn result(text: &str) -> Value {
    json!({"resultType": "complete", "content": [{"type": "text", "text": text}]})
}

pub(crate) fn ok(stream: &mut TcpStream, body: &str) {
    say(stream, &whole("200 OK", "application/json", body));
}
