//! Servers that misbehave, each in one way.

use super::*;

fn http(status: u16, headers: &[(&str, &str)], body: &str) -> Delivery {
    Delivery::Http(HttpAnswer {
        to: asking(7),
        status,
        headers: headers.iter().map(|&(name, value)| (name.into(), value.into())).collect(),
        body: body.into(),
        is_truncated: false,
        is_in_session: false,
    })
}

fn failure(delivery: Delivery) -> HttpFailure {
    match delivery {
        Delivery::Failed { of, why } if of == asking(7) => why,
        other => panic!("no failure of request 7: {other:?}"),
    }
}

/// Asks at `address`, where nothing may listen.
fn failure_at(address: &str) -> HttpFailure {
    let server = HttpServer::new(address, &HttpOptions::default()).expect("an address");
    let mut connection = HttpConnection::open(&server).expect("a connection");
    connection.send(request(7, "tools/list").as_bytes()).expect("sent");
    failure(connection.receive(LIMIT))
}

#[test]
fn refused_connection_is_named() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    assert_eq!(failure_at(&format!("http://{address}/mcp")), HttpFailure::Refused);
}

#[test]
fn unknown_host_is_named() {
    let why = failure_at("http://no-such-host.invalid/mcp");
    assert!(matches!(why, HttpFailure::NoSuchHost(_)), "{why:?}");
}

#[test]
fn closed_connection_is_a_broken_one() {
    let why = failure(first_delivery(|_, _| ()));
    assert!(matches!(why, HttpFailure::Broken(_)), "{why:?}");
    assert!(why.may_have_arrived());
}

#[test]
fn other_protocols_are_no_http() {
    for greeting in
        ["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 abc\r\n\r\n", "\u{15}\u{3}\u{1}\0\u{2}\u{2}F"]
    {
        let why = failure(first_delivery(move |_, stream| say(stream, greeting)));
        assert!(matches!(why, HttpFailure::Malformed(_)), "{greeting:?}: {why:?}");
    }
}

#[test]
fn too_many_headers_are_refused() {
    for head in ["a: b\r\n".repeat(5000), format!("a: {}\r\n", "b".repeat(2_000_000))] {
        let why = failure(first_delivery(move |_, stream| {
            say(stream, &format!("HTTP/1.1 200 OK\r\n{head}\r\n"));
        }));
        assert!(matches!(why, HttpFailure::Malformed(_)), "{why:?}");
    }
}

#[test]
fn garbled_chunks_are_a_cut() {
    let head =
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    for chunks in ["zz\r\n{}", "5\r\n{", "ffffffffffffffffff\r\n"] {
        let why = failure(first_delivery(move |_, stream| say(stream, &format!("{head}{chunks}"))));
        assert!(
            matches!(&why, HttpFailure::Cut(cut) if cut.cause.is_some()),
            "{chunks:?}: {why:?}"
        );
    }
}

#[test]
fn short_body_is_a_cut() {
    let why = failure(first_delivery(|_, stream| {
        say(
            stream,
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{",
        );
    }));
    assert!(matches!(why, HttpFailure::Cut(_)), "{why:?}");
}

#[test]
fn stream_that_ends_early_is_a_cut() {
    for (events, is_inside_event) in [(": nothing\n\n", false), ("data: {\"jsonrpc\":", true)] {
        let why = failure(first_delivery(move |_, stream| {
            say(stream, &format!("{STREAM_HEAD}{events}"));
        }));
        assert_eq!(why, HttpFailure::Cut(Cut { is_inside_event, ..Cut::default() }));
    }
}

#[test]
fn body_without_an_answer_is_a_cut() {
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/message"}"#;
    let server = ScriptedServer::start(move |_, stream| say(stream, &ok_json(notification)));
    let mut connection = connect(&server);
    connection.send(request(7, "tools/list").as_bytes()).expect("sent");
    assert_eq!(connection.receive(LIMIT), line(notification));
    assert_eq!(failure(connection.receive(LIMIT)), HttpFailure::Cut(Cut::default()));
}

#[test]
fn page_with_status_200_is_no_message() {
    let delivery = first_delivery(|_, stream| say(stream, &whole("200 OK", "text/html", "<html>")));
    assert_eq!(delivery, http(200, &[("content-type", "text/html")], "<html>"));
}

#[test]
fn json_that_is_no_message_is_shown() {
    for body in ["{\"ok\": true}", "null", "", "{"] {
        let delivery = first_delivery(move |_, stream| say(stream, &ok_json(body)));
        assert_eq!(delivery, http(200, &[("content-type", "application/json")], body));
    }
}

#[test]
fn error_status_keeps_its_message() {
    let body = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"no"}}"#;
    let delivery = first_delivery(move |_, stream| {
        say(stream, &whole("400 Bad Request", "application/json", body));
    });
    assert_eq!(delivery, http(400, &[("content-type", "application/json")], body));
}

