use std::thread;

use super::super::http_answer::HttpAnswer;
use super::super::scripted_server::{Asked, STREAM_HEAD, ScriptedServer, say, whole};
use super::*;
use crate::transport::http::HttpOptions;

const LIMIT: Duration = Duration::from_secs(10);

const ANSWER: &str = r#"{"jsonrpc":"2.0","id":7,"result":{}}"#;

/// A server whose stream starts with `endpoint` and goes on with `events` once a message was posted.
fn server(endpoint: &'static str, events: &'static str, posted: &'static str) -> ScriptedServer {
    let (told, is_told) = std::sync::mpsc::channel();
    let is_told = Mutex::new(is_told);
    ScriptedServer::start(move |asked: &Asked, stream| {
        if asked.method == "POST" {
            say(stream, posted);
            let _ = told.send(());
            return;
        }
        say(stream, STREAM_HEAD);
        say(stream, endpoint);
        let _ = is_told.lock().map(|is_told| is_told.recv());
        say(stream, events);
    })
}

fn open(server: &ScriptedServer) -> Result<SseConnection, SseError> {
    let target = HttpServer::new(&server.url("/sse"), &HttpOptions::default());
    SseConnection::open(&target.expect("an address"), LIMIT)
}

fn post(connection: &mut SseConnection) {
    connection.send(br#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#).expect("sent");
}

fn refusal(server: &ScriptedServer) -> String {
    open(server).expect_err("refused").to_string()
}

const ENDPOINT: &str = "event: endpoint\ndata: /messages?session=1\n\n";

const ACCEPTED: &str = "HTTP/1.1 202 Accepted\r\ncontent-length: 8\r\n\r\nAccepted";

#[test]
fn answer_comes_through_the_stream() {
    let server = server(
        ENDPOINT,
        "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n\n",
        ACCEPTED,
    );
    let mut connection = open(&server).expect("a stream");
    post(&mut connection);
    assert_eq!(connection.receive(LIMIT), Delivery::Line(ANSWER.into()));
    let asked = server.asked();
    assert_eq!((asked[1].method.as_str(), asked[1].path.as_str()), ("POST", "/messages?session=1"));
    connection.close(LIMIT);
}

#[test]
fn stream_that_ends_cuts_what_is_pending() {
    let server = server(ENDPOINT, ": bye\n\n", ACCEPTED);
    let mut connection = open(&server).expect("a stream");
    post(&mut connection);
    let of = Asking::Request(RequestId::from(7));
    let cut = HttpFailure::Cut(Cut::default());
    assert_eq!(connection.receive(LIMIT), Delivery::Failed { of: of.clone(), why: cut });
    post(&mut connection);
    assert_eq!(connection.receive(LIMIT), Delivery::Failed { of, why: is_closed() });
}

#[test]
fn refused_post_is_told_at_once() {
    let server = server(ENDPOINT, "", "HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\nno");
    let mut connection = open(&server).expect("a stream");
    post(&mut connection);
    let expected = HttpAnswer {
        to: Asking::Request(RequestId::from(7)),
        status: 400,
        headers: Vec::new(),
        body: b"no".to_vec(),
        is_truncated: false,
        is_in_session: false,
    };
    assert_eq!(connection.receive(LIMIT), Delivery::Http(expected));
}

#[test]
fn endpoint_of_another_origin_is_refused() {
    let server = server("event: endpoint\ndata: http://evil.invalid/x\n\n", "", ACCEPTED);
    let said = "no event stream that names an endpoint: the server names `http://evil.invalid/x` as its endpoint, which is of another origin (refused)";
    assert_eq!(refusal(&server), said);
}

#[test]
fn other_servers_have_no_endpoint() {
    let page =
        ScriptedServer::start(|_, stream| say(stream, &whole("200 OK", "text/html", "<html>")));
    let said = "no event stream that names an endpoint: HTTP 200 with text/html, which holds no MCP message";
    assert_eq!(refusal(&page), said);
    let empty = ScriptedServer::start(|_, stream| say(stream, STREAM_HEAD));
    assert!(
        refusal(&empty).starts_with("no event stream that names an endpoint: the answer broke off")
    );
}

#[test]
fn silent_stream_is_not_waited_for_ever() {
    let silent = ScriptedServer::start(|_, stream| {
        say(stream, STREAM_HEAD);
        thread::sleep(LIMIT);
    });
    let target = HttpServer::new(&silent.url("/sse"), &HttpOptions::default()).expect("an address");
    let error = SseConnection::open(&target, Duration::from_millis(100)).expect_err("silent");
    assert_eq!(error.to_string(), "no event stream that names an endpoint within 100 ms");
}
