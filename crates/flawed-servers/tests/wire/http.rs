use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::exchange::{error, failure, modern_meta, result, success};

/// A server that listens until the test is over.
struct Listening {
    child: Child,
    address: String,
}

impl Listening {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_flawed-servers"))
            .args(["--http", "127.0.0.1:0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("stdout is piped"))
            .read_line(&mut line)
            .expect("the binary tells its address");
        let address = line
            .trim()
            .trim_start_matches("listening on http://")
            .trim_end_matches("/mcp")
            .to_owned();
        Self { child, address }
    }

    /// Sends one request on a connection of its own and returns status line, headers and body.
    fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_millis(600))).expect("the socket is ours");
        let headers: Vec<String> =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let (headers, length) = (headers.concat(), body.len());
        write!(stream, "{method} /mcp HTTP/1.1\r\nContent-Length: {length}\r\n{headers}\r\n{body}")
            .expect("the server reads");
        Answer::read(stream)
    }

    fn post(&self, headers: &[(&str, &str)], message: &Value) -> Answer {
        self.send("POST", headers, &message.to_string())
    }

    /// Posts a modern request whose headers repeat the body.
    fn post_modern(&self, message: &Value) -> Answer {
        let method = message["method"].as_str().expect("a method");
        let mut headers = vec![("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", method)];
        headers.extend(message["params"]["name"].as_str().map(|name| ("Mcp-Name", name)));
        self.post(&headers, message)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Debug, PartialEq)]
enum Answer {
    /// The connection was closed without an answer.
    Closed,
    /// There was no answer in time.
    None,
    Response {
        status: u16,
        headers: Vec<String>,
        body: String,
    },
}

impl Answer {
    fn read(stream: TcpStream) -> Self {
        let mut input = BufReader::new(stream);
        let mut start = String::new();
        match input.read_line(&mut start) {
            Ok(0) => return Self::Closed,
            Ok(_) => (),
            Err(_) => return Self::None,
        }
        let status =
            start.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let headers: Vec<String> = input
            .by_ref()
            .lines()
            .map(|line| line.expect("a header"))
            .take_while(|line| !line.is_empty())
            .collect();
        let length = headers.iter().find_map(|line| line.strip_prefix("Content-Length: "));
        let mut body = vec![0; length.map_or(0, |length| length.parse().expect("a length"))];
        input.read_exact(&mut body).expect("the body is whole");
        Self::Response {
            status,
            headers,
            body: String::from_utf8(body).expect("the body is UTF-8"),
        }
    }

    /// Status and JSON body.
    fn message(&self) -> (u16, Value) {
        match self {
            Self::Response { status, body, .. } => {
                (*status, serde_json::from_str(body).unwrap_or_default())
            }
            Self::Closed | Self::None => panic!("no response: {self:?}"),
        }
    }

    fn status(&self) -> u16 {
        self.message().0
    }

    fn header(&self, name: &str) -> Option<&str> {
        match self {
            Self::Response { headers, .. } => {
                headers.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
            }
            Self::Closed | Self::None => None,
        }
    }
}

