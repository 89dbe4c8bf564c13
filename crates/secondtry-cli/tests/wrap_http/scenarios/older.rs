//! Conversations over HTTP+SSE, the transport of 2024-11-05.

use std::net::TcpStream;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, text};
use crate::scripted_server::{STREAM_HEAD, ScriptedServer, say, whole};
use crate::server::{answer, result};

/// The stream that is open, and what it is to say.
type Stream = Arc<Mutex<Option<Sender<String>>>>;

pub(super) fn server_of_2024_is_spoken_to_as_it_wants() {
    let open: Stream = Arc::default();
    let server = ScriptedServer::start(move |asked, stream| {
        match (asked.method.as_str(), asked.path.as_str()) {
            ("GET", "/mcp") => {
                let (say_it, said) = channel();
                *open.lock().expect("no panic") = Some(say_it);
                speak(stream, &said);
            }
            ("POST", "/messages?s=1") => {
                post(&asked.body, &open);
                say(stream, &whole("202 Accepted", "text/plain", "Accepted"));
            }
            _ => say(stream, &whole("405 Method Not Allowed", "text/plain", "")),
        }
    });
    let mut client = Client::begun(&server.url("/mcp"));
    client.call("first", "good");
    assert_eq!(text(&client.answer("first")), "fine");
    // The stream ends, and with it the conversation.
    client.call("cut", "ends");
    let cut = client.answer("cut");
    assert_eq!(cut["result"]["isError"], true, "{cut}");
    client.call("next", "good");
    assert_eq!(text(&client.answer("next")), "fine");
    let ended = client.end();
    assert_eq!(ended.code, Some(0));
    assert!(ended.times.values().all(|times| *times == 1), "{:?}", ended.times);
}

fn speak(stream: &mut TcpStream, said: &Receiver<String>) {
    say(stream, &format!("{STREAM_HEAD}event: endpoint\ndata: /messages?s=1\n\n"));
    while let Ok(message) = said.recv_timeout(Duration::from_secs(20)) {
        say(stream, &format!("event: message\ndata: {message}\n\n"));
    }
}

fn post(body: &str, open: &Stream) {
    let message: Value = serde_json::from_str(body).expect("JSON");
    let mut open = open.lock().expect("no panic");
    let said = match message["method"].as_str() {
        Some("initialize") => {
            json!({"protocolVersion": "2024-11-05", "capabilities": {"tools": {}},
            "serverInfo": {"name": "old", "version": "1"}})
        }
        Some("tools/list") => json!({"tools": [{"name": "good", "inputSchema": {"type": "object"}},
            {"name": "ends", "inputSchema": {"type": "object"}}]}),
        Some("tools/call") if message["params"]["name"] == "ends" => return *open = None,
        Some("tools/call") => result("fine"),
        _ => return,
    };
    if let Some(stream) = &*open {
        let _ = stream.send(answer(&message["id"], &said));
    }
}
