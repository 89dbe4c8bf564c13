//! Who is let in, and how much of anything.

use std::io::{Read, Write};
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::Scenario;
use crate::client::{Open, call, text};
use crate::front::Front;

pub(crate) const ALL: &[Scenario] = &[
    ("page_of_another_origin_is_turned_away", page_of_another_origin_is_turned_away),
    ("page_that_is_let_in_can_read_its_answer", page_that_is_let_in_can_read_its_answer),
    ("name_bent_to_loopback_is_turned_away", name_bent_to_loopback_is_turned_away),
    ("body_over_the_limit_is_refused_by_name", body_over_the_limit_is_refused_by_name),
    ("head_over_the_limit_is_refused", head_over_the_limit_is_refused),
    ("large_answer_arrives_whole", large_answer_arrives_whole),
    ("slow_reader_delays_no_other", slow_reader_delays_no_other),
    ("bytes_that_are_no_http_hurt_nobody", bytes_that_are_no_http_hurt_nobody),
    ("health_and_metrics_are_served", health_and_metrics_are_served),
    ("other_paths_and_methods_are_not_served", other_paths_and_methods_are_not_served),
    ("call_on_a_kept_connection_follows_another", call_on_a_kept_connection_follows_another),
];

fn page_of_another_origin_is_turned_away() {
    let front = Front::of_command(&["--allow-origin", "https://app.example"], "origin");
    let client = front.client().begun();
    for (origin, status) in [
        ("http://evil.example", 403),
        ("null", 403),
        ("http://localhost.evil.example", 403),
        ("http://localhost:6274", 200),
        ("https://app.example", 200),
    ] {
        let answer = client.with("origin", origin).call(&json!(1), "good", &json!({}));
        assert_eq!(answer.status, status, "{origin}");
    }
    assert_eq!(client.with("origin", "http://evil.example").ask("GET", "/metrics", "").status, 403);
}

fn page_that_is_let_in_can_read_its_answer() {
    let front = Front::of_command(&["--allow-origin", "https://app.example"], "cors");
    let page = front.client().with("origin", "https://app.example");
    let asked = page
        .with("access-control-request-method", "POST")
        .with("access-control-request-headers", "mcp-session-id,content-type")
        .ask("OPTIONS", "/mcp", "");
    assert_eq!(asked.status, 204);
    assert_eq!(asked.header("access-control-allow-headers"), Some("mcp-session-id,content-type"));
    let answer = page.begun().call(&json!(1), "good", &json!({}));
    assert_eq!(answer.header("access-control-allow-origin"), Some("https://app.example"));
    assert_eq!(front.client().ask("GET", "/healthz", "").header("vary"), None);
    assert_eq!(page.with("origin", "https://evil.example").ask("OPTIONS", "/mcp", "").status, 403);
}

fn name_bent_to_loopback_is_turned_away() {
    let front = Front::of_command(&[], "host");
    let client = front.client().begun();
    let message = call(&json!(1), "good", &json!({}));
    assert_eq!(client.with("host", "evil.example:80").post(&message).status, 403);
    assert_eq!(client.with("host", "localhost:1234").post(&message).status, 200);
}

fn body_over_the_limit_is_refused_by_name() {
    let front = Front::of_command(&[], "large");
    let client = front.client().begun();
    let mut stream = client.connect();
    let head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 70000000\r\n\r\n{";
    stream.write_all(head.as_bytes()).expect("sent");
    let answer = Open::read(stream).whole();
    assert_eq!(answer.status, 413);
    assert!(answer.message()["error"]["message"].as_str().expect("text").contains("64 MiB"));
    let large = json!({"text": "x".repeat(6 * 1024 * 1024)});
    assert_eq!(text(&client.called("good", &large)), "fine", "6 MB is no trouble");
}

fn head_over_the_limit_is_refused() {
    let front = Front::of_command(&[], "head");
    let client = front.client().with("x-large", &"x".repeat(300_000));
    assert_eq!(client.ask("GET", "/healthz", "").status, 431);
    assert_eq!(front.client().ask("GET", "/healthz", "").status, 200);
}

fn large_answer_arrives_whole() {
    let front = Front::of_command(&[], "answers-large");
    let answer = front.client().begun().called("large", &json!({}));
    assert_eq!(text(&answer).len(), 8 * 1024 * 1024);
}

fn slow_reader_delays_no_other() {
    let front = Front::of_command(&[], "slow-reader");
    let client = front.client().begun();
    let readers: Vec<_> = (0..4)
        .map(|id| client.open("POST", "/mcp", &call(&json!(id), "large", &json!({})).to_string()))
        .collect();
    assert_eq!(text(&client.called("good", &json!({}))), "fine");
    for reader in readers {
        assert_eq!(text(&reader.whole().message()).len(), 8 * 1024 * 1024);
    }
}

fn bytes_that_are_no_http_hurt_nobody() {
    let front = Front::of_command(&[], "no-http");
    for bytes in
        [&b"\x16\x03\x01\x02"[..], b"\0\0\0\0\r\n\r\n", b"GET\r\n\r\n", b"{\"jsonrpc\"", b""]
    {
        let mut stream = front.client().connect();
        stream.write_all(bytes).expect("sent");
        stream.shutdown(std::net::Shutdown::Write).expect("closed");
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    let mut half = front.client().connect();
    half.write_all(b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{")
        .expect("sent");
    thread::sleep(Duration::from_millis(100));
    drop(half);
    assert_eq!(text(&front.client().begun().called("good", &json!({}))), "fine");
    assert_eq!(front.end(), Some(0));
}

fn health_and_metrics_are_served() {
    let front = Front::of_command(&[], "metrics");
    let client = front.client().begun();
    client.called("strict", &json!({"people": 0}));
    let health = front.client().ask("GET", "/healthz", "");
    assert_eq!((health.status, health.body.as_str()), (200, "ok\n"));
    let metrics = front.client().ask("GET", "/metrics", "").body;
    for line in [
        "secondtry_sessions 1",
        "secondtry_open_calls 0",
        "secondtry_failed_calls_total 1",
        "secondtry_repairs_total{repair=\"arguments\"} 1",
    ] {
        assert!(metrics.lines().any(|told| told == line), "{line} in {metrics}");
    }
}

fn other_paths_and_methods_are_not_served() {
    let front = Front::of_command(&[], "paths");
    assert_eq!(front.client().ask("GET", "/", "").status, 404);
    assert_eq!(front.client().ask("POST", "/mcp/more", "{}").status, 404);
    let answer = front.client().ask("PUT", "/mcp", "{}");
    assert_eq!((answer.status, answer.header("allow")), (405, Some("POST, GET, DELETE")));
}

fn call_on_a_kept_connection_follows_another() {
    let front = Front::of_command(&[], "kept");
    let mut stream = front.client().connect();
    for _ in 0..3 {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").expect("sent");
        let mut seen = Vec::new();
        while !seen.ends_with(b"ok\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("the answer");
            seen.push(byte[0]);
        }
    }
}