fn modern(method: &str, mut params: Value) -> Value {
    params["_meta"] = modern_meta();
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

fn call(tool: &str, arguments: &Value) -> Value {
    modern("tools/call", json!({"name": tool, "arguments": arguments}))
}

fn legacy(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

#[test]
fn legacy_session_lives_until_deleted() {
    let server = Listening::start(&["clean"]);
    let hours = legacy("tools/call", &json!({"name": "opening_hours"}));
    let opened = server.post(&[], &legacy("initialize", &json!({"protocolVersion": "2025-06-18"})));
    let id = opened.header("Mcp-Session-Id").expect("a session").to_owned();
    let session = [("Mcp-Session-Id", id.as_str()), ("MCP-Protocol-Version", "2025-06-18")];
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(opened.message().1["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(server.post(&session, &initialized).status(), 202);
    assert_eq!(
        server.post(&session, &hours).message(),
        (200, success("legacy", "Monday to Friday, 08:00 to 18:00"))
    );
    assert_eq!(server.post(&[session[0], ("MCP-Protocol-Version", "1.0.0")], &hours).status(), 400);
    assert_eq!(server.post(&[], &hours).status(), 400);
    assert_eq!(server.send("GET", &session, "").status(), 405);
    assert_eq!(server.send("DELETE", &session, "").status(), 204);
    assert_eq!(server.post(&session, &hours).status(), 404);
}

#[test]
fn modern_request_needs_no_session() {
    let server = Listening::start(&["clean"]);
    let answer = server.post_modern(&call("opening_hours", &json!({})));
    assert_eq!(answer.message(), (200, success("modern", "Monday to Friday, 08:00 to 18:00")));
    assert_eq!(
        (answer.header("Content-Type"), answer.header("Mcp-Session-Id")),
        (Some("application/json"), None)
    );
}

#[test]
fn modern_headers_must_repeat_the_body() {
    let server = Listening::start(&["clean"]);
    let message = call("opening_hours", &json!({}));
    let version = ("MCP-Protocol-Version", "2026-07-28");
    let method = ("Mcp-Method", "tools/call");
    for (headers, told) in [
        (&[][..], "MCP-Protocol-Version is missing, the body says 2026-07-28."),
        (
            &[("MCP-Protocol-Version", "2025-11-25")],
            "MCP-Protocol-Version is 2025-11-25, but the body says 2026-07-28.",
        ),
        (&[version], "Mcp-Method is missing, the body says tools/call."),
        (
            &[version, ("mcp-method", "TOOLS/CALL")],
            "Mcp-Method is TOOLS/CALL, but the body says tools/call.",
        ),
        (&[version, method], "Mcp-Name is missing, the body says opening_hours."),
        (
            &[version, method, ("Mcp-Name", "other")],
            "Mcp-Name is other, but the body says opening_hours.",
        ),
    ] {
        assert_eq!(server.post(headers, &message).message(), (400, error(-32020, told)));
    }
}

#[test]
fn modern_refusals_have_their_status() {
    let server = Listening::start(&["clean"]);
    let bare = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
    let mut unsupported = modern("tools/list", json!({}));
    unsupported["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2031-01-01");
    let newer = [("MCP-Protocol-Version", "2031-01-01"), ("Mcp-Method", "tools/list")];
    let mut refusal = error(-32022, "Unsupported protocol version, supported is 2026-07-28.");
    refusal["error"]["data"] = json!({"supported": ["2026-07-28"], "requested": "2031-01-01"});
    assert_eq!(
        server.post_modern(&bare).message(),
        (
            400,
            error(
                -32602,
                "params._meta must hold io.modelcontextprotocol/protocolVersion, a string."
            )
        )
    );
    assert_eq!(server.post(&newer, &unsupported).message(), (400, refusal));
    assert_eq!(
        server.post_modern(&modern("ping", json!({}))).message(),
        (404, error(-32601, "No method ping on this server."))
    );
    assert_eq!(
        server.post_modern(&modern("tools/call", json!({"name": "close"}))).message(),
        (200, error(-32602, "Unknown tool: close. tools/list names the tools of this server."))
    );
}

#[test]
fn foreign_origin_is_forbidden() {
    let server = Listening::start(&["clean"]);
    let message = call("opening_hours", &json!({}));
    assert_eq!(server.post(&[("Origin", "http://evil.example")], &message).status(), 403);
}

#[test]
fn event_stream_carries_the_answer() {
    let server = Listening::start(&["--sse", "clean"]);
    let answer = server.post_modern(&call("opening_hours", &json!({})));
    let event = match &answer {
        Answer::Response { body, .. } => {
            body.strip_prefix("event: message\ndata: ").and_then(|body| body.strip_suffix("\n\n"))
        }
        Answer::Closed | Answer::None => None,
    };
    let message: Value = serde_json::from_str(event.expect("one event")).expect("the data is JSON");
    assert_eq!(answer.header("Content-Type"), Some("text/event-stream"));
    assert_eq!(message, success("modern", "Monday to Friday, 08:00 to 18:00"));
}

#[test]
fn one_connection_serves_many_requests() {
    let server = Listening::start(&["clean"]);
    let mut stream = TcpStream::connect(&server.address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(5))).expect("the socket is ours");
    for _ in 0..3 {
        write!(stream, "DELETE /mcp HTTP/1.1\r\n\r\n").expect("the server reads");
        assert_eq!(Answer::read(stream.try_clone().expect("the socket is ours")).status(), 405);
    }
}

#[test]
fn tool_failure_is_an_http_error() {
    let server = Listening::start(&["tool_failure_as_http_error"]);
    assert_eq!(
        server.post_modern(&call("get_payment", &json!({"payment_id": "P-1"}))),
        Answer::Response {
            status: 500,
            headers: vec![
                "Content-Type: text/plain; charset=utf-8".to_owned(),
                "Content-Length: 21".to_owned()
            ],
            body: "Internal Server Error".to_owned(),
        }
    );
    assert_eq!(
        server.post_modern(&call("get_payment", &json!({"payment_id": "P-3301"}))).message(),
        (200, success("modern", "P-3301: 64.00 EUR, received"))
    );
}

#[test]
fn fixed_status_is_always_ok() {
    let server = Listening::start(&["http_status_wrong"]);
    let unknown = server.post_modern(&modern("ping", json!({})));
    let unlabelled = server.post(&[], &modern("tools/list", json!({})));
    assert_eq!(unknown.message(), (200, error(-32601, "No method ping on this server.")));
    assert_eq!(
        unlabelled.message(),
        (200, error(-32020, "MCP-Protocol-Version is missing, the body says 2026-07-28."))
    );
}

#[test]
fn silence_and_exit_leave_the_server_alive() {
    let server = Listening::start(&["all"]);
    assert_eq!(server.post_modern(&call("describe_map", &json!({"zoom": 0}))), Answer::None);
    assert_eq!(server.post_modern(&call("find_district", &json!({}))), Answer::Closed);
    assert_eq!(
        server.post_modern(&call("sum_sales", &json!({"quarter": 5}))).message(),
        (
            200,
            failure(
                "modern",
                "`quarter` is 5, but must be an integer from 1 to 4. Change `quarter` and call again."
            )
        )
    );
}

#[test]
fn name_with_spaces_goes_through_its_header() {
    let server = Listening::start(&["tool_name_invalid"]);
    assert_eq!(
        server.post_modern(&call("get pollen, daily", &json!({"days": 2}))).message(),
        (
            200,
            result(
                "modern",
                json!({"content": [{"type": "text", "text": "Birch: high, grass: low"}]})
            )
        )
    );
}
