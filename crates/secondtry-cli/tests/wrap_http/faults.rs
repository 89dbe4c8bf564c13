//! One fault of the server each: what the client is told, and that the next call works.

use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use libtest_mimic::Failed;
use serde_json::{Value, json};

use crate::client::{Client, text};
use crate::scripted_server::{STREAM_HEAD, say, whole};
use crate::server::{self, Script, answer, id_of, ok, result};

pub(crate) struct Fault {
    pub(crate) name: &'static str,
    script: Script,
    told: Told,
}

/// What the call is answered with.
enum Told {
    /// The server's own result, unchanged.
    Fine(&'static str),
    /// A result with `isError: true` that says this, and this about a repetition.
    Failure(&'static str, &'static str),
    /// A JSON-RPC error that says this.
    ProtocolError(&'static str),
}

impl Fault {
    pub(crate) fn run(&self) -> Result<(), Failed> {
        let server = server::start(self.script);
        let mut client = Client::begun(&server.url("/mcp"));
        client.call("slow", "slow");
        client.call("bad", "fault");
        client.call("beside", "good");
        let bad = client.answer("bad");
        let mut wrong = self.told.differs(&bad);
        // Where the session was lost the calls beside it may have been in it.
        let (_, _) = (client.answer("slow"), client.answer("beside"));
        client.call("after", "good");
        let after = client.answer("after");
        if text(&after) != "fine" {
            wrong.push(format!("the call after it: {after}"));
        }
        let ended = client.end();
        if ended.code != Some(0) {
            wrong.push(format!("exit code {:?}", ended.code));
        }
        for id in ["i", "l", "slow", "bad", "beside", "after"] {
            let times = ended.times.get(id).copied().unwrap_or_default();
            if times != 1 {
                wrong.push(format!("{id} was answered {times} times"));
            }
        }
        if ended.times.len() != 6 {
            wrong.push(format!("answers to nobody: {:?}", ended.times));
        }
        if server.asked().last().is_none_or(|asked| asked.method != "DELETE") {
            wrong.push("the session is not ended".to_owned());
        }
        if wrong.is_empty() {
            return Ok(());
        }
        Err(format!("{}\n{}", wrong.join("\n"), ended.stderr).into())
    }
}

impl Told {
    fn differs(&self, bad: &Value) -> Vec<String> {
        let is_as_told = match self {
            Self::Fine(words) => bad["result"]["isError"] != true && text(bad) == *words,
            Self::Failure(words, retry) => {
                bad["result"]["isError"] == true
                    && text(bad).to_lowercase().contains(words)
                    && bad["result"]["_meta"]["dev.secondtry/failure"]["retry"] == *retry
            }
            Self::ProtocolError(words) => {
                bad["error"]["message"].as_str().is_some_and(|text| text.contains(words))
            }
        };
        if is_as_told { Vec::new() } else { vec![format!("answered with {bad}")] }
    }
}

/// All of them.
pub(crate) fn all() -> Vec<Fault> {
    use Told::{Failure, Fine, ProtocolError};
    let fault = |name, script: Script, told| Fault { name, script, told };
    vec![
        fault(
            "page_with_500",
            |_, s, _| says(s, "500 Oops", "text/html", PAGE),
            Failure("http 500", "unknown"),
        ),
        fault(
            "stack_with_500",
            |_, s, _| says(s, "500 Oops", "text/plain", STACK),
            Failure("http 500", "unknown"),
        ),
        fault(
            "nothing_with_502",
            |_, s, _| says(s, "502 Bad Gateway", "text/plain", ""),
            Failure("http 502", "unknown"),
        ),
        fault(
            "503_with_time",
            |_, s, _| says(s, "503 No\r\nretry-after: 7", "text/html", PAGE),
            Failure("7 s", "unknown"),
        ),
        fault(
            "429_with_time",
            |_, s, _| says(s, "429 Slow\r\nretry-after: 3", "text/plain", "slow down"),
            Failure("3 s", "same-call"),
        ),
        fault(
            "429_with_error_under_no_id",
            |_, s, _| {
                says(
                    s,
                    "429 Slow",
                    "application/json",
                    &error(&Value::Null, -32000, "Too many requests"),
                )
            },
            Failure("429", "same-call"),
        ),
        fault(
            "error_in_500",
            |a, s, _| {
                says(
                    s,
                    "500 Oops",
                    "application/json",
                    &error(&id_of(a), -32603, "Invoice 17 is closed"),
                )
            },
            Failure("invoice 17 is closed", "unknown"),
        ),
        fault(
            "error_under_no_id_in_500",
            |_, s, _| {
                says(
                    s,
                    "500 Oops",
                    "application/json",
                    &error(&Value::Null, -32603, "Invoice 17 is closed"),
                )
            },
            Failure("invoice 17 is closed", "unknown"),
        ),
        fault(
            "host_error_in_500",
            |a, s, _| {
                says(
                    s,
                    "500 Oops",
                    "application/json",
                    &error(&id_of(a), -32603, "Server is shutting down, the call was not run"),
                )
            },
            ProtocolError("shutting down"),
        ),
        fault(
            "error_in_400",
            |a, s, _| {
                says(
                    s,
                    "400 Bad Request",
                    "application/json",
                    &error(&id_of(a), -32602, "b must be a day"),
                )
            },
            Failure("b must be a day", "unknown"),
        ),
        fault(
            "error_under_no_id_in_400",
            |_, s, _| {
                says(
                    s,
                    "400 Bad Request",
                    "application/json",
                    &error(&Value::Null, -32000, "b must be a day"),
                )
            },
            Failure("b must be a day", "unknown"),
        ),
        fault(
            "result_in_400",
            |a, s, _| {
                says(s, "400 Bad Request", "application/json", &answer(&id_of(a), &result("done")))
            },
            Fine("done"),
        ),
        fault(
            "lost_session_with_empty_envelope",
            |a, s, _| {
                let body = json!({"jsonrpc": "2.0", "id": id_of(a)}).to_string();
                says(s, "404 Not Found", "application/json", &body)
            },
            Failure("session was lost", "same-call"),
        ),
        fault(
            "lost_session_with_page",
            |_, s, _| says(s, "404 Not Found", "text/html", PAGE),
            Failure("session was lost", "same-call"),
        ),
        fault(
            "lost_session_with_400",
            |_, s, _| {
                let body = error(&Value::Null, -32000, "Bad Request: No valid session ID provided");
                says(s, "400 Bad Request", "application/json", &body)
            },
            Failure("session was lost", "same-call"),
        ),
        fault(
            "401",
            |_, s, _| {
                says(
                    s,
                    "401 Unauthorized\r\nwww-authenticate: Bearer",
                    "application/json",
                    r#"{"error":"invalid_token"}"#,
                )
            },
            ProtocolError("--bearer-env"),
        ),
        fault(
            "403",
            |_, s, _| says(s, "403 Forbidden", "text/plain", "no"),
            ProtocolError("--bearer-env"),
        ),
        fault(
            "413",
            |_, s, _| says(s, "413 Too Large", "text/html", PAGE),
            Failure("http 413", "unknown"),
        ),
        fault(
            "redirect",
            |_, s, _| says(s, "307 There\r\nlocation: /else", "text/plain", ""),
            Failure("http 307", "unknown"),
        ),
        fault(
            "page_with_200",
            |_, s, _| says(s, "200 OK", "text/html", PAGE),
            Failure("no protocol message", "unknown"),
        ),
        fault(
            "other_json_with_200",
            |_, s, _| says(s, "200 OK", "application/json", r#"{"ok":true}"#),
            Failure("no protocol message", "unknown"),
        ),
        fault(
            "nothing_with_200",
            |_, s, _| says(s, "200 OK", "application/json", ""),
            Failure("nothing in it", "unknown"),
        ),
        fault(
            "202_to_a_call",
            |_, s, _| says(s, "202 Accepted", "text/plain", "Accepted"),
            Failure("nothing in it", "unknown"),
        ),
        fault(
            "204_to_a_call",
            |_, s, _| says(s, "204 No Content", "text/plain", ""),
            Failure("nothing in it", "unknown"),
        ),
        fault("closed_without_answer", |_, _, _| true, Failure("connection", "unknown")),
        fault(
            "no_http",
            |_, s, _| {
                say(s, "SSH-2.0-x\r\n\r\n");
                true
            },
            Failure("no protocol message", "unknown"),
        ),
        fault(
            "body_cut",
            |a, s, _| {
                let body = answer(&id_of(a), &result("never"));
                let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n";
                say(s, &format!("{head}{}", &body[..20]));
                true
            },
            Failure("broke off", "unknown"),
        ),
        fault(
            "stream_without_answer",
            |_, s, _| streams(s, ": hello\n\n"),
            Failure("broke off", "unknown"),
        ),
        fault(
            "stream_cut_inside_an_event",
            |_, s, _| streams(s, "data: {\"jsonrpc\":"),
            Failure("broke off", "unknown"),
        ),
        fault(
            "stream_to_be_taken_up",
            |_, s, _| streams(s, "id: e1\nretry: 20\ndata:\n\n"),
            Failure("broke off", "unknown"),
        ),
        fault(
            "stream_with_noise",
            |a, s, _| {
                streams(
                    s,
                    &format!(
                        "data: hello\n\nevent: ping\ndata: 1\n\ndata: {}\n\n",
                        answer(&id_of(a), &result("done"))
                    ),
                )
            },
            Fine("done"),
        ),
        fault(
            "stream_that_stays_open",
            |a, s, _| {
                streams(s, &format!("data: {}\n\n", answer(&id_of(a), &result("done"))));
                thread::sleep(Duration::from_secs(3));
                true
            },
            Fine("done"),
        ),
        fault(
            "answered_twice",
            |a, s, _| {
                let body = answer(&id_of(a), &result("done"));
                streams(s, &format!("data: {body}\n\ndata: {body}\n\n"))
            },
            Fine("done"),
        ),
        fault(
            "never_answers",
            |_, _, _| {
                thread::sleep(Duration::from_secs(6));
                true
            },
            Failure("timed out", "unknown"),
        ),
        fault(
            "stream_never_answers",
            |_, s, _| {
                streams(s, ": hello\n\n");
                thread::sleep(Duration::from_secs(6));
                true
            },
            Failure("timed out", "unknown"),
        ),
        fault(
            "other_id",
            |_, s, _| {
                ok(s, &answer(&json!(4711), &result("done")));
                true
            },
            Fine("done"),
        ),
        fault(
            "no_id",
            |_, s, _| {
                ok(s, r#"{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"done"}]}}"#);
                true
            },
            Fine("done"),
        ),
        fault(
            "id_of_another_call",
            |_, s, _| {
                ok(s, &answer(&json!("slow"), &result("fine")));
                true
            },
            Failure("broke off", "unknown"),
        ),
        fault(
            "error_under_no_id",
            |_, s, _| {
                ok(s, &error(&Value::Null, -32603, "Invoice 17 is closed"));
                true
            },
            Failure("invoice 17", "unknown"),
        ),
        fault(
            "neither_result_nor_error",
            |a, s, _| {
                ok(s, &json!({"jsonrpc": "2.0", "id": id_of(a)}).to_string());
                true
            },
            Failure("", "unknown"),
        ),
        fault(
            "answer_in_a_batch",
            |a, s, _| {
                ok(s, &format!("[{}]", answer(&id_of(a), &result("done"))));
                true
            },
            Fine("done"),
        ),
        fault(
            "answer_as_plain_text",
            |a, s, _| says(s, "200 OK", "text/plain", &answer(&id_of(a), &result("done"))),
            Fine("done"),
        ),
        fault(
            "answer_behind_a_byte_order_mark",
            |a, s, _| {
                ok(s, &format!("\u{feff}{}", answer(&id_of(a), &result("done"))));
                true
            },
            Fine("done"),
        ),
        fault(
            "answer_with_201",
            |a, s, _| {
                says(s, "201 Created", "application/json", &answer(&id_of(a), &result("done")))
            },
            Fine("done"),
        ),
        fault(
            "break_inside_a_string",
            |a, s, _| {
                ok(s, &answer(&id_of(a), &result("do-ne")).replace('-', "\n"));
                true
            },
            Failure("no protocol message", "unknown"),
        ),
    ]
}

fn says(stream: &mut TcpStream, status: &str, kind: &str, body: &str) -> bool {
    say(stream, &whole(status, kind, body));
    true
}

fn streams(stream: &mut TcpStream, events: &str) -> bool {
    say(stream, &format!("{STREAM_HEAD}{events}"));
    true
}

fn error(id: &Value, code: i64, message: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}).to_string()
}

const PAGE: &str =
    "<!doctype html><html><head><title>Oops</title></head><body><h1>Oops</h1></body></html>";

const STACK: &str = "TypeError: x is undefined\n    at run (/srv/app/index.js:12:3)\n    at main (/srv/app/index.js:40:1)";
