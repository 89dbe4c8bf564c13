//! 2026-07-28 in front of a command: requests of many clients that stand alone, over one process.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::Scenario;
use crate::client::{Answer, Client, text};
use crate::command_server::mark_of;
use crate::front::{Front, wait_until};

pub(crate) const ALL: &[Scenario] = &[
    ("ids_of_strangers_do_not_meet", ids_of_strangers_do_not_meet),
    ("id_comes_back_as_it_was_written", id_comes_back_as_it_was_written),
    (
        "progress_comes_under_the_token_that_was_given",
        progress_comes_under_the_token_that_was_given,
    ),
    (
        "headers_that_differ_from_the_body_are_refused",
        headers_that_differ_from_the_body_are_refused,
    ),
    ("closing_the_stream_cancels_the_call", closing_the_stream_cancels_the_call),
    ("unknown_method_is_not_found", unknown_method_is_not_found),
    ("server_of_the_legacy_era_looks_like_one", server_of_the_legacy_era_looks_like_one),
    ("sessions_are_ignored_and_not_begun", sessions_are_ignored_and_not_begun),
    (
        "arguments_are_checked_without_a_list_of_the_client",
        arguments_are_checked_without_a_list_of_the_client,
    ),
];

/// A client of the modern era.
pub(crate) fn modern(client: &Client) -> Client {
    client.with("mcp-protocol-version", "2026-07-28")
}

