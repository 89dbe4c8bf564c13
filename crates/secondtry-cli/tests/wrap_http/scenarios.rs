//! Whole conversations.

mod bridged;
mod modern;
mod older;
mod secure;

use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, initialize, text};
use crate::scripted_server::{Asked, STREAM_HEAD, ScriptedServer, say, whole};
use crate::server::{self, answer, id_of, ok, result};

/// All of them, by name.
pub(crate) fn all() -> Vec<(&'static str, fn())> {
    vec![
        ("batch_is_answered_request_by_request", batch_is_answered_request_by_request),
        ("body_on_many_lines_becomes_one_line", body_on_many_lines_becomes_one_line),
        ("broken_stream_is_taken_up", broken_stream_is_taken_up),
        ("credentials_go_with_each_request", credentials_go_with_each_request),
        ("everything_sent_at_once_is_answered", everything_sent_at_once_is_answered),
        ("header_without_url_is_refused", header_without_url_is_refused),
        ("lost_session_is_begun_anew", lost_session_is_begun_anew),
        ("malformed_line_is_answered_by_the_server", malformed_line_is_answered_by_the_server),
        ("progress_puts_the_deadline_off", progress_puts_the_deadline_off),
        ("server_may_come_later", server_may_come_later),
        ("server_speaks_of_its_own_accord", server_speaks_of_its_own_accord),
        ("signal_ends_the_session", signal_ends_the_session),
        ("slow_call_delays_no_other", slow_call_delays_no_other),
        (
            "bridged::modern_client_talks_to_a_legacy_url",
            bridged::modern_client_talks_to_a_legacy_url,
        ),
        (
            "bridged::legacy_client_talks_to_a_modern_url",
            bridged::legacy_client_talks_to_a_modern_url,
        ),
        ("modern::call_carries_its_headers", modern::call_carries_its_headers),
        ("modern::cancelled_call_is_closed", modern::cancelled_call_is_closed),
        ("modern::overdue_call_is_closed", modern::overdue_call_is_closed),
        (
            "modern::refused_headers_stay_a_protocol_error",
            modern::refused_headers_stay_a_protocol_error,
        ),
        (
            "older::server_of_2024_is_spoken_to_as_it_wants",
            older::server_of_2024_is_spoken_to_as_it_wants,
        ),
        ("secure::trusted_certificate_is_taken", secure::trusted_certificate_is_taken),
        ("secure::unknown_certificate_is_told", secure::unknown_certificate_is_told),
    ]
}

fn batch_is_answered_request_by_request() {
    let server = ScriptedServer::start(|asked, stream| {
        let message: Value = serde_json::from_str(&asked.body).unwrap_or_default();
        if message["method"] == "initialize" {
            let info = json!({"protocolVersion": "2025-03-26", "capabilities": {"tools": {}},
                "serverInfo": {"name": "s", "version": "1"}});
            return ok(stream, &answer(&message["id"], &info));
        }
        if message.is_array() {
            say(stream, STREAM_HEAD);
            return say(stream, &format!("data: {}\n\n", answer(&json!("a"), &result("one"))));
        }
        say(stream, &whole("202 Accepted", "text/plain", ""));
    });
    let mut client = Client::start(&server.url("/mcp"), &[]);
    client.send(&initialize());
    client.answer("i");
    let call = |id: &str| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "t"}});
    client.send(&json!([call("a"), call("b")]));
    assert_eq!(text(&client.answer("a")), "one");
    assert!(text(&client.answer("b")).contains("broke off"), "{}", client.answer("b"));
    assert_eq!(client.end().times.values().sum::<usize>(), 3);
}

fn body_on_many_lines_becomes_one_line() {
    let server = server::start(|asked, stream, _| {
        let id = id_of(asked);
        let body = format!(
            "{{\n  \"jsonrpc\": \"2.0\",\r\n  \"id\": {id},\n  \"result\": {{\"content\": [], \"big\": 12345678901234567890, \"e\": \"\\u00e9\\n\"}}\n}}\n"
        );
        ok(stream, &body);
        true
    });
    let mut client = Client::begun(&server.url("/mcp"));
    client.call("c", "fault");
    let expected = r#"{  "jsonrpc": "2.0",  "id": "c",  "result": {"content": [], "big": 12345678901234567890, "e": "\u00e9\n"}}"#;
    assert_eq!(client.answer_line("c"), expected);
    client.end();
}

