//! Runs a tool so that its panic, wherever it happens, comes back as a value.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::time::Duration;

use tokio::time::timeout;

/// How a run ended.
#[derive(Debug)]
pub(super) enum Ending<T> {
    /// It returned.
    Returned(T),
    /// Its time was over; it was dropped.
    OutOfTime,
    /// It panicked, with this message.
    Panicked(String),
}

/// Runs `work` within `limit`.
///
/// A panic is caught while the work runs and while it is dropped. The server's own state is safe as far as rmcp shares
/// it: tools get `&S`, and what they lock is poisoned by std.
pub(super) async fn run<T>(work: impl Future<Output = T>, limit: Option<Duration>) -> Ending<T> {
    let mut work = Some(Box::pin(work));
    let caught = poll_fn(|context| {
        let Some(work) = &mut work else { return std::task::Poll::Pending };
        match catch_unwind(AssertUnwindSafe(|| Pin::new(work).as_mut().poll(context))) {
            Ok(poll) => poll.map(Ok),
            Err(payload) => std::task::Poll::Ready(Err(payload)),
        }
    });
    let outcome = match limit {
        None => Some(caught.await),
        Some(limit) => timeout(limit, caught).await.ok(),
    };
    let dropped = catch_unwind(AssertUnwindSafe(|| drop(work.take())));
    match (outcome, dropped) {
        (Some(Err(payload)), Ok(())) | (None, Err(payload)) => {
            Ending::Panicked(message_of(payload))
        }
        (Some(Err(payload)), Err(second)) => {
            drop(message_of(second));
            Ending::Panicked(message_of(payload))
        }
        // The answer is there; that its leftovers panicked changes nothing about it.
        (Some(Ok(value)), Err(payload)) => {
            tracing::error!(detail = message_of(payload), "a tool panicked after it had returned");
            Ending::Returned(value)
        }
        (Some(Ok(value)), Ok(())) => Ending::Returned(value),
        (None, Ok(())) => Ending::OutOfTime,
    }
}

/// The message of a panic. What is no message is dropped, which may panic again.
fn message_of(payload: Box<dyn Any + Send>) -> String {
    let payload = match payload.downcast::<String>() {
        Ok(text) => return *text,
        Err(payload) => payload,
    };
    let payload = match payload.downcast::<&'static str>() {
        Ok(text) => return (*text).to_owned(),
        Err(payload) => payload,
    };
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        // A payload whose drop panics with one whose drop panics could go on for ever.
        mem::forget(again);
    }
    "a panic without a message".into()
}
