use std::net::TcpStream;
use std::thread;

use serde_json::json;

use super::*;
use crate::transport::http_answer::{Asking, Cut, HttpAnswer, HttpFailure};
use crate::transport::scripted_server::{Asked, STREAM_HEAD, ScriptedServer, say, whole};

mod faults;
mod headers;

/// Long enough for a loaded machine; no test waits for it unless it fails.
const LIMIT: Duration = Duration::from_secs(10);

fn connect(server: &ScriptedServer) -> HttpConnection {
    connect_with(server, &HttpOptions::default())
}

fn connect_with(server: &ScriptedServer, options: &HttpOptions) -> HttpConnection {
    let server = HttpServer::new(&server.url("/mcp"), options).expect("an address");
    HttpConnection::open(&server).expect("a connection")
}

fn request(id: u64, method: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": {}}).to_string()
}

fn answer(id: u64) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"protocolVersion":"2025-11-25"}}}}"#)
}

fn asking(id: u64) -> Asking {
    Asking::Request(RequestId::from(id))
}

/// Asks a server that answers every request as `script` does; gives what comes first.
fn first_delivery(script: impl Fn(&Asked, &mut TcpStream) + Send + Sync + 'static) -> Delivery {
    let server = ScriptedServer::start(script);
    let mut connection = connect(&server);
    connection.send(request(7, "tools/list").as_bytes()).expect("sent");
    connection.receive(LIMIT)
}

fn line(text: &str) -> Delivery {
    Delivery::Line(text.as_bytes().to_owned())
}

fn ok_json(body: &str) -> String {
    whole("200 OK", "application/json", body)
}

#[test]
fn json_body_is_a_message() {
    let body = "{\n \"jsonrpc\": \"2.0\", \"id\": 7, \"result\": {}\n}";
    assert_eq!(first_delivery(move |_, stream| say(stream, &ok_json(body))), line(body));
}

