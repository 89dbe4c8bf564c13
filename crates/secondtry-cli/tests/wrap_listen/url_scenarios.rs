//! What an intermediary passes and what it asks of its own.

use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::Scenario;
use crate::client::{call, text};
use crate::front::{Front, time_of};
use crate::modern_scenarios::{called, modern};
use crate::scripted_server::{STREAM_HEAD, ScriptedServer, say, whole};
use crate::url_server::{answer, error, result, start};

pub(crate) const ALL: &[Scenario] = &[
    ("headers_and_bytes_pass_both_ways", headers_and_bytes_pass_both_ways),
    ("statuses_of_http_pass_as_they_are", statuses_of_http_pass_as_they_are),
    ("events_pass_to_the_byte", events_pass_to_the_byte),
    ("listener_gets_what_the_server_says", listener_gets_what_the_server_says),
    (
        "arguments_are_checked_with_the_credentials_of_the_call",
        arguments_are_checked_with_the_credentials_of_the_call,
    ),
    ("list_is_asked_for_once", list_is_asked_for_once),
    ("server_that_is_down_is_told", server_that_is_down_is_told),
    ("legacy_call_that_is_overdue_is_cancelled", legacy_call_that_is_overdue_is_cancelled),
    (
        "stream_that_can_be_resumed_is_left_to_the_client",
        stream_that_can_be_resumed_is_left_to_the_client,
    ),
    ("repairs_that_are_off_leave_all_as_it_came", repairs_that_are_off_leave_all_as_it_came),
    ("third_failure_of_a_session_says_so", third_failure_of_a_session_says_so),
    ("credentials_of_the_operator_go_along", credentials_of_the_operator_go_along),
    ("client_that_goes_takes_the_server_with_it", client_that_goes_takes_the_server_with_it),
    ("open_streams_do_not_hold_up_the_end", open_streams_do_not_hold_up_the_end),
];

fn headers_and_bytes_pass_both_ways() {
    const BODY: &str = "{ \"jsonrpc\":\"2.0\",\n \"id\":1,\"result\":{\"n\":12345678901234567890,\"\\u0061\":1.0}}";
    let server = ScriptedServer::start(|_, stream| {
        say(
            stream,
            &format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\nx-own: a\r\nx-own: b\r\nconnection: x-hop\r\nx-hop: 1\r\ncontent-length: {}\r\n\r\n{BODY}",
                BODY.len()
            ),
        );
    });
    let front = Front::of_url(&[], &server.url("/api/mcp?key=1"));
    let client = front
        .client()
        .with("authorization", "Bearer x")
        .with("mcp-param-region", "eu")
        .with("te", "trailers");
    let sent = "{\"jsonrpc\":\"2.0\", \"id\":1,\"method\":\"x/y\" }";
    let came = client.ask("POST", "/mcp/more?q=2", sent);
    assert_eq!(came.body, BODY);
    assert_eq!(came.header("content-type"), Some("application/json; charset=utf-8"));
    assert_eq!((came.header("x-own"), came.header("x-hop")), (Some("a"), None));
    let asked = &server.asked()[0];
    assert_eq!((asked.path.as_str(), asked.body.as_str()), ("/api/mcp/more?key=1&q=2", sent));
    for (name, value) in [
        ("authorization", Some("Bearer x")),
        ("mcp-param-region", Some("eu")),
        ("te", None),
        ("accept-encoding", Some("identity")),
        ("host", Some(server.address.to_string().as_str())),
    ] {
        assert_eq!(asked.header(name), value, "{name}");
    }
}

fn statuses_of_http_pass_as_they_are() {
    for (status, more) in [
        ("400 Bad Request", ""),
        ("401 Unauthorized", "www-authenticate: Bearer resource_metadata=\"https://x/y\"\r\n"),
        ("403 Forbidden", "www-authenticate: Bearer error=\"insufficient_scope\"\r\n"),
        ("404 Not Found", ""),
        ("405 Method Not Allowed", "allow: POST\r\n"),
        ("302 Found", "location: https://elsewhere.example/\r\n"),
    ] {
        let server = ScriptedServer::start(move |_, stream| {
            let body = "{\"why\": 1}";
            say(
                stream,
                &format!(
                    "HTTP/1.1 {status}\r\ncontent-type: application/json\r\n{more}content-length: {}\r\n\r\n{body}",
                    body.len()
                ),
            );
        });
        let front = Front::of_url(&[], &server.url("/mcp"));
        let came = front.client().call(&json!(1), "good", &json!({}));
        assert_eq!(
            (format!("{}", came.status), came.body.as_str()),
            (status[..3].to_owned(), "{\"why\": 1}")
        );
        if let Some((name, value)) = more.trim_end().split_once(": ") {
            assert_eq!(came.header(name), Some(value));
        }
    }
}

