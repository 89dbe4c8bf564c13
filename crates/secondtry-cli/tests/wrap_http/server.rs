//! A server of 2025-11-25 that does what it should, except where a script says otherwise.

use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::scripted_server::{Asked, ScriptedServer, say, whole};

/// What a script does with the nth call of the tool `fault`, counted from 0; false where the server is to answer as usual.
pub(crate) type Script = fn(&Asked, &mut TcpStream, usize) -> bool;

/// Starts a server that follows `script`.
pub(crate) fn start(script: Script) -> ScriptedServer {
    start_on(TcpListener::bind("127.0.0.1:0").expect("a free port"), script)
}

pub(crate) fn start_on(listener: TcpListener, script: Script) -> ScriptedServer {
    let sessions = AtomicUsize::new(0);
    let faults = AtomicUsize::new(0);
    ScriptedServer::start_on(listener, move |asked, stream| {
        let message: Value = serde_json::from_str(&asked.body).unwrap_or_default();
        if message["params"]["name"] == "fault"
            && script(asked, stream, faults.fetch_add(1, Ordering::SeqCst))
        {
            return;
        }
        usual(asked, &message, stream, &sessions);
    })
}

fn usual(asked: &Asked, message: &Value, stream: &mut TcpStream, sessions: &AtomicUsize) {
    match asked.method.as_str() {
        "POST" => (),
        "DELETE" => return say(stream, &whole("200 OK", "text/plain", "")),
        _ => return say(stream, &whole("405 Method Not Allowed", "text/plain", "")),
    }
    let id = &message["id"];
    let current = || format!("s-{}", sessions.load(Ordering::SeqCst));
    if message["method"] == "initialize" {
        let number = sessions.fetch_add(1, Ordering::SeqCst) + 1;
        let result = json!({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
            "serverInfo": {"name": "s", "version": "1"}});
        let body = answer(id, &result);
        let length = body.len();
        return say(
            stream,
            &format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nMcp-Session-Id: s-{number}\r\ncontent-length: {length}\r\n\r\n{body}"
            ),
        );
    }
    if asked.header("mcp-session-id") != Some(&current()) {
        return say(stream, &whole("404 Not Found", "text/plain", "no such session"));
    }
    match message["method"].as_str() {
        Some("tools/list") => {
            let tool = |name: &str| json!({"name": name, "inputSchema": {"type": "object"}});
            ok(stream, &answer(id, &json!({"tools": [tool("good"), tool("slow"), tool("fault")]})));
        }
        Some("tools/call") => {
            if message["params"]["name"] == "slow" {
                thread::sleep(Duration::from_millis(800));
            }
            ok(stream, &answer(id, &result("fine")));
        }
        Some(_) if !id.is_null() => ok(stream, &answer(id, &json!({}))),
        _ => say(stream, &whole("202 Accepted", "text/plain", "")),
    }
}

/// The id that a request states, as JSON.
pub(crate) fn id_of(asked: &Asked) -> Value {
    serde_json::from_str::<Value>(&asked.body).unwrap_or_default()["id"].clone()
}

pub(crate) fn answer(id: &Value, result: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()
}

pub(crate) fn result(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

pub(crate) fn ok(stream: &mut TcpStream, body: &str) {
    say(stream, &whole("200 OK", "application/json", body));
}