#[test]
fn events_are_messages_as_they_come() {
    let server = ScriptedServer::start(|_, stream| {
        let progress = r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#;
        say(stream, STREAM_HEAD);
        say(
            stream,
            &format!(": hello\nid: 1\ndata:\n\nevent: ping\ndata: x\n\ndata: {progress}\n\n"),
        );
        thread::sleep(Duration::from_millis(200));
        say(stream, &format!("event: message\r\ndata: {}\r\n\r\n", answer(7)));
    });
    let mut connection = connect(&server);
    connection.send(request(7, "tools/list").as_bytes()).expect("sent");
    assert_eq!(
        connection.receive(LIMIT),
        line(r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#)
    );
    assert_eq!(connection.receive(Duration::from_millis(20)), Delivery::Silence);
    assert_eq!(connection.receive(LIMIT), line(&answer(7)));
    assert_eq!(connection.receive(Duration::from_millis(100)), Delivery::Silence);
}

#[test]
fn answers_overtake_one_another() {
    let server = ScriptedServer::start(|asked, stream| {
        if asked.body.contains("slow") {
            thread::sleep(Duration::from_millis(300));
            return say(stream, &ok_json(&answer(1)));
        }
        say(stream, &ok_json(&answer(2)));
    });
    let mut connection = connect(&server);
    connection.send(request(1, "slow").as_bytes()).expect("sent");
    connection.send(request(2, "quick").as_bytes()).expect("sent");
    assert_eq!(connection.receive(LIMIT), line(&answer(2)));
    assert_eq!(connection.receive(LIMIT), line(&answer(1)));
}

#[test]
fn nothing_overtakes_a_notification() {
    let server = ScriptedServer::start(|asked, stream| {
        if asked.body.contains("initialized") {
            thread::sleep(Duration::from_millis(200));
            return say(stream, "HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n");
        }
        say(stream, &ok_json(&answer(2)));
    });
    let mut connection = connect(&server);
    let notification = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    connection.send(notification).expect("sent");
    connection.send(request(2, "tools/list").as_bytes()).expect("sent");
    thread::sleep(Duration::from_millis(100));
    assert_eq!(server.asked().len(), 1);
    assert_eq!(connection.receive(LIMIT), line(&answer(2)));
}

#[test]
fn session_lasts_from_initialize_to_delete() {
    let server = ScriptedServer::start(|asked, stream| match asked.method.as_str() {
        "GET" => {
            say(stream, STREAM_HEAD);
            say(stream, "data: {\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"ping\"}\n\n");
        }
        "DELETE" => say(stream, &whole("405 Method Not Allowed", "text/plain", "")),
        _ if asked.body.contains("notifications/") => {
            say(stream, "HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n");
        }
        _ => {
            let body = answer(1);
            say(
                stream,
                &format!(
                    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nMcp-Session-Id: s-1\r\ncontent-length: {}\r\n\r\n{body}",
                    body.len()
                ),
            );
        }
    });
    let mut connection = connect(&server);
    connection.send(request(1, "initialize").as_bytes()).expect("sent");
    assert_eq!(connection.receive(LIMIT), line(&answer(1)));
    let notification = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    connection.send(notification).expect("sent");
    assert_eq!(connection.receive(LIMIT), line(r#"{"jsonrpc":"2.0","id":"s","method":"ping"}"#));
    connection.close(LIMIT);
    let seen: Vec<_> = server
        .asked()
        .iter()
        .map(|asked| {
            let header = |name: &str| asked.header(name).map(str::to_owned);
            (asked.method.clone(), header("mcp-session-id"), header("mcp-protocol-version"))
        })
        .collect();
    let inside =
        |method: &str| (method.to_owned(), Some("s-1".to_owned()), Some("2025-11-25".to_owned()));
    assert_eq!(
        seen,
        [("POST".to_owned(), None, None), inside("POST"), inside("GET"), inside("DELETE")]
    );
}

#[test]
fn cancelled_request_is_closed() {
    let (told, is_told) = std::sync::mpsc::channel();
    let server = ScriptedServer::start(move |_, stream| {
        say(stream, STREAM_HEAD);
        let mut byte = [0];
        let end = std::io::Read::read(stream, &mut byte);
        let _ = told.send(end.map_err(|error| error.kind()));
    });
    let mut connection = connect(&server);
    connection.send(request(7, "tools/call").as_bytes()).expect("sent");
    server.await_asked(1);
    let cancelled =
        br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    connection.send(cancelled).expect("sent");
    assert_eq!(is_told.recv_timeout(LIMIT).expect("closed"), Ok(0));
    assert_eq!(connection.receive(Duration::from_millis(100)), Delivery::Silence);
    assert_eq!(server.asked().len(), 1, "the notification is not posted");
}

#[test]
fn cut_stream_can_be_taken_up() {
    let server = ScriptedServer::start(|asked, stream| {
        if asked.body.contains("initialize") {
            return say(stream, &ok_json(&answer(1)));
        }
        say(stream, STREAM_HEAD);
        match asked.header("last-event-id") {
            None => say(stream, "id: e1\nretry: 10\ndata:\n\n"),
            Some(_) => say(stream, &format!("data: {}\n\n", answer(7))),
        }
    });
    let mut connection = connect(&server);
    let cut = Cut { last_event_id: Some("e1".to_owned()), retry_ms: Some(10), ..Cut::default() };
    let id = RequestId::from(7);
    assert!(!connection.resume(&id, &cut), "only a legacy server knows how");
    connection.send(request(1, "initialize").as_bytes()).expect("sent");
    assert_eq!(connection.receive(LIMIT), line(&answer(1)));
    connection.send(request(7, "tools/call").as_bytes()).expect("sent");
    let why = HttpFailure::Cut(cut.clone());
    assert_eq!(connection.receive(LIMIT), Delivery::Failed { of: asking(7), why });
    assert!(connection.resume(&id, &cut));
    assert_eq!(connection.receive(LIMIT), line(&answer(7)));
    let asked = server.asked();
    assert_eq!((asked[2].method.as_str(), asked[2].header("last-event-id")), ("GET", Some("e1")));
}

#[test]
fn full_queue_refuses_instead_of_waiting() {
    let server = ScriptedServer::start(|_, _| thread::sleep(LIMIT));
    let mut connection = connect(&server);
    let request = request(7, "tools/list");
    let sent = (0..2000).find_map(|_| connection.send(request.as_bytes()).err());
    assert_eq!(sent, Some(SendError::Full));
}
