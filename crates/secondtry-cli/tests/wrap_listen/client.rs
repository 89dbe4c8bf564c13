//! A client that sees every byte: one connection a request.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

/// Where to ask, and what goes with each request.
#[derive(Clone)]
pub(crate) struct Client {
    address: SocketAddr,
    path: String,
    headers: Vec<(String, String)>,
}

/// An answer whose body is read as it comes.
pub(crate) struct Open {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    body: BufReader<TcpStream>,
}

/// A whole answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        let headers = [
            ("accept", "application/json, text/event-stream"),
            ("content-type", "application/json"),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        Self { address, path: "/mcp".to_owned(), headers }
    }

    /// The same at another path.
    pub(crate) fn at(&self, path: &str) -> Self {
        Self { path: path.to_owned(), ..self.clone() }
    }

    /// The same with a header of another value, or without one where that is empty.
    pub(crate) fn with(&self, name: &str, value: &str) -> Self {
        let mut other = self.clone();
        other.headers.retain(|(known, _)| known != name);
        if !value.is_empty() {
            other.headers.push((name.to_owned(), value.to_owned()));
        }
        other
    }

    /// One that has begun a session.
    pub(crate) fn begun(&self) -> Self {
        let answer = self.post(&initialize());
        assert_eq!(answer.status, 200, "{answer:?}");
        let session = answer.header("mcp-session-id").expect("a session").to_owned();
        let client = self.with("mcp-session-id", &session);
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(client.post(&initialized).status, 202);
        client
    }

    pub(crate) fn post(&self, message: &Value) -> Answer {
        self.ask("POST", &self.path, &message.to_string())
    }

    /// Calls a tool.
    pub(crate) fn call(&self, id: &Value, tool: &str, arguments: &Value) -> Answer {
        self.post(&call(id, tool, arguments))
    }

    /// Calls a tool and returns its answer's message.
    pub(crate) fn called(&self, tool: &str, arguments: &Value) -> Value {
        static NEXT: AtomicU64 = AtomicU64::new(1000);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let answer = self.call(&json!(id), tool, arguments).message();
        assert_eq!(answer["id"], id);
        answer
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Answer {
        self.open(method, path, body).whole()
    }

    /// Sends a request and waits for the head of its answer.
    pub(crate) fn open(&self, method: &str, path: &str, body: &str) -> Open {
        let mut stream = self.connect();
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !self.headers.iter().any(|(name, _)| name == "host") {
            _ = write!(head, "host: {}\r\n", self.address);
        }
        for (name, value) in &self.headers {
            _ = write!(head, "{name}: {value}\r\n");
        }
        _ = write!(head, "content-length: {}\r\n\r\n", body.len());
        stream.write_all(head.as_bytes()).expect("sent");
        // A body that is refused may find the connection closed.
        let _ = stream.write_all(body.as_bytes());
        Open::read(stream)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        stream
    }
}

impl Open {
    pub(crate) fn read(stream: TcpStream) -> Self {
        let mut body = BufReader::new(stream);
        let mut line = || {
            let mut line = String::new();
            body.read_line(&mut line).expect("a line of the head");
            line.trim_end().to_owned()
        };
        let first = line();
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no HTTP: {first:?}"));
        let mut headers = Vec::new();
        loop {
            let line = line();
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_lowercase(), value.trim().to_owned()));
        }
        Self { status, headers, body }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The next message of an event stream; `None` at its end.
    pub(crate) fn event(&mut self) -> Option<Value> {
        loop {
            let mut line = String::new();
            if self.body.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(data) = line.strip_prefix("data:") {
                return Some(serde_json::from_str(data.trim()).expect("JSON"));
            }
        }
    }

    pub(crate) fn whole(mut self) -> Answer {
        let mut bytes = Vec::new();
        // A connection that breaks off ends the body.
        let _ = self.body.read_to_end(&mut bytes);
        let is_chunked = self.header("transfer-encoding") == Some("chunked");
        let bytes = if is_chunked { unchunked(&bytes) } else { bytes };
        let body = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: self.status, headers: self.headers, body }
    }
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All messages: the body, or the events in it.
    pub(crate) fn messages(&self) -> Vec<Value> {
        let is_stream =
            self.header("content-type").is_some_and(|kind| kind.starts_with("text/event-stream"));
        if !is_stream {
            return serde_json::from_str(&self.body)
                .map(|message| vec![message])
                .unwrap_or_default();
        }
        let data = self.body.lines().filter_map(|line| line.strip_prefix("data:"));
        data.map(|data| serde_json::from_str(data).unwrap_or_default()).collect()
    }

    /// The answers among the messages.
    pub(crate) fn answers(&self) -> Vec<Value> {
        let messages = self.messages().into_iter();
        messages.filter(|message| message.get("method").is_none()).collect()
    }

    /// The one answer.
    pub(crate) fn message(&self) -> Value {
        let answers = self.answers();
        assert_eq!(answers.len(), 1, "one answer: {self:?}");
        answers.into_iter().next().expect("one")
    }
}

pub(crate) fn initialize() -> Value {
    json!({"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}})
}

pub(crate) fn call(id: &Value, tool: &str, arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": {"name": tool, "arguments": arguments}})
}

/// What a model reads.
pub(crate) fn text(message: &Value) -> &str {
    message.pointer("/result/content/0/text").and_then(Value::as_str).unwrap_or_default()
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|pair| pair == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end])
            .ok()
            .and_then(|size| usize::from_str_radix(size, 16).ok());
        let Some(size) = size.filter(|size| *size > 0) else { break };
        let start = end + 2;
        let stop = (start + size).min(bytes.len());
        whole.extend_from_slice(&bytes[start..stop]);
        bytes = bytes.get(stop + 2..).unwrap_or_default();
    }
    whole
}
