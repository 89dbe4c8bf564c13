//! What an agent is told where the desk did not do it.

use std::error::Error;
use std::time::Duration;

use rmcp::ErrorData;
use secondtry::ToolFailure;
use secondtry_cards::store::StoreError;

use crate::desk::Refused;

#[cfg(test)]
mod tests;

/// A failure of a tool that only reads; `cursor` is what it was given to go on from.
pub(super) fn reading(refused: Refused, cursor: Option<&str>) -> ToolFailure {
    match refused {
        Refused::Store(StoreError::Cursor) => {
            ToolFailure::invalid_argument("cursor", cursor.unwrap_or_default()).must_be(
                "the `next` that `find_cards` returned for the same `query` and `error` (call it without `cursor` to begin anew)",
            )
        }
        Refused::Store(error) => of_store(error),
        Refused::TooOften(wait) => ToolFailure::rate_limited(READS, whole_seconds(wait)),
        other => of_text(&other),
    }
}

/// A failure of a tool that writes. The same call does no harm twice.
pub(super) fn writing(refused: Refused) -> ToolFailure {
    match refused {
        Refused::Store(error @ StoreError::Unreachable(_)) => {
            log(&error);
            ToolFailure::unfinished("The store of cards could not be reached").is_repeatable()
        }
        Refused::Store(error) => of_store(error),
        Refused::TooOften(wait) => ToolFailure::rate_limited(WRITES, whole_seconds(wait)),
        other => of_text(&other),
    }
}

/// A failure of a request that is no call of a tool.
pub(super) fn of_request(refused: Refused) -> ErrorData {
    match refused {
        Refused::Store(StoreError::Cursor) => ErrorData::invalid_params(
            "the cursor is none that this server gave (list again without it)",
            None,
        ),
        Refused::Store(error) => {
            log(&error);
            let passing = matches!(error, StoreError::Busy(_) | StoreError::Unreachable(_));
            let next = if passing { "try again later" } else { "tell whoever runs this server" };
            ErrorData::internal_error(format!("the store of cards did not do it ({next})"), None)
        }
        Refused::NoQuestions | Refused::Text(_) | Refused::TooOften(_) => {
            ErrorData::internal_error(refused.to_string(), None)
        }
    }
}

fn of_store(error: StoreError) -> ToolFailure {
    match error {
        StoreError::Busy(_) => {
            log(&error);
            let store = "the store of cards, which another program is writing to,";
            ToolFailure::upstream(store).could_not_be_reached().retry_after(Duration::from_secs(5))
        }
        StoreError::Full(_) | StoreError::ReadOnly(_) => {
            log(&error);
            ToolFailure::refused("The store of cards takes nothing at present, so nothing of this was kept; it can still be read")
                .nothing_helps()
        }
        StoreError::Unreachable(_) => {
            log(&error);
            ToolFailure::upstream("the store of cards").could_not_be_reached().retry_later()
        }
        other => ToolFailure::internal(other),
    }
}

/// What the caller has to change.
fn of_text(refused: &Refused) -> ToolFailure {
    let text = refused.to_string();
    match text.split_once(". ") {
        Some((what, next)) => ToolFailure::refused(what).allowed(next),
        None => ToolFailure::refused(text).nothing_helps(),
    }
}

/// For whoever runs the server. Callers are told no more than that it happened.
fn log(error: &StoreError) {
    let mut detail = error.to_string();
    let mut cause = error.source();
    while let Some(source) = cause {
        detail.push_str(": ");
        detail.push_str(&source.to_string());
        cause = source.source();
    }
    tracing::error!(%detail, "the store of cards failed");
}

/// A client that waits as long as it is told has not to be told again.
fn whole_seconds(wait: Duration) -> Duration {
    Duration::from_secs(wait.as_secs() + 1)
}

/// What a desk lets an address read.
const READS: &str = "120 reads at once and 4 more a second from one address";

/// What a desk lets an address write.
const WRITES: &str = "20 reports and questions at once and 3 more a minute from one address";
