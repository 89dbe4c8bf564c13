//! A server with one quick tool: `echo` answers with a text of as many bytes as its argument `bytes` says.
//!
//! `server` speaks on standard input and output, `server --listen PORT` Streamable HTTP.

use std::collections::HashMap;
use std::env;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => speak_lines(),
        [flag, port] if flag == "--listen" => listen(port.parse().expect("a port")),
        _ => panic!("server [--listen PORT]"),
    }
}

fn speak_lines() {
    let mut texts = Texts::default();
    let mut input = BufReader::with_capacity(64 * 1024, io::stdin());
    let mut output = io::stdout().lock();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        if let Some(answer) = answer(&line, &mut texts) {
            let written = output.write_all(&answer).and_then(|()| output.write_all(b"\n"));
            if written.and_then(|()| output.flush()).is_err() {
                return;
            }
        }
        line.clear();
    }
}

fn listen(port: u16) {
    let listener = TcpListener::bind(("127.0.0.1", port)).expect("a free port");
    let texts = Arc::new(Mutex::new(Texts::default()));
    for connection in listener.incoming().flatten() {
        let texts = Arc::clone(&texts);
        thread::spawn(move || {
            // A client that goes away ends its connection, not the server.
            let _ = serve(connection, &texts);
        });
    }
}

fn serve(connection: TcpStream, texts: &Mutex<Texts>) -> io::Result<()> {
    connection.set_nodelay(true)?;
    let mut output = connection.try_clone()?;
    let mut input = BufReader::with_capacity(64 * 1024, connection);
    loop {
        let mut head = String::new();
        let mut length = 0;
        loop {
            let start = head.len();
            if input.read_line(&mut head)? == 0 {
                return Ok(());
            }
            let line = head[start..].trim().to_ascii_lowercase();
            if let Some(told) = line.strip_prefix("content-length:") {
                length = told.trim().parse().map_err(io::Error::other)?;
            }
            if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        input.read_exact(&mut body)?;
        let is_post = head.starts_with("POST /mcp");
        let answer = if is_post { answer(&body, &mut texts.lock().expect("whole")) } else { None };
        let mut response = Vec::new();
        match answer {
            Some(answer) => {
                write!(
                    response,
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nMcp-Session-Id: one\r\n\
                     Content-Length: {}\r\n\r\n",
                    answer.len()
                )?;
                response.extend_from_slice(&answer);
            }
            None => {
                let status = match head.split_whitespace().take(2).collect::<Vec<_>>().as_slice() {
                    ["POST", "/mcp"] => "202 Accepted",
                    ["DELETE", "/mcp"] => "200 OK",
                    ["GET", "/mcp"] => "405 Method Not Allowed",
                    _ => "404 Not Found",
                };
                write!(response, "HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n")?;
            }
        }
        output.write_all(&response)?;
    }
}

/// The texts of answers, by their length, each made once.
#[derive(Default)]
struct Texts(HashMap<usize, String>);

impl Texts {
    fn of(&mut self, length: usize) -> &str {
        self.0.entry(length).or_insert_with(|| SENTENCE.chars().cycle().take(length).collect())
    }
}

/// Nothing in it tells of a failure, and nothing is to be escaped.
const SENTENCE: &str =
    "The ferry to the island leaves at nine and takes forty minutes on a calm day. ";

/// The answer to a request; nothing to a notification.
fn answer(message: &[u8], texts: &mut Texts) -> Option<Vec<u8>> {
    let message = std::str::from_utf8(message).ok()?;
    let id = member(message, "id")?;
    let method = member(message, "method")?.trim_matches('"');
    let mut answer = format!(r#"{{"jsonrpc":"2.0","id":{id},"#);
    match method {
        "initialize" => answer.push_str(
            r#""result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"echo","version":"1.0.0"}}}"#,
        ),
        "ping" => answer.push_str(r#""result":{}}"#),
        "tools/list" => answer.push_str(
            r#""result":{"tools":[{"name":"echo","description":"Answers with a text of the length asked for.","inputSchema":{"type":"object","properties":{"text":{"type":"string"},"bytes":{"type":"integer","minimum":0}},"required":["text","bytes"]}}]}}"#,
        ),
        "tools/call" => {
            let length = member(message, "bytes").and_then(|bytes| bytes.parse().ok()).unwrap_or(0);
            answer.push_str(r#""result":{"content":[{"type":"text","text":""#);
            answer.push_str(texts.of(length));
            answer.push_str(r#""}]}}"#);
        }
        _ => answer.push_str(r#""error":{"code":-32601,"message":"Method not found"}}"#),
    }
    Some(answer.into_bytes())
}

/// The first number or text under `name`, as it stands there. Enough for what the clients of this bench send.
fn member<'a>(message: &'a str, name: &str) -> Option<&'a str> {
    let name = format!("\"{name}\"");
    let mut rest = message;
    loop {
        rest = &rest[rest.find(&name)? + name.len()..];
        if let Some(value) = rest.trim_start().strip_prefix(':') {
            let value = value.trim_start();
            let end = match value.strip_prefix('"') {
                Some(text) => text.find('"')? + 2,
                None => value.find([',', '}', ' '])?,
            };
            return Some(&value[..end]);
        }
    }
}