fn broken_stream_is_taken_up() {
    let waiting = Arc::new(Mutex::new(Value::Null));
    let server = ScriptedServer::start(move |asked, stream| {
        let mut waiting = waiting.lock().expect("no panic");
        if asked.method == "GET" {
            match asked.header("last-event-id") {
                // Closed again before anything came: it is taken up at the same place.
                Some("e1") if waiting.is_string() => {
                    *waiting = json!([waiting.clone()]);
                    say(stream, STREAM_HEAD);
                }
                Some("e1") => {
                    say(stream, STREAM_HEAD);
                    say(
                        stream,
                        &format!("id: e2\ndata: {}\n\n", answer(&waiting[0], &result("late"))),
                    );
                }
                _ => say(stream, &whole("405 Method Not Allowed", "text/plain", "")),
            }
            return;
        }
        if asked.body.contains("tools/call") {
            *waiting = id_of(asked);
            say(stream, STREAM_HEAD);
            return say(stream, "id: e1\nretry: 20\ndata:\n\n");
        }
        small(asked, stream);
    });
    let mut client = Client::begun(&server.url("/mcp"));
    client.call("c", "t");
    assert_eq!(text(&client.answer("c")), "late");
    assert_eq!(client.end().times["c"], 1);
}

fn credentials_go_with_each_request() {
    let server = ScriptedServer::start(small);
    let options = ["--header", "X-Team: blue", "--bearer-env", "TEST_TOKEN"];
    let mut client = Client::start(&server.url("/mcp"), &options);
    client.greet();
    let ended = client.end();
    assert!(!ended.stderr.contains("t0ken"), "{}", ended.stderr);
    let asked = server.asked();
    assert!(asked.len() >= 3);
    for asked in asked {
        assert_eq!(asked.header("x-team"), Some("blue"));
        assert_eq!(asked.header("authorization"), Some("Bearer t0ken"));
    }
}

fn everything_sent_at_once_is_answered() {
    let server = server::start(|_, _, _| false);
    let mut client = Client::start(&server.url("/mcp"), &[]);
    client.send(&initialize());
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    client.send(&json!({"jsonrpc": "2.0", "id": "l", "method": "tools/list"}));
    client.call("slow", "slow");
    client.call("good", "good");
    let ended = client.end();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert_eq!(
        ended.times.into_iter().collect::<Vec<_>>(),
        ["good", "i", "l", "slow"].map(|id| (id.to_owned(), 1))
    );
    let asked = server.asked();
    let later = &asked[1..];
    assert!(later.iter().all(|asked| asked.header("mcp-session-id") == Some("s-1")), "{later:?}");
    assert_eq!(later.last().map(|asked| asked.method.as_str()), Some("DELETE"));
}

fn header_without_url_is_refused() {
    let refused = crate::program::secondtry()
        .args(["wrap", "--header", "A: b", "--", "true"])
        .output()
        .expect("the program starts");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--header"), "{refused:?}");
}

fn lost_session_is_begun_anew() {
    let server = server::start(|_, stream, _| {
        say(stream, &whole("404 Not Found", "application/json", "{}"));
        true
    });
    let mut client = Client::begun(&server.url("/mcp"));
    client.call("lost", "fault");
    assert!(text(&client.answer("lost")).contains("not run"), "{}", client.answer("lost"));
    client.call("next", "good");
    assert_eq!(text(&client.answer("next")), "fine");
    client.end();
    let told = server.asked().into_iter().filter(|asked| asked.method == "POST").map(|asked| {
        let message: Value = serde_json::from_str(&asked.body).expect("JSON");
        let session = asked.header("mcp-session-id").unwrap_or("none").to_owned();
        format!("{} {session}", message["method"].as_str().unwrap_or_default())
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            "initialize none",
            "notifications/initialized s-1",
            "tools/list s-1",
            "tools/call s-1",
            "initialize none",
            "notifications/initialized s-2",
            "tools/list s-2",
            "tools/call s-2"
        ]
    );
}

fn malformed_line_is_answered_by_the_server() {
    let server = ScriptedServer::start(|asked, stream| {
        if asked.body.starts_with("{\"broken") {
            let body =
                r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#;
            return say(stream, &whole("400 Bad Request", "application/json", body));
        }
        small(asked, stream);
    });
    let mut client = Client::begun(&server.url("/mcp"));
    client.send_line("{\"broken");
    assert_eq!(client.answer("null")["error"]["code"], -32700);
    client.call("c", "t");
    assert_eq!(text(&client.answer("c")), "fine");
    client.end();
}

