//! What arrived over HTTP, as the exchange is told.

use std::time::Instant;

use secondtry_failure::message::error_code::ErrorCode;
use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::peek::peek;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::repair::End;
use secondtry_failure::transport::Delivery;
use secondtry_failure::transport::http::Arrival;
use secondtry_failure::transport::http_answer::{Asking, HttpAnswer, HttpFailure};
use serde_json::value::RawValue;

use super::body::{answer_in, one_line, speaks_of_lost_session};
use super::retry_after;
use crate::exchange::{Exchange, Note, Step};

/// Tells `exchange` of `arrival`: what is to be done.
pub fn arrived(arrival: Arrival, exchange: &mut Exchange, now: Instant) -> Vec<Step> {
    match arrival {
        Arrival::Came { of, what } => match what {
            Delivery::Failed { of, why } => failed(&of, &why, exchange, now),
            Delivery::Http(answer) => answered(&answer, exchange, now),
            Delivery::Line(body) => said(&of, &body, exchange, now),
            // These come from processes alone.
            Delivery::Ended(_)
            | Delivery::Oversized { .. }
            | Delivery::Silence
            | Delivery::Stderr(_) => Vec::new(),
        },
        Arrival::Over { of } => ended(&of, End::Cut, exchange, now),
    }
}

/// A message, or what stands where one belongs.
fn said(of: &Asking, body: &[u8], exchange: &mut Exchange, now: Instant) -> Vec<Step> {
    let line = one_line(body);
    let is_message = line.as_deref().is_some_and(|line| {
        peek(line).is_some() || !matches!(parse(line.trim_ascii()), Line::NotProtocol(_))
    });
    let Some(line) = line.filter(|_| is_message) else {
        let mut steps = vec![Step::Note(Note::Noise(body.to_owned()))];
        // The reader of events may have taken it for the answer, half readable as it is.
        if !matches!(parse(body), Line::NotProtocol(_)) {
            steps.extend(ended(of, End::Unreadable { body: None }, exchange, now));
        }
        return steps;
    };
    let mut steps = Vec::new();
    for line in messages(line, of, exchange) {
        steps.extend(match of {
            Asking::Request(id) => exchange.answered_for(id, line, now),
            Asking::Batch(_) | Asking::Listening | Asking::Notice | Asking::Unreadable => {
                exchange.from_server(line, now)
            }
        });
    }
    steps
}

/// The messages of a batch one by one, for a client that knows no batches and asked in none; else `line` as it is.
fn messages(line: Vec<u8>, of: &Asking, exchange: &Exchange) -> Vec<Vec<u8>> {
    let is_wanted = exchange.takes_batches() || matches!(of, Asking::Batch(_));
    if is_wanted || line.trim_ascii_start().first() != Some(&b'[') {
        return vec![line];
    }
    match serde_json::from_slice::<Vec<&RawValue>>(&line) {
        Ok(messages) => messages.iter().map(|raw| format!("{raw}\n").into_bytes()).collect(),
        Err(_) => vec![line],
    }
}

/// No answer, or one that broke off.
fn failed(of: &Asking, why: &HttpFailure, exchange: &mut Exchange, now: Instant) -> Vec<Step> {
    let limit;
    let end = match why {
        HttpFailure::Broken(_) => End::Disconnected,
        HttpFailure::Cut(_) => End::Cut,
        HttpFailure::Malformed(_) => End::Unreadable { body: None },
        HttpFailure::Oversized { .. } => {
            limit = why.to_string();
            End::OverLimit { limit: &limit, is_request: false }
        }
        HttpFailure::TooMany { .. } => {
            limit = why.to_string();
            End::OverLimit { limit: &limit, is_request: true }
        }
        // The server was not reached.
        _ => End::Gone,
    };
    let mut steps = vec![note(of, &why.to_string())];
    steps.extend(ended(of, end, exchange, now));
    steps
}

