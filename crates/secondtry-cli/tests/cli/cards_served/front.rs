//! What the HTTP front lets in.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::bed::Served;
use super::client::{ask, exchange, post, told};

#[test]
fn oversized_body_is_refused_with_a_message() {
    let served = Served::start(&[]);
    let answer = post(&served, "", &vec![b' '; 65 * 1024]);
    assert_eq!(answer.status, 413);
    let error: Value = serde_json::from_str(&answer.body).expect("JSON");
    assert_eq!(
        error["error"]["message"],
        "the body has more than 65536 bytes (send less at a time)"
    );
    let error = "x".repeat(20_000);
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "find_cards", "arguments": {"error": error}}});
    let answer = post(&served, "", message.to_string().as_bytes());
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains("16384"), "{}", answer.body);
}

#[test]
fn foreign_origin_and_host_are_turned_away_with_the_reason() {
    let served = Served::start(&["--allow-origin", "https://app.example"]);
    let ping = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let answer = post(&served, "origin: https://evil.example\r\n", ping);
    assert_eq!(answer.status, 403);
    assert!(
        answer.body.contains(r#"pages of the origin \"https://evil.example\" may not ask"#),
        "{answer:?}"
    );
    let answer =
        exchange(&served, b"GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n");
    assert_eq!(answer.status, 403);
    assert!(answer.body.contains(r#"the host \"evil.example\" is none"#), "{answer:?}");
    let answer = post(&served, "origin: https://app.example\r\n", ping);
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("access-control-allow-origin: https://app.example"), "{answer:?}");
    let preflight = format!(
        "OPTIONS /mcp HTTP/1.1\r\nhost: {}\r\nconnection: close\r\norigin: https://app.example\r\naccess-control-request-method: POST\r\naccess-control-request-headers: mcp-protocol-version\r\n\r\n",
        served.address()
    );
    let answer = exchange(&served, preflight.as_bytes());
    assert_eq!(answer.status, 204);
    assert!(
        answer.head.contains("access-control-allow-headers: mcp-protocol-version"),
        "{answer:?}"
    );
}

#[test]
fn hostile_json_is_answered_and_changes_nothing() {
    let served = Served::start(&["--ask"]);
    let call = |arguments: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"find_cards","arguments":{arguments}}}}}"#
        )
    };
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    let wide = format!(r#"{{"query":"{}"}}"#, "\\u0000".repeat(1000));
    let hostile: Vec<Vec<u8>> = vec![
        Vec::new(),
        b"{".to_vec(),
        b"null".to_vec(),
        b"[]".to_vec(),
        b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]".to_vec(),
        b"\xff\xfe{}".to_vec(),
        deep.clone().into_bytes(),
        call(&deep).into_bytes(),
        call(&wide).into_bytes(),
        call(r#"{"query":"\ud800"}"#).into_bytes(),
        call(r#"{"query":1e999}"#).into_bytes(),
        call(r#"{"query":"a","query":"b","__proto__":{}}"#).into_bytes(),
        call(r#"{"query":"' OR 1=1; --","limit":-0}"#).into_bytes(),
        call(r#"{"query":"%_*\"()^ NEAR AND","cursor":"\u0000"}"#).into_bytes(),
        call(r#"{"query":"x","limit":99999999999999999999}"#).into_bytes(),
        br#"{"jsonrpc":"2.0","id":{},"method":"tools/call","params":7}"#.to_vec(),
        br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["find_cards"]}}"#
            .to_vec(),
    ];
    for body in hostile {
        let answer = post(&served, "", &body);
        let shown = String::from_utf8_lossy(&body[..body.len().min(200)]).into_owned();
        assert!((200..500).contains(&answer.status), "{shown}: {answer:?}");
        assert!(!answer.body.contains("panicked") && !answer.body.contains("sqlx"), "{answer:?}");
    }
    let found = told(&served, "find_cards", &json!({"error": "Request timed out"}));
    assert!(found["cards"].as_array().is_some_and(|cards| !cards.is_empty()));
}

#[test]
fn method_and_path_that_are_not_served_are_told() {
    let served = Served::start(&[]);
    let get = |path: &str| {
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            served.address()
        );
        exchange(&served, head.as_bytes())
    };
    assert_eq!((get("/healthz").status, get("/healthz").body.as_str()), (200, "ok\n"));
    assert_eq!(get("/mcp").status, 405);
    assert_eq!(ask(&served, "foo/bar", &json!({}))["error"]["code"], -32601);
}

#[test]
fn slow_head_and_body_are_not_waited_for() {
    let served = Served::start(&[]);
    let mut head = TcpStream::connect(served.address()).expect("it listens");
    head.write_all(b"POST /mcp HTTP/1.1\r\nhost: loc").expect("open");
    let mut body = TcpStream::connect(served.address()).expect("it listens");
    body.write_all(b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{")
        .expect("open");
    let mut told = String::new();
    for stream in [&mut head, &mut body] {
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        told.clear();
        stream.read_to_string(&mut told).expect("an end");
    }
    assert!(told.starts_with("HTTP/1.1 408 "), "{told}");
}