fn events_pass_to_the_byte() {
    const EVENTS: &str = ": hello\n\nid: 1\nretry: 500\ndata:\n\nevent: message\r\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\r\ndata: \"params\":{\"progress\":1.0}}\r\n\r\nid: 2\ndata:{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[],\"n\":1.50}}\n\n";
    let server = ScriptedServer::start(|asked, stream| {
        if asked.body.contains("tools/list") {
            return say(stream, &whole("404 Not Found", "text/plain", ""));
        }
        for byte in format!("{STREAM_HEAD}{EVENTS}").bytes() {
            say(stream, &char::from(byte).to_string());
        }
    });
    let front = Front::of_url(&[], &server.url("/mcp"));
    let came = front.client().call(&json!(1), "good", &json!({}));
    assert_eq!(came.header("content-type"), Some("text/event-stream; charset=utf-8"));
    assert_eq!(came.body, EVENTS);
}

fn listener_gets_what_the_server_says() {
    let server = ScriptedServer::start(|asked, stream| {
        assert_eq!(asked.header("last-event-id"), Some("41"));
        say(
            stream,
            &format!("{STREAM_HEAD}id: 42\ndata: {{\"jsonrpc\":\"2.0\",\"method\":\"m\"}}\n\n"),
        );
        thread::sleep(Duration::from_secs(3));
    });
    let front = Front::of_url(&[], &server.url("/mcp"));
    let mut listener = front.client().with("last-event-id", "41").open("GET", "/mcp", "");
    assert_eq!(listener.status, 200);
    assert_eq!(listener.event().expect("at once")["method"], "m");
}

fn arguments_are_checked_with_the_credentials_of_the_call() {
    let server = start(|_, _| ());
    let front = Front::of_url(&[], &server.url("/mcp"));
    let client = modern(&front.client()).with("authorization", "Bearer mine");
    let told = called(&client, &json!(1), "strict", &json!({"people": 0})).message();
    assert!(told["result"]["isError"] == true && text(&told).contains("people"), "{told}");
    let asked = server.asked();
    assert_eq!(asked.len(), 1, "the call itself does not arrive");
    let message: Value = serde_json::from_str(&asked[0].body).expect("JSON");
    assert_eq!(message["method"], "tools/list");
    assert_eq!(message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(asked[0].header("authorization"), Some("Bearer mine"));
    assert_eq!(asked[0].header("mcp-method"), Some("tools/list"));
    assert_eq!(asked[0].header("mcp-name"), None);
}

fn list_is_asked_for_once() {
    let server = start(|_, _| ());
    let front = Front::of_url(&[], &server.url("/mcp"));
    let client = modern(&front.client());
    let threads: Vec<_> = (0..10)
        .map(|_| {
            let client = client.clone();
            thread::spawn(move || called(&client, &json!(1), "good", &json!({})).message())
        })
        .collect();
    for thread in threads {
        assert_eq!(text(&thread.join().expect("no panic")), "fine");
    }
    let lists = |asked: &[crate::scripted_server::Asked]| {
        asked.iter().filter(|asked| asked.body.contains("tools/list")).count()
    };
    assert_eq!(lists(&server.asked()), 1);
    called(&client.with("authorization", "Bearer other"), &json!(1), "good", &json!({}));
    assert_eq!(lists(&server.asked()), 2, "another caller may see others");
}

fn server_that_is_down_is_told() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}/mcp", free.local_addr().expect("an address"));
    drop(free);
    let front = Front::of_url(&[], &url);
    let told = front.client().call(&json!(1), "good", &json!({}));
    assert_eq!((told.status, &told.message()["result"]["isError"]), (200, &json!(true)));
    let other = front.client().post(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}));
    assert_eq!((other.status, &other.message()["id"]), (502, &json!(2)));
    assert!(!other.body.contains("127.0.0.1"), "{}", other.body);
}