/// Every request of `of` that still waits ends with `end`.
fn ended(of: &Asking, end: End<'_>, exchange: &mut Exchange, now: Instant) -> Vec<Step> {
    let mut steps = Vec::new();
    for id in of.ids() {
        if exchange.waits_for(id) {
            steps.extend(exchange.failed(id, end, now));
        }
    }
    steps
}

/// An HTTP answer that is no plain message under 200.
fn answered(answer: &HttpAnswer, exchange: &mut Exchange, now: Instant) -> Vec<Step> {
    match &answer.to {
        Asking::Request(id) => request_answered(id, answer, exchange, now),
        Asking::Notice if matches!(answer.status, 200..=299) => Vec::new(),
        Asking::Listening | Asking::Notice => vec![note(&answer.to, &answer.reason())],
        Asking::Batch(_) | Asking::Unreadable => {
            let line = one_line(&answer.body)
                .filter(|line| !matches!(parse(line.trim_ascii()), Line::NotProtocol(_)));
            let mut steps = match line {
                Some(line) => exchange.from_server(line, now),
                None => vec![note(&answer.to, &answer.reason())],
            };
            steps.extend(ended(&answer.to, end_of(answer), exchange, now));
            steps
        }
    }
}

fn request_answered(
    id: &RequestId,
    answer: &HttpAnswer,
    exchange: &mut Exchange,
    now: Instant,
) -> Vec<Step> {
    let found = answer_in(&answer.body);
    let is_its_own = found.as_ref().is_some_and(|found| found.id.as_ref() == Some(id));
    let is_result = found.as_ref().is_some_and(|found| found.is_result);
    let is_unknown_method =
        found.as_ref().is_some_and(|found| found.code == Some(ErrorCode::METHOD_NOT_FOUND.0));
    let is_lost = answer.is_session_gone() && !is_unknown_method
        || answer.is_in_session
            && matches!(answer.status, 400 | 410)
            && speaks_of_lost_session(&answer.body);
    if is_lost && !(is_result && is_its_own) {
        let mut steps = vec![note(&answer.to, &answer.reason())];
        steps.extend(exchange.session_lost(id, now));
        return steps;
    }
    let counts = match answer.status {
        // What the operator must set is more than the server says; a result has been worked for.
        401 | 403 => is_result && is_its_own,
        // Its status says more than its text.
        429 => is_its_own,
        _ => true,
    };
    if let Some(found) = found.filter(|_| counts) {
        let mut steps = exchange.answered_for(id, found.line, now);
        steps.extend(ended(&answer.to, End::Cut, exchange, now));
        return steps;
    }
    let mut steps = vec![note(&answer.to, &answer.reason())];
    steps.extend(exchange.failed(id, end_of(answer), now));
    steps
}

/// What an answer without a message means for the request.
fn end_of(answer: &HttpAnswer) -> End<'_> {
    let status = answer.status;
    let is_blank = answer.body.trim_ascii().is_empty();
    let body = std::str::from_utf8(&answer.body).ok();
    match status {
        401 | 403 => End::Refused { status },
        202 | 204 | 205 => End::Empty { status },
        200..=299 if is_blank => End::Empty { status },
        200..=299 => End::Unreadable { body },
        _ => End::Status { status, retry_after_ms: retry_after_ms(answer), body },
    }
}

fn retry_after_ms(answer: &HttpAnswer) -> Option<u64> {
    retry_after::wait_ms(answer.header("retry-after")?, answer.header("date"))
}

/// What the operator is told.
fn note(of: &Asking, what: &str) -> Step {
    let asked = match of {
        Asking::Batch(_) => "a batch".to_owned(),
        Asking::Listening => "the stream that listens (GET)".to_owned(),
        Asking::Notice => "a notification or answer of the client".to_owned(),
        Asking::Request(id) => format!("request {id}"),
        Asking::Unreadable => "what is no message".to_owned(),
    };
    let what: String = what.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    Step::Note(Note::Said(format!("server, to {asked}: {what}")))
}
