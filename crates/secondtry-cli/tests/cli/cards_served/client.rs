//! A client that writes its requests by hand.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::bed::Served;

/// An answer over HTTP.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: String,
}

/// Sends bytes, and reads until the server closes.
pub(super) fn exchange(served: &Served, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(served.address()).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
    // It may close before it has read everything.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8(answer).expect("text");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or_default();
    Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
}

/// Posts a body to `/mcp`, with headers beside the usual ones.
pub(super) fn post(served: &Served, headers: &str, body: &[u8]) -> Answer {
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: {}\r\n{headers}\r\n",
        served.address(),
        body.len()
    );
    exchange(served, &[head.as_bytes(), body].concat())
}

/// The message that answers a request.
pub(super) fn ask(served: &Served, method: &str, params: &Value) -> Value {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let answer = post(served, "", message.to_string().as_bytes());
    serde_json::from_str(&answer.body).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
}

/// The result of a call, whether it failed or not.
pub(super) fn call(served: &Served, tool: &str, arguments: &Value) -> Value {
    let mut answer = ask(served, "tools/call", &json!({"name": tool, "arguments": arguments}));
    assert!(answer.get("result").is_some(), "{answer}");
    answer["result"].take()
}

/// The object of a call that succeeded.
pub(super) fn told(served: &Served, tool: &str, arguments: &Value) -> Value {
    let mut result = call(served, tool, arguments);
    assert_ne!(result["isError"], true, "{result}");
    result["structuredContent"].take()
}

/// The text of a call that failed.
pub(super) fn refused(served: &Served, tool: &str, arguments: &Value) -> String {
    let result = call(served, tool, arguments);
    assert_eq!(result["isError"], true, "{result}");
    result["content"][0]["text"].as_str().expect("a text").to_owned()
}