fn progress_puts_the_deadline_off() {
    let server = server::start(|asked, stream, _| {
        say(stream, STREAM_HEAD);
        for step in 0..6 {
            thread::sleep(Duration::from_millis(600));
            let progress = json!({"jsonrpc": "2.0", "method": "notifications/progress",
                "params": {"progressToken": "p", "progress": step}});
            say(stream, &format!("data: {progress}\n\n"));
        }
        say(stream, &format!("data: {}\n\n", answer(&id_of(asked), &result("at last"))));
        true
    });
    let mut client = Client::begun(&server.url("/mcp"));
    client.send(&json!({"jsonrpc": "2.0", "id": "c", "method": "tools/call", "params": {
        "name": "fault", "arguments": {}, "_meta": {"progressToken": "p"}}}));
    assert_eq!(text(&client.answer("c")), "at last");
    assert_eq!(client.told.len(), 6);
    client.end();
}

fn server_may_come_later() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let mut client = Client::start(&format!("http://{address}/mcp"), &[]);
    client.send(&initialize());
    assert!(client.answer("i")["error"]["message"].is_string());
    client.call("early", "good");
    let early = client.answer("early");
    assert!(text(&early).contains("not run"), "{early}");
    let listener = TcpListener::bind(address).expect("the same port");
    let server = server::start_on(listener, |_, _, _| false);
    // A client that does not begin again is begun for.
    client.call("late", "good");
    assert_eq!(text(&client.answer("late")), "fine");
    assert_eq!(client.end().code, Some(0));
    assert_eq!(server.asked().last().map(|asked| asked.method.clone()), Some("DELETE".to_owned()));
}

fn server_speaks_of_its_own_accord() {
    let (told, answers) = channel();
    let told = Mutex::new(told);
    let server = ScriptedServer::start(move |asked, stream| {
        let ping = |id: u32| json!({"jsonrpc": "2.0", "id": id, "method": "ping"});
        match (asked.method.as_str(), asked.header("last-event-id")) {
            ("GET", None) => {
                say(stream, STREAM_HEAD);
                say(stream, &format!("id: e1\nretry: 20\ndata: {}\n\n", ping(1)));
            }
            ("GET", Some("e1")) => {
                say(stream, STREAM_HEAD);
                say(stream, &format!("data: {}\n\n", ping(2)));
                thread::sleep(Duration::from_secs(5));
            }
            _ if asked.body.contains("\"result\"") => {
                let _ = told.lock().expect("no panic").send(asked.body.clone());
                say(stream, &whole("202 Accepted", "text/plain", ""));
            }
            _ => small(asked, stream),
        }
    });
    let mut client = Client::begun(&server.url("/mcp"));
    let asked = client.await_told(2).to_vec();
    assert_eq!((&asked[0]["id"], &asked[1]["id"]), (&json!(1), &json!(2)));
    client.send(&json!({"jsonrpc": "2.0", "id": 2, "result": {}}));
    let answered = answers.recv_timeout(Duration::from_secs(10)).expect("the answer");
    assert_eq!(answered, r#"{"id":2,"jsonrpc":"2.0","result":{}}"#);
    client.end();
}

fn signal_ends_the_session() {
    let server = server::start(|_, _, _| {
        thread::sleep(Duration::from_secs(5));
        true
    });
    let mut client = Client::begun(&server.url("/mcp"));
    client.call("open", "fault");
    thread::sleep(Duration::from_millis(300));
    let killed = Command::new("kill").arg(client.process().to_string()).status().expect("kill");
    assert!(killed.success());
    let ended = client.end();
    assert_eq!((ended.code, ended.times["open"]), (Some(128 + 15), 1), "{}", ended.stderr);
    assert_eq!(server.asked().last().map(|asked| asked.method.clone()), Some("DELETE".to_owned()));
}

fn slow_call_delays_no_other() {
    let server = server::start(|_, _, _| false);
    let mut client = Client::begun(&server.url("/mcp"));
    client.call("slow", "slow");
    for number in 0..20 {
        let id = format!("quick-{number}");
        client.call(&id, "good");
        assert_eq!(text(&client.answer(&id)), "fine");
        assert!(number > 0 || !client.has_answer("slow"), "the slow call came first");
    }
    assert_eq!(text(&client.answer("slow")), "fine");
    client.end();
}

/// A server of 2025-11-25 without sessions.
fn small(asked: &Asked, stream: &mut TcpStream) {
    let message: Value = serde_json::from_str(&asked.body).unwrap_or_default();
    let result = match message["method"].as_str() {
        Some("initialize") => {
            json!({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
            "serverInfo": {"name": "s", "version": "1"}})
        }
        Some("tools/list") => json!({"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}),
        Some("tools/call") => result("fine"),
        Some(_) => return say(stream, &whole("202 Accepted", "text/plain", "")),
        None => return say(stream, &whole("405 Method Not Allowed", "text/plain", "")),
    };
    ok(stream, &answer(&message["id"], &result));
}