#[test]
fn request_answered_with_202_has_no_answer() {
    let delivery = first_delivery(|_, stream| {
        say(stream, "HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n");
    });
    assert_eq!(delivery, http(202, &[], ""));
}

#[test]
fn challenge_is_kept_and_session_hidden() {
    let delivery = first_delivery(|_, stream| {
        say(
            stream,
            "HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Bearer error=\"x\"\r\nset-cookie: a=b\r\nmcp-session-id: s\r\ncontent-length: 0\r\n\r\n",
        );
    });
    let headers = [("www-authenticate", "Bearer error=\"x\""), ("mcp-session-id", "(not shown)")];
    assert_eq!(delivery, http(401, &headers, ""));
}

#[test]
fn redirect_is_not_followed() {
    let server = ScriptedServer::start(|_, stream| {
        say(
            stream,
            "HTTP/1.1 307 Temporary Redirect\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n",
        );
    });
    let mut connection = connect(&server);
    connection.send(request(7, "tools/list").as_bytes()).expect("sent");
    assert_eq!(connection.receive(LIMIT), http(307, &[("location", "/elsewhere")], ""));
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn slow_answer_leaves_the_deadline_to_the_caller() {
    let server = ScriptedServer::start(|_, stream| {
        for byte in "HTTP/1.1 200 OK\r\n".repeat(20).split_inclusive('\n') {
            say(stream, byte);
            thread::sleep(Duration::from_millis(100));
        }
    });
    let mut connection = connect(&server);
    connection.send(request(7, "tools/list").as_bytes()).expect("sent");
    assert_eq!(connection.receive(Duration::from_millis(50)), Delivery::Silence);
}

#[test]
fn endless_page_is_cut_short() {
    let delivery = first_delivery(|_, stream| {
        say(stream, "HTTP/1.1 500 Oops\r\ncontent-type: text/html\r\n\r\n");
        for _ in 0..100 {
            say(stream, &"x".repeat(10_000));
        }
        thread::sleep(LIMIT);
    });
    match delivery {
        Delivery::Http(answer) => {
            assert_eq!((answer.body.len(), answer.is_truncated), (256 * 1024, true));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn body_over_the_limit_is_refused() {
    for head in
        ["content-type: application/json\r\n\r\n", "content-type: text/event-stream\r\n\r\ndata: "]
    {
        let why = failure(first_delivery(move |_, stream| {
            say(stream, &format!("HTTP/1.1 200 OK\r\n{head}"));
            let piece = "x".repeat(1024 * 1024);
            for _ in 0..65 {
                say(stream, &piece);
            }
            thread::sleep(LIMIT);
        }));
        assert_eq!(why, HttpFailure::Oversized { limit: 64 * 1024 * 1024 });
    }
}

#[test]
fn stream_of_an_error_status_is_not_waited_for() {
    let delivery = first_delivery(|_, stream| {
        say(stream, &STREAM_HEAD.replace("200 OK", "500 Oops"));
        say(stream, "data: x\n\n");
        thread::sleep(LIMIT);
    });
    match delivery {
        Delivery::Http(answer) => {
            assert_eq!((answer.status, answer.body.as_slice()), (500, b"data: x\n\n".as_slice()));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn refused_notification_is_told_as_such() {
    let server = ScriptedServer::start(|_, stream| {
        say(stream, &whole("400 Bad Request", "text/plain", "no"));
    });
    let mut connection = connect(&server);
    connection.send(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).expect("sent");
    match connection.receive(LIMIT) {
        Delivery::Http(answer) => assert_eq!((answer.to, answer.status), (Asking::Notice, 400)),
        other => panic!("{other:?}"),
    }
}
