use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::transcript::{Entry, Start, What};
use secondtry_failure::transport::http::HttpOptions;
use serde_json::{Map, Value, json};

use super::*;
use crate::clock::Clock;
use crate::handshake::{Greeting, Opening, greet};
use crate::one_call::{self, Request};

mod tls;

/// One request: its method, its path and its body, read as JSON.
struct Asked {
    verb: String,
    path: String,
    body: Value,
}

/// Serves one request a connection, as `answer` writes it.
fn serve(answer: impl Fn(&Asked, &mut dyn Write) + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            thread::spawn(move || {
                if let Some(asked) = read(&mut stream) {
                    answer(&asked, &mut stream);
                }
            });
        }
    });
    address
}

fn read(stream: &mut impl Read) -> Option<Asked> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).ok()?;
        head.push(byte[0].to_ascii_lowercase());
    }
    let head = String::from_utf8(head).ok()?;
    let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
    let mut body = vec![0; length.and_then(|length| length.parse().ok()).unwrap_or(0)];
    stream.read_exact(&mut body).ok()?;
    let mut words = head.split(' ').map(str::to_owned);
    let body = serde_json::from_slice(&body).unwrap_or_default();
    Some(Asked { verb: words.next()?, path: words.next()?, body })
}

fn say(stream: &mut dyn Write, text: &str) {
    let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
}

fn answer(stream: &mut dyn Write, status: &str, kind: &str, body: &str) {
    let length = body.len();
    say(
        stream,
        &format!(
            "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\r\n{body}"
        ),
    );
}

/// What a server of an older revision says to a message; `None` for a notification.
fn legacy(body: &Value) -> Option<String> {
    let result = match body["method"].as_str()? {
        "initialize" => {
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "old", "version": "1"}})
        }
        "tools/list" => json!({"tools": [{"name": "sum", "inputSchema": {"type": "object"}}]}),
        "tools/call" => json!({"content": []}),
        _ => return None,
    };
    Some(json!({"jsonrpc": "2.0", "id": body["id"], "result": result}).to_string())
}

/// A server that knows sessions and refuses what it does not know.
fn legacy_server(asked: &Asked, stream: &mut dyn Write) {
    match legacy(&asked.body) {
        Some(body) => {
            let head =
                "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nmcp-session-id: s1\r\n\r\n";
            say(stream, &format!("{head}: hi\n\ndata: {body}\n\n"));
        }
        None if asked.body["method"] == "notifications/initialized" => {
            answer(stream, "202 Accepted", "text/plain", "");
        }
        None if asked.verb == "get" => answer(stream, "405 Method Not Allowed", "text/plain", ""),
        None => answer(stream, "400 Bad Request", "text/plain", "what?"),
    }
}

fn server(address: SocketAddr) -> HttpServer {
    HttpServer::new(&format!("http://{address}/mcp"), &HttpOptions::default()).expect("an address")
}

fn opening() -> Opening<'static> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    Opening { interrupted: &NEVER, pinned: None, limit: Duration::from_secs(10) }
}

/// Begins a conversation and ends it.
fn greeted(server: &HttpServer) -> (Result<Greeting, String>, Vec<Entry>) {
    let mut ignore = |_: &Entry| ();
    let mut recorder = Recorder::new(Clock::start(), &mut ignore);
    let greeting = match greet(server, opening(), false, &mut recorder) {
        Ok((session, greeting)) => {
            session.close();
            Ok(greeting)
        }
        Err(error) => Err(error.to_string()),
    };
    (greeting, recorder.into_transcript().entries)
}

fn transports(entries: &[Entry]) -> Vec<Option<TransportKind>> {
    let starts = entries.iter().filter_map(|entry| match &entry.what {
        What::Start(Start { transport, .. }) => Some(*transport),
        _ => None,
    });
    starts.collect()
}

/// Calls `sum` once; gives what was recorded after the call was sent.
fn called(address: SocketAddr) -> Vec<What> {
    let mut ignore = |_: &Entry| ();
    let mut recorder = Recorder::new(Clock::start(), &mut ignore);
    let call = Request::ToolCall { tool: "sum".to_owned(), arguments: Map::new() };
    let limit = Duration::from_secs(10);
    one_call::call(&server(address), opening(), &call, limit, &mut recorder).expect("called");
    let whats = recorder.into_transcript().entries.into_iter().map(|entry| entry.what);
    let is_call = |what: &What| matches!(what, What::Client(message) if message.whole["method"] == "tools/call");
    whats.skip_while(|what| !is_call(what)).skip(1).collect()
}

#[test]
fn legacy_server_is_found_after_the_probe() {
    let (greeting, entries) = greeted(&server(serve(legacy_server)));
    let greeting = greeting.expect("a server");
    assert_eq!(
        (greeting.protocol, greeting.server.as_str()),
        (ProtocolVersion::V2025_06_18, "old")
    );
    assert_eq!(greeting.tools.len(), 1);
    assert_eq!(transports(&entries), [Some(TransportKind::Http)]);
}

#[test]
fn modern_server_is_found_by_the_probe() {
    let address = serve(|asked, stream| {
        let result = match asked.body["method"].as_str() {
            Some("server/discover") => {
                json!({"supportedVersions": ["2026-07-28"], "resultType": "complete"})
            }
            Some("tools/list") => json!({"resultType": "complete", "tools": [
                {"name": "good", "inputSchema": {"type": "object"}},
                {"name": "bad", "inputSchema": {"type": "object", "x-mcp-header": "A"}}]}),
            _ => return answer(stream, "404 Not Found", "application/json", ""),
        };
        let body = json!({"jsonrpc": "2.0", "id": asked.body["id"], "result": result});
        answer(stream, "200 OK", "application/json", &body.to_string());
    });
    let (greeting, entries) = greeted(&server(address));
    let greeting = greeting.expect("a server");
    assert_eq!(greeting.protocol, ProtocolVersion::V2026_07_28);
    assert_eq!(greeting.tools, [json!({"name": "good", "inputSchema": {"type": "object"}})]);
    let why = "no client may call it over HTTP: `x-mcp-header` at `(root)` is on a parameter of type \"object\", not string, integer or boolean";
    let skip = What::Skip { tool: "bad".to_owned(), why: why.to_owned() };
    assert!(entries.iter().any(|entry| entry.what == skip), "{entries:?}");
}

