//! One fault of a server on HTTP each: what the client is told, once, and that the next call works.

use std::thread;
use std::time::Duration;

use libtest_mimic::Failed;
use serde_json::json;

use crate::client::{Answer, text};
use crate::command_faults::Told;
use crate::front::Front;
use crate::modern_scenarios::{called, modern};
use crate::scripted_server::{STREAM_HEAD, say, whole};
use crate::url_server::{Script, answer, error, ok, result, start};

pub(crate) struct Fault {
    pub(crate) name: &'static str,
    script: Script,
    told: Told,
}

impl Fault {
    pub(crate) fn run(&self) -> Result<(), Failed> {
        let server = start(self.script);
        let front = Front::of_url(&["--call-timeout", "1500ms"], &server.url("/mcp"));
        let session = front.client().begun();
        let alone = modern(&front.client());
        let differs = |bad: &Answer, after: &Answer| {
            let messages = bad.messages();
            let wrong = match messages.as_slice() {
                [answer] if bad.status == 200 && answer["id"] == "bad" => self.told.differs(answer),
                _ => format!("{bad:?}"),
            };
            if !wrong.is_empty() {
                return wrong;
            }
            let after = after.message();
            if text(&after) == "fine" { String::new() } else { format!("after it: {after}") }
        };
        let (bad, good) = (json!("bad"), json!("good"));
        let none = json!({});
        let legacy =
            differs(&session.call(&bad, "fault", &none), &session.call(&good, "good", &none));
        let modern =
            differs(&called(&alone, &bad, "fault", &none), &called(&alone, &good, "good", &none));
        if legacy.is_empty() && modern.is_empty() {
            return Ok(());
        }
        Err(format!("legacy: {legacy}\nmodern: {modern}\nstderr: {}", front.stderr()).into())
    }
}