fn legacy_call_that_is_overdue_is_cancelled() {
    let server = start(|_, _| thread::sleep(Duration::from_secs(3)));
    let front = Front::of_url(&["--call-timeout", "500ms"], &server.url("/mcp"));
    let client = front.client().begun();
    let told = client.call(&json!(77), "fault", &json!({})).message();
    assert!(text(&told).contains("timed out"), "{told}");
    let asked = server.await_asked(5);
    let last: Value = serde_json::from_str(&asked.last().expect("some").body).expect("JSON");
    assert_eq!(
        (&last["method"], &last["params"]["requestId"]),
        (&json!("notifications/cancelled"), &json!(77))
    );
}

fn stream_that_can_be_resumed_is_left_to_the_client() {
    const EVENTS: &str = "id: 9\nretry: 10\ndata:\n\n";
    let server = start(|_, stream| say(stream, &format!("{STREAM_HEAD}{EVENTS}")));
    let front = Front::of_url(&[], &server.url("/mcp"));
    assert_eq!(front.client().begun().call(&json!(1), "fault", &json!({})).body, EVENTS);
}

fn repairs_that_are_off_leave_all_as_it_came() {
    let server =
        start(|_, stream| say(stream, &whole("503 Service Unavailable", "text/plain", "later")));
    let front = Front::of_url(&["--observe"], &server.url("/mcp"));
    let came = front.client().begun().call(&json!(1), "fault", &json!({}));
    assert_eq!((came.status, came.body.as_str()), (503, "later"));
    let metrics = front.client().ask("GET", "/metrics", "").body;
    assert!(metrics.contains("secondtry_observed_flaws_total{repair=\"ending\"} 1\n"), "{metrics}");
}

fn third_failure_of_a_session_says_so() {
    let server = start(|id, stream| {
        say(stream, &whole("200 OK", "application/json", &error(id, -32603, "no such invoice")));
    });
    let front = Front::of_url(&[], &server.url("/mcp"));
    let session = front.client().begun();
    let told: Vec<Value> = (0..3).map(|_| session.called("fault", &json!({"id": 1}))).collect();
    assert_eq!(text(&told[0]), text(&told[1]));
    assert_ne!(text(&told[1]), text(&told[2]));
    let alone = modern(&front.client());
    let told: Vec<Value> =
        (0..3).map(|_| called(&alone, &json!(1), "fault", &json!({"id": 1})).message()).collect();
    assert_eq!(text(&told[1]), text(&told[2]), "strangers are not told of each other");
}

fn credentials_of_the_operator_go_along() {
    let server = start(|_, _| ());
    let front = Front::of_url(&["--header", "X-Api-Key: k"], &server.url("/mcp"));
    front.client().begun();
    assert!(server.asked().iter().all(|asked| asked.header("x-api-key") == Some("k")));
}

fn client_that_goes_takes_the_server_with_it() {
    use std::io::Read;
    use std::sync::atomic::{AtomicBool, Ordering};
    static IS_CLOSED: AtomicBool = AtomicBool::new(false);
    let server = start(|_, stream| {
        say(stream, &format!("{STREAM_HEAD}: working\n\n"));
        let mut byte = [0];
        IS_CLOSED.store(matches!(stream.read(&mut byte), Ok(0) | Err(_)), Ordering::SeqCst);
    });
    let front = Front::of_url(&[], &server.url("/mcp"));
    let body = call(&json!(1), "fault", &json!({})).to_string();
    let open = front.client().open("POST", "/mcp", &body);
    drop(open);
    crate::front::wait_until("the server sees its stream closed", || {
        IS_CLOSED.load(Ordering::SeqCst)
    });
}

fn open_streams_do_not_hold_up_the_end() {
    let server = ScriptedServer::start(|_, stream| {
        say(stream, &format!("{STREAM_HEAD}data: {}\n\n", answer(&json!(1), &result("x"))));
        thread::sleep(Duration::from_secs(20));
    });
    let front = Front::of_url(&[], &server.url("/mcp"));
    let mut listener = front.client().open("GET", "/mcp", "");
    listener.event();
    let took = time_of(|| assert_eq!(front.end(), Some(0)));
    assert!(took < Duration::from_secs(6), "{took:?}");
}
