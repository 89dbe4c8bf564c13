//! Answers under a status that means failure.

use serde_json::{Value, json};

use super::Told::{Failure, Fine, ProtocolError};
use super::{Fault, PAGE, STACK, error, fault, says};
use crate::server::{answer, id_of, result};

/// All of them.
pub(super) const STATUSES: &[Fault] = &[
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
        "503_with_date",
        |_, s, _| {
            let head = "503 No\r\ndate: Sun, 06 Nov 1994 12:00:00 GMT\r\nretry-after: Sun, 06 Nov 1994 12:00:09 GMT";
            says(s, head, "text/plain", "")
        },
        Failure("9 s", "unknown"),
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
];
