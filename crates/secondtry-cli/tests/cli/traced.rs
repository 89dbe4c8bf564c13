//! `secondtry wrap` that sends spans to a collector: a real one as far as HTTP goes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{flawed_server, secondtry};
use crate::watched::{Ended, end, start_with};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

#[test]
fn each_call_becomes_a_span() {
    let collector = Collector::answering(200);
    let mut command = wrap(&collector.endpoint());
    command.env("OTEL_EXPORTER_OTLP_HEADERS", "x-key=a%20b").env("OTEL_SERVICE_NAME", "rooms");
    let parent = format!("00-{TRACE}-00f067aa0ba902b7-01");
    let quiet = format!("00-{TRACE}-00f067aa0ba902b7-00");
    let calls = [
        call(1, &json!({"room": 1}), &json!({"traceparent": parent})),
        call(2, &json!({"room": "a secret"}), &json!({"traceparent": "nonsense"})),
        call(3, &json!({}), &json!({"traceparent": quiet})),
    ];
    let ended = talk(command, &calls);
    assert_eq!(ended.code(), Some(0), "{}", ended.stderr);
    let posted = collector.posted.recv_timeout(PATIENCE).expect("a batch");
    assert!(posted.head.starts_with("post /v1/traces http/1.1\r\n"), "{}", posted.head);
    assert!(posted.head.contains("x-key: a b\r\n"), "{}", posted.head);
    assert!(posted.head.contains("content-type: application/json\r\n"), "{}", posted.head);
    let resource = &posted.body["resourceSpans"][0]["resource"]["attributes"];
    assert_eq!(*resource, json!([{"key": "service.name", "value": {"stringValue": "rooms"}}]));
    let spans = posted.spans();
    assert_eq!(spans.len(), 2, "the client does not want the third to be traced");
    for span in &spans {
        assert_eq!(span["name"], "tools/call book_room");
        assert_eq!(attribute(span, "secondtry.outcome")["stringValue"], "refused");
        let repairs = &attribute(span, "secondtry.repairs")["arrayValue"]["values"];
        assert_eq!(*repairs, json!([{"stringValue": "arguments"}]));
    }
    assert_eq!(
        (&spans[0]["traceId"], &spans[0]["parentSpanId"]),
        (&json!(TRACE), &json!("00f067aa0ba902b7"))
    );
    assert_ne!(spans[1]["traceId"], TRACE);
    assert!(spans[1].get("parentSpanId").is_none());
    assert!(!posted.body.to_string().contains("secret"), "no arguments");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "how long it takes is what is tested")]
fn collector_that_is_gone_or_silent_holds_nothing_up() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let silent = format!("http://{}", silent.local_addr().expect("an address"));
    for endpoint in ["http://127.0.0.1:9", &silent] {
        let begun = Instant::now();
        let calls: Vec<String> = (1..=20).map(|id| call(id, &json!({}), &json!({}))).collect();
        let ended = talk(wrap(endpoint), &calls);
        assert_eq!(ended.stdout.lines().count(), 21, "{}", ended.stderr);
        assert_eq!(ended.code(), Some(0));
        assert!(begun.elapsed() < PATIENCE, "{endpoint}: {:?}", begun.elapsed());
    }
}

#[test]
fn collector_that_refuses_is_told_once_and_counted() {
    let collector = Collector::answering(401);
    let ended = talk(wrap(&collector.endpoint()), &[call(1, &json!({}), &json!({}))]);
    assert!(
        ended.stderr.contains("the collector takes no spans: it answers with 401\n"),
        "{}",
        ended.stderr
    );
    assert!(ended.stderr.ends_with("; 1 spans were dropped\n"), "{}", ended.stderr);
}

#[test]
fn faulty_variable_ends_nothing() {
    let ended = talk(wrap("collector:4317"), &[call(1, &json!({}), &json!({}))]);
    assert_eq!(ended.stdout.lines().count(), 2);
    assert!(
        ended.stderr.contains("no spans are sent: OTEL_EXPORTER_OTLP_ENDPOINT: "),
        "{}",
        ended.stderr
    );
}

fn call(id: u64, arguments: &Value, meta: &Value) -> String {
    let params = json!({"name": "book_room", "arguments": arguments, "_meta": meta});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string()
}

fn wrap(endpoint: &str) -> Command {
    let mut command = secondtry();
    command.arg("wrap").arg("--").arg(flawed_server()).arg("clean");
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
    command
}

fn talk(mut command: Command, calls: &[String]) -> Ended {
    const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
    let mut running = start_with(&mut command, Stdio::piped());
    let mut input = running.child.stdin.take().expect("piped");
    for line in [INITIALIZE].into_iter().chain(calls.iter().map(String::as_str)) {
        input.write_all(format!("{line}\n").as_bytes()).expect("open");
    }
    drop(input);
    end(running)
}

fn attribute<'a>(span: &'a Value, key: &str) -> &'a Value {
    let attributes = span["attributes"].as_array().expect("attributes");
    let found = attributes.iter().find(|attribute| attribute["key"] == key);
    &found.unwrap_or_else(|| panic!("{key} in {span}"))["value"]
}

/// Takes what is posted.
struct Collector {
    address: String,
    posted: Receiver<Posted>,
}

/// One request.
struct Posted {
    head: String,
    body: Value,
}

impl Collector {
    fn answering(status: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let (tell, posted) = channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                if tell.send(Posted::read(stream.expect("a client"), status)).is_err() {
                    return;
                }
            }
        });
        Self { address, posted }
    }

    fn endpoint(&self) -> String {
        format!("http://{}/", self.address)
    }
}

impl Posted {
    fn read(stream: TcpStream, status: u16) -> Self {
        let mut input = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            input.read_line(&mut head).expect("a head");
        }
        let head = head.to_lowercase();
        let (_, length) = head.split_once("content-length: ").expect("a length");
        let length = length.lines().next().expect("a line").parse().expect("a number");
        let mut body = vec![0; length];
        input.read_exact(&mut body).expect("a body");
        let answer = format!("HTTP/1.1 {status} .\r\ncontent-length: 2\r\n\r\n{{}}");
        input.get_mut().write_all(answer.as_bytes()).expect("open");
        Self { head, body: serde_json::from_slice(&body).expect("JSON") }
    }

    fn spans(&self) -> Vec<Value> {
        let spans = &self.body["resourceSpans"][0]["scopeSpans"][0]["spans"];
        spans.as_array().expect("spans").clone()
    }
}

/// How long something may take, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(30);
