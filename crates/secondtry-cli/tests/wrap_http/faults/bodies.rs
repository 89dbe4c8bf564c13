//! Answers under 200 and the like that are none, or that come in odd ways.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::Told::{Failure, Fine};
use super::{Fault, PAGE, error, fault, says, streams};
use crate::scripted_server::say;
use crate::server::{answer, id_of, ok, result};

/// All of them.
pub(super) const BODIES: &[Fault] = &[
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
            let head =
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n";
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
        |a, s, _| says(s, "201 Created", "application/json", &answer(&id_of(a), &result("done"))),
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
];
