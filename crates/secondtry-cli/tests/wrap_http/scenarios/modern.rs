//! Conversations of 2026-07-28: no session, and headers that repeat what the body says.

use std::io::Read;
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, text};
use crate::scripted_server::{Asked, STREAM_HEAD, ScriptedServer, say, whole};
use crate::server::{answer, id_of, ok};

pub(super) fn call_carries_its_headers() {
    let server = ScriptedServer::start(small);
    let mut client = begun(&server);
    client.send(&call("c"));
    assert_eq!(text(&client.answer("c")), "fine");
    client.end();
    let asked = server.asked();
    let call = asked.last().expect("the call");
    let headers =
        ["mcp-protocol-version", "mcp-method", "mcp-name", "mcp-param-region", "mcp-session-id"]
            .map(|name| call.header(name));
    assert_eq!(
        headers,
        [Some("2026-07-28"), Some("tools/call"), Some("t"), Some("north"), None],
        "no DELETE either"
    );
}

pub(super) fn cancelled_call_is_closed() {
    let (server, closed) = closing();
    let mut client = begun(&server);
    client.send(&call("c"));
    server.await_asked(3);
    thread::sleep(Duration::from_millis(200));
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "c"}}));
    closed.recv_timeout(Duration::from_secs(1)).expect("closed before its deadline");
    let ended = client.end();
    assert!(!ended.times.contains_key("c"));
    assert!(server.asked().iter().all(|asked| !asked.body.contains("cancelled")));
}

pub(super) fn overdue_call_is_closed() {
    let (server, closed) = closing();
    let mut client = begun(&server);
    client.send(&call("c"));
    assert!(text(&client.answer("c")).contains("timed out"), "{}", client.answer("c"));
    closed.recv_timeout(Duration::from_secs(10)).expect("closed");
    assert_eq!(client.end().times["c"], 1);
}

pub(super) fn refused_headers_stay_a_protocol_error() {
    let server = ScriptedServer::start(|asked, stream| {
        if asked.body.contains("tools/call") {
            let body = json!({"jsonrpc": "2.0", "id": id_of(asked),
                "error": {"code": -32020, "message": "Header mismatch"}});
            return say(stream, &whole("400 Bad Request", "application/json", &body.to_string()));
        }
        small(asked, stream);
    });
    let mut client = begun(&server);
    client.send(&call("c"));
    assert_eq!(
        client.answer_line("c"),
        r#"{"error":{"code":-32020,"message":"Header mismatch"},"id":"c","jsonrpc":"2.0"}"#
    );
    client.end();
}

/// A server whose calls never end, and which tells when one is closed.
fn closing() -> (ScriptedServer, Receiver<()>) {
    let (told, closed) = channel();
    let told = Mutex::new(told);
    let server = ScriptedServer::start(move |asked, stream| {
        if !asked.body.contains("tools/call") {
            return small(asked, stream);
        }
        say(stream, STREAM_HEAD);
        if matches!(stream.read(&mut [0]), Ok(0) | Err(_)) {
            let _ = told.lock().expect("no panic").send(());
        }
    });
    (server, closed)
}

fn begun(server: &ScriptedServer) -> Client {
    let mut client = Client::start(&server.url("/mcp"), &[]);
    client.send(&asked("d", "server/discover", json!({})));
    client.answer("d");
    client.send(&asked("l", "tools/list", json!({})));
    client.answer("l");
    client
}

fn call(id: &str) -> Value {
    asked(id, "tools/call", json!({"name": "t", "arguments": {"region": "north"}}))
}

pub(super) fn asked(id: &str, method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}});
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// Answers as a small server of that era does.
pub(super) fn small(asked: &Asked, stream: &mut TcpStream) {
    let message: Value = serde_json::from_str(&asked.body).unwrap_or_default();
    let result = match message["method"].as_str() {
        Some("server/discover") => json!({"resultType": "complete",
            "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}),
        Some("tools/list") => {
            json!({"resultType": "complete", "tools": [{"name": "t", "inputSchema":
            {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}}]})
        }
        Some("tools/call") => {
            json!({"resultType": "complete", "content": [{"type": "text", "text": "fine"}]})
        }
        _ => return say(stream, &whole("405 Method Not Allowed", "text/plain", "")),
    };
    ok(stream, &answer(&message["id"], &result));
}