fn with_meta(mut params: Value) -> Value {
    params["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}});
    params
}

pub(crate) fn asked(client: &Client, id: &Value, method: &str, params: Value) -> Answer {
    let message =
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": with_meta(params)});
    client.with("mcp-method", method).post(&message)
}

pub(crate) fn called(client: &Client, id: &Value, tool: &str, arguments: &Value) -> Answer {
    let params = json!({"name": tool, "arguments": arguments});
    asked(&client.with("mcp-name", tool), id, "tools/call", params)
}

fn ids_of_strangers_do_not_meet() {
    let front = Front::of_command(&[], "strangers");
    let threads: Vec<_> = (0..20)
        .map(|number| {
            let client = modern(&front.client());
            thread::spawn(move || {
                let ms = 100 + 20 * (19 - number);
                let slow = called(&client, &json!(1), "slow", &json!({"ms": ms})).message();
                let process = called(&client, &json!(1), "pid", &json!({})).message();
                assert_eq!((&slow["id"], text(&slow)), (&json!(1), "slow"));
                text(&process).to_owned()
            })
        })
        .collect();
    let processes: BTreeSet<String> =
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect();
    assert_eq!(processes.len(), 1, "one process serves all");
    assert_eq!(front.end(), Some(0));
}

fn id_comes_back_as_it_was_written() {
    let front = Front::of_command(&[], "ids");
    let client = modern(&front.client()).with("mcp-method", "tools/call").with("mcp-name", "good");
    for id in ["1.50", "12345678901234567890123", r#""\u0061\/b""#, "-0", "\"\""] {
        let body = format!(
            r#"{{"jsonrpc":"2.0","params":{},"method":"tools/call", "id" : {id} }}"#,
            with_meta(json!({"name": "good", "arguments": {}}))
        );
        let answer = client.ask("POST", "/mcp", &body);
        assert!(answer.body.contains(&format!("\"id\":{id},")), "{id}: {}", answer.body);
        assert_eq!(text(&answer.message()), "fine");
    }
}

fn progress_comes_under_the_token_that_was_given() {
    let front = Front::of_command(&[], "progress");
    let client =
        modern(&front.client()).with("mcp-method", "tools/call").with("mcp-name", "progress");
    let mut params = with_meta(json!({"name": "progress", "arguments": {}}));
    params["_meta"]["progressToken"] = json!("mine");
    let answer =
        client.post(&json!({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": params}));
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    let messages = answer.messages();
    let tokens: Vec<&Value> =
        messages.iter().filter_map(|message| message.pointer("/params/progressToken")).collect();
    assert_eq!(tokens, ["mine", "mine", "mine"]);
    assert_eq!(messages.last().map(|last| last["id"].clone()), Some(json!(5)));
}

fn headers_that_differ_from_the_body_are_refused() {
    let front = Front::of_command(&[], "headers");
    let client = modern(&front.client()).with("mcp-method", "tools/call").with("mcp-name", "good");
    let params = with_meta(json!({"name": "good", "arguments": {}}));
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    assert_eq!(client.post(&message).status, 200);
    for (name, value) in [
        ("mcp-protocol-version", "2025-11-25"),
        ("mcp-protocol-version", ""),
        ("mcp-method", "tools/list"),
        ("mcp-method", ""),
        ("mcp-name", "other"),
        ("mcp-name", ""),
        ("mcp-name", "=?base64?x?="),
    ] {
        let answer = client.with(name, value).post(&message);
        assert_eq!(answer.status, 400, "{name}: {value}");
        let error = answer.message();
        assert_eq!((&error["error"]["code"], &error["id"]), (&json!(-32020), &json!(1)));
    }
    assert_eq!(client.with("mcp-name", "=?base64?Z29vZA==?=").post(&message).status, 200);
    let mut bare = message;
    bare["params"]["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"});
    let answer = client.post(&bare);
    assert_eq!((answer.status, &answer.message()["error"]["code"]), (400, &json!(-32602)));
    bare["params"] = json!({"name": "good"});
    let answer = client.post(&bare);
    assert_eq!((answer.status, &answer.message()["error"]["code"]), (400, &json!(-32602)));
}

fn closing_the_stream_cancels_the_call() {
    let word = format!("cancels-{}", std::process::id());
    let mark = mark_of(Some(&word));
    let front = Front::of_command(&[], &word);
    let client = modern(&front.client()).with("mcp-method", "tools/call").with("mcp-name", "slow");
    let params = with_meta(json!({"name": "slow", "arguments": {"ms": 20_000}}));
    let message = json!({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": params});
    let mut stream = client.connect();
    let body = message.to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\nmcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: slow\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    std::io::Write::write_all(&mut stream, head.as_bytes()).expect("sent");
    thread::sleep(Duration::from_millis(500));
    drop(stream);
    wait_until("the server hears of it", || mark.exists());
    let _ = std::fs::remove_file(mark);
    let front_client = modern(&front.client());
    assert_eq!(text(&called(&front_client, &json!(1), "good", &json!({})).message()), "fine");
}

fn unknown_method_is_not_found() {
    let front = Front::of_command(&[], "method");
    let answer = asked(&modern(&front.client()), &json!(1), "foo/bar", json!({}));
    assert_eq!((answer.status, &answer.message()["error"]["code"]), (404, &json!(-32601)));
}

fn server_of_the_legacy_era_looks_like_one() {
    let front = Front::of_command(&[], "legacy");
    let answer = asked(&modern(&front.client()), &json!(1), "server/discover", json!({}));
    assert_eq!(answer.status, 400, "a client that probes goes on to `initialize`");
    assert_eq!(text(&front.client().begun().called("good", &json!({}))), "fine");
}

fn sessions_are_ignored_and_not_begun() {
    let front = Front::of_command(&[], "stateless");
    let client = modern(&front.client()).with("mcp-session-id", "whatever");
    let answer = called(&client, &json!(1), "good", &json!({}));
    assert_eq!((answer.status, answer.header("mcp-session-id")), (200, None));
    for method in ["GET", "DELETE"] {
        assert_eq!(modern(&front.client()).ask(method, "/mcp", "").status, 405);
    }
}

fn arguments_are_checked_without_a_list_of_the_client() {
    let front = Front::of_command(&[], "arguments");
    let answer = called(&modern(&front.client()), &json!(1), "strict", &json!({"people": 0}));
    let told = answer.message();
    assert_eq!((answer.status, &told["result"]["isError"]), (200, &json!(true)));
    assert!(text(&told).contains("people"), "{told}");
}