#[test]
fn oldest_transport_is_the_last_resort() {
    let (to_stream, messages) = channel::<Value>();
    let messages: Mutex<Receiver<Value>> = Mutex::new(messages);
    let address = serve(move |asked, stream| match (asked.verb.as_str(), asked.path.as_str()) {
        ("get", "/mcp") => {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
            say(stream, &format!("{head}event: endpoint\ndata: /messages?session=1\n\n"));
            let messages = messages.lock().unwrap_or_else(PoisonError::into_inner);
            while let Ok(message) = messages.recv_timeout(Duration::from_secs(10)) {
                if let Some(body) = legacy(&message) {
                    say(stream, &format!("event: message\ndata: {body}\n\n"));
                }
            }
        }
        ("post", "/messages?session=1") => {
            let _ = to_stream.send(asked.body.clone());
            answer(stream, "202 Accepted", "text/plain", "Accepted");
        }
        _ => answer(stream, "405 Method Not Allowed", "text/plain", ""),
    });
    let (greeting, entries) = greeted(&server(address));
    let greeting = greeting.expect("a server");
    assert_eq!((greeting.server.as_str(), greeting.tools.len()), ("old", 1));
    assert_eq!(transports(&entries), [Some(TransportKind::Http), Some(TransportKind::Sse)]);
}

#[test]
fn refusals_say_what_to_do() {
    let refusal = |head: &'static str| {
        let address = serve(move |_, stream| {
            say(stream, &format!("HTTP/1.1 {head}\r\ncontent-length: 0\r\n\r\n"));
        });
        (greeted(&server(address)).0.expect_err("refused"), server(address).address())
    };
    for (head, method, reason) in [
        (
            "401 Unauthorized\r\nwww-authenticate: Bearer",
            "server/discover",
            "HTTP 401, the server asks for credentials: Bearer",
        ),
        (
            "308 Permanent Redirect\r\nlocation: https://b.test/mcp",
            "server/discover",
            "HTTP 308, a redirect to `https://b.test/mcp` (not followed; is that the server's address?)",
        ),
        ("404 Not Found\r\ncontent-type: text/html", "initialize", "HTTP 404 with text/html"),
        (
            "200 OK\r\ncontent-type: text/html",
            "initialize",
            "HTTP 200 with text/html, which holds no MCP message",
        ),
    ] {
        let (said, address) = refusal(head);
        assert_eq!(said, format!("`{address}` answers `{method}` with {reason}"));
    }
}

#[test]
fn address_where_nothing_listens_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let said = greeted(&server(address)).0.expect_err("refused");
    let expected = format!(
        "no answer to `server/discover` from `http://{address}/mcp`: connection refused (is the server running, and is the port right?)"
    );
    assert_eq!(said, expected);
}

#[test]
fn failed_call_is_recorded_with_its_status() {
    let address = serve(|asked, stream| {
        if asked.body["method"] == "tools/call" {
            return answer(stream, "500 Internal Server Error", "text/html", "<h1>Oops</h1>");
        }
        legacy_server(asked, stream);
    });
    let recorded = called(address);
    let [What::Http(answer)] = &recorded[..] else { panic!("{recorded:?}") };
    assert_eq!((answer.status, answer.body.clone()), (500, Some(json!("<h1>Oops</h1>"))));
    assert!(answer.id.is_some());
}

#[test]
fn lost_session_counts_as_an_ended_server() {
    let address = serve(|asked, stream| {
        if asked.body["method"] == "tools/list" {
            let body = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}"#;
            return answer(stream, "404 Not Found", "application/json", body);
        }
        legacy_server(asked, stream);
    });
    let said = greeted(&server(address)).0.expect_err("refused");
    let expected = format!(
        "`http://{address}/mcp` answers `tools/list` with HTTP 404, the server does not know the session (any more)"
    );
    assert_eq!(said, expected);
}

#[test]
fn stream_closed_for_a_while_is_taken_up() {
    let id = Mutex::new(Value::Null);
    let address = serve(move |asked, stream| {
        let mut id = id.lock().unwrap_or_else(PoisonError::into_inner);
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
        if asked.body["method"] == "tools/call" {
            *id = asked.body["id"].clone();
            say(stream, &format!("{head}id: e1\nretry: 20\ndata:\n\n"));
        } else if asked.verb == "get" && !id.is_null() {
            let body = json!({"jsonrpc": "2.0", "id": *id, "result": {"content": []}});
            say(stream, &format!("{head}data: {body}\n\n"));
        } else {
            legacy_server(asked, stream);
        }
    });
    let recorded = called(address);
    assert!(matches!(&recorded[..], [What::Server(_)]), "{recorded:?}");
}

#[test]
fn cut_answer_is_recorded_as_a_failure() {
    let address = serve(|asked, stream| {
        if asked.body["method"] == "tools/call" {
            return say(
                stream,
                "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: hi\n\n",
            );
        }
        legacy_server(asked, stream);
    });
    let recorded = called(address);
    let [What::Failed { id: Some(_), why }] = &recorded[..] else { panic!("{recorded:?}") };
    assert_eq!(why, "the answer broke off: it ended without an answer to the request");
}
