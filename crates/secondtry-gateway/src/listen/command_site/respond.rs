//! The messages for a POST as its HTTP answer: JSON, or an event stream as soon as something comes before the answer.

use hyper::StatusCode;
use secondtry_failure::message::peek::peek;
use tokio::time::timeout;

use crate::listen::accepts::Accepts;
use crate::listen::gauges::Held;
use crate::listen::member::member;
use crate::listen::reply::{self, Reply};
use crate::listen::streams::{EventBody, KEEP_ALIVE, Message, OnLoss, Outflow};

/// Waits for what comes, and answers.
pub(super) async fn respond(
    mut messages: Outflow,
    accepts: Accepts,
    held: Held,
    mut on_loss: Option<OnLoss>,
    status_of: impl Fn(&[u8]) -> StatusCode,
) -> Reply {
    // A client that takes both gets a sign of life while an answer takes its time.
    let first = if accepts.events {
        match timeout(KEEP_ALIVE, messages.next()).await {
            Ok(first) => first,
            Err(_) => return reply::events(EventBody::new(None, messages, on_loss, Some(held))),
        }
    } else {
        messages.next().await
    };
    let Some(first) = first else {
        disarm(on_loss.as_mut());
        // What was asked was cancelled, and no answer is owed.
        return if accepts.events {
            reply::events(EventBody::new(None, messages, None, None))
        } else {
            reply::empty(StatusCode::NO_CONTENT)
        };
    };
    if first.is_answer && first.is_last && (accepts.json || !accepts.events) {
        disarm(on_loss.as_mut());
        return reply::json(status_of(&first.line), first.line);
    }
    if accepts.events {
        return reply::events(EventBody::new(Some(first), messages, on_loss, Some(held)));
    }
    let answers = collected(first, &mut messages).await;
    disarm(on_loss.as_mut());
    reply::json(StatusCode::OK, answers)
}

fn disarm(on_loss: Option<&mut OnLoss>) {
    if let Some(on_loss) = on_loss {
        on_loss.disarm();
    }
}

/// All answers as one batch.
async fn collected(first: Message, messages: &mut Outflow) -> Vec<u8> {
    let mut answers = vec![b'['];
    let mut next = Some(first);
    while let Some(message) = next {
        let line = message.line.trim_ascii();
        // An answer that is a batch already gives its members.
        let inner =
            line.strip_prefix(b"[").and_then(|line| line.strip_suffix(b"]")).unwrap_or(line);
        if answers.len() > 1 {
            answers.push(b',');
        }
        answers.extend_from_slice(inner);
        next = if message.is_last { None } else { messages.next().await };
    }
    answers.push(b']');
    answers
}

/// The status that 2026-07-28 fixes for an answer (`basic/transports/streamable-http`, Protocol Version Header).
pub(super) fn modern_status(line: &[u8], method: &str) -> StatusCode {
    let error = peek(line).and_then(|peeked| peeked.error);
    let code = error.and_then(|error| member(error, "code"));
    match code.and_then(|code| code.parse().ok()) {
        // A server that does not know this method is of the legacy era, and a client that probes must not take the
        // answer for a sign of the modern one.
        Some(-32601) if method == "server/discover" => StatusCode::BAD_REQUEST,
        Some(-32601) => StatusCode::NOT_FOUND,
        Some(-32022..=-32020) => StatusCode::BAD_REQUEST,
        Some(_) | None => StatusCode::OK,
    }
}