const FAULTS: &[(&str, Script, Told)] = &[
    (
        "status_500",
        |_, stream| say(stream, &whole("500 Internal Server Error", "text/plain", "disk full")),
        Told::Failure("disk full"),
    ),
    (
        "status_500_with_a_stack",
        |_, stream| {
            say(
                stream,
                &whole(
                    "500 Internal Server Error",
                    "text/plain",
                    "TypeError: x\n    at handler (/srv/app.js:10:5)",
                ),
            );
        },
        Told::Failure("500"),
    ),
    (
        "status_502_as_a_page",
        |_, stream| {
            say(
                stream,
                &whole("502 Bad Gateway", "text/html", "<html><title>Bad gateway</title></html>"),
            );
        },
        Told::Failure("502"),
    ),
    (
        "status_503",
        |_, stream| {
            say(
                stream,
                "HTTP/1.1 503 Service Unavailable\r\nretry-after: 7\r\ncontent-length: 0\r\n\r\n",
            );
        },
        Told::Failure("7 s"),
    ),
    (
        "status_503_with_a_date",
        |_, stream| {
            say(
                stream,
                "HTTP/1.1 503 Service Unavailable\r\ndate: Sun, 06 Nov 1994 12:00:00 GMT\r\nretry-after: Sun, 06 Nov 1994 12:00:09 GMT\r\ncontent-length: 0\r\n\r\n",
            );
        },
        Told::Failure("9 s"),
    ),
    (
        "status_429",
        |_, stream| {
            say(
                stream,
                "HTTP/1.1 429 Too Many Requests\r\nretry-after: 3\r\ncontent-length: 0\r\n\r\n",
            );
        },
        Told::Failure("429"),
    ),
    (
        "status_504_without_a_body",
        |_, stream| say(stream, &whole("504 Gateway Timeout", "text/plain", "")),
        Told::Failure("504"),
    ),
    (
        "status_500_with_a_protocol_error",
        |id, stream| {
            say(
                stream,
                &whole(
                    "500 Internal Server Error",
                    "application/json",
                    &error(id, -32603, "no such invoice"),
                ),
            );
        },
        Told::Failure("no such invoice"),
    ),
    (
        "status_500_with_a_result",
        |id, stream| {
            say(
                stream,
                &whole(
                    "500 Internal Server Error",
                    "application/json",
                    &answer(id, &result("fine")),
                ),
            );
        },
        Told::Fine("fine"),
    ),
    (
        "page_instead_of_an_answer",
        |_, stream| {
            say(stream, &whole("200 OK", "text/html", "<html><title>Log in</title></html>"));
        },
        Told::Failure("Log in"),
    ),
    (
        "prose_instead_of_an_answer",
        |_, stream| say(stream, &whole("200 OK", "application/json", "it worked")),
        Told::Failure("no protocol message"),
    ),
    (
        "json_without_a_message",
        |_, stream| say(stream, &whole("200 OK", "application/json", "{\"ok\":true}")),
        Told::Failure("no protocol message"),
    ),
    (
        "empty_body",
        |_, stream| say(stream, &whole("200 OK", "application/json", "")),
        Told::Failure("200"),
    ),
    (
        "status_202",
        |_, stream| say(stream, &whole("202 Accepted", "text/plain", "")),
        Told::Failure("202"),
    ),
    (
        "status_204",
        |_, stream| say(stream, "HTTP/1.1 204 No Content\r\n\r\n"),
        Told::Failure("204"),
    ),
    ("connection_ends_before_the_answer", |_, _| (), Told::Failure("connection")),
    (
        "answer_is_no_http",
        |_, stream| say(stream, "\u{16}\u{3}\u{1} hello"),
        Told::Failure("`fault`"),
    ),
    (
        "json_breaks_off",
        |_, stream| {
            say(
                stream,
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{\"jsonrpc\"",
            );
        },
        Told::Failure("broke off"),
    ),
    (
        "stream_ends_without_an_answer",
        |_, stream| say(stream, STREAM_HEAD),
        Told::Failure("broke off"),
    ),
    (
        "stream_ends_inside_an_event",
        |_, stream| say(stream, &format!("{STREAM_HEAD}data: {{\"jsonrpc\"")),
        Told::Failure("broke off"),
    ),
    ("nothing_comes", |_, _| thread::sleep(Duration::from_secs(4)), Told::Failure("timed out")),
    (
        "nothing_comes_in_a_stream",
        |_, stream| {
            say(stream, &format!("{STREAM_HEAD}: hello\n\n"));
            thread::sleep(Duration::from_secs(4));
        },
        Told::Failure("timed out"),
    ),
    (
        "nothing_comes_of_a_body",
        |_, stream| {
            say(
                stream,
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n",
            );
            thread::sleep(Duration::from_secs(4));
        },
        Told::Failure("timed out"),
    ),
    (
        "protocol_error",
        |id, stream| ok(stream, &error(id, -32603, "upstream said 503")),
        Told::Failure("503"),
    ),
    (
        "protocol_error_in_a_stream",
        |id, stream| {
            say(
                stream,
                &format!(
                    "{STREAM_HEAD}id: 1\ndata: {}\n\n",
                    error(id, -32603, "upstream said 503")
                ),
            );
        },
        Told::Failure("503"),
    ),
    (
        "answer_comes_twice_in_a_stream",
        |id, stream| {
            let event = format!("data: {}\n\n", answer(id, &result("fine")));
            say(stream, &format!("{STREAM_HEAD}{event}{event}"));
        },
        Told::Fine("fine"),
    ),
    (
        "id_of_another_type",
        |_, stream| ok(stream, &answer(&json!(7), &result("fine"))),
        Told::Fine("fine"),
    ),
    (
        "neither_member",
        |id, stream| ok(stream, &json!({"jsonrpc": "2.0", "id": id}).to_string()),
        Told::Failure("`fault`"),
    ),
    (
        "content_is_a_string",
        |id, stream| ok(stream, &answer(id, &json!({"resultType": "complete", "content": "fine"}))),
        Told::Fine("fine"),
    ),
    (
        "answer_as_plain_text",
        |id, stream| say(stream, &whole("200 OK", "text/plain", &answer(id, &result("fine")))),
        Told::Fine("fine"),
    ),
];

pub(crate) fn all() -> impl Iterator<Item = Fault> {
    FAULTS.iter().map(|(name, script, told)| Fault { name, script: *script, told: *told })
}
