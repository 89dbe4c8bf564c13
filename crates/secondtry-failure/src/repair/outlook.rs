//! Whether a further call makes sense, and what became of the work, as far as the words of a failure tell.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::failure_meta::{Retry, Work};
use super::known_call::KnownCall;
use super::pattern;
use crate::classify::call::Standing;

#[cfg(test)]
mod tests;

/// What may come of another call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outlook {
    pub(super) retry: Retry,
    pub(super) work: Work,
    pub(super) after_ms: Option<u64>,
}

/// A cause that passes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passing {
    /// Too many calls in a short time; this one was turned away.
    RateLimit,
    /// An upstream that answered that it cannot at present, or could not be reached.
    Unavailable,
    /// An answer that did not come in time, or a connection that broke: the work may be done.
    Unanswered,
}

impl Outlook {
    pub(super) const UNKNOWN: Self =
        Self { retry: Retry::Unknown, work: Work::Unknown, after_ms: None };

    /// What `text` and `data` tell of the outlook of `call`.
    pub(super) fn of(
        text: &str,
        data: Option<&Value>,
        call: &KnownCall<'_>,
        standing: &Standing,
    ) -> Self {
        if matches!(standing, Standing::BadArguments(_)) {
            return Self { retry: Retry::ChangedCall, work: Work::Failed, after_ms: None };
        }
        let Some(passing) = passing_cause(text) else {
            return Self { retry: Retry::Unknown, work: Work::Failed, after_ms: None };
        };
        let after_ms = wait_in_words(text).or_else(|| data.and_then(wait_in_data));
        Self { retry: retry_after(passing, call), work: passing.work(), after_ms }
    }
}

impl Passing {
    pub(super) fn work(self) -> Work {
        match self {
            Self::RateLimit | Self::Unavailable => Work::Failed,
            Self::Unanswered => Work::Unknown,
        }
    }
}

/// Whether the same call may be sent again: after a rate limit always, after anything else where a second call does no
/// more than one.
pub(super) fn retry_after(passing: Passing, call: &KnownCall<'_>) -> Retry {
    match passing {
        Passing::RateLimit => Retry::SameCall,
        Passing::Unanswered | Passing::Unavailable if call.is_repeatable() => Retry::SameCall,
        Passing::Unanswered | Passing::Unavailable => Retry::Unknown,
    }
}

/// Returns the passing cause that `text` gives.
pub(super) fn passing_cause(text: &str) -> Option<Passing> {
    let text = super::message::head(text);
    if RATE_LIMIT.is_match(text) {
        Some(Passing::RateLimit)
    } else if UNANSWERED.is_match(text) {
        Some(Passing::Unanswered)
    } else if UNAVAILABLE.is_match(text) {
        Some(Passing::Unavailable)
    } else {
        None
    }
}

/// The advice that goes with `outlook`, about a cause that passes by itself.
pub(super) fn advice(passing: Passing, after_ms: Option<u64>, call: &KnownCall<'_>) -> String {
    let when = match after_ms {
        Some(after) => format!("in {}", duration(after)),
        None => "later".to_owned(),
    };
    match (retry_after(passing, call), passing) {
        (Retry::SameCall, _) => format!("Send the same call again {when}."),
        (_, Passing::Unanswered) => "Whether the work was done is not known. Check whether it was before sending the call again.".into(),
        (_, Passing::RateLimit | Passing::Unavailable) => format!(
            "Check whether the work was done all the same; if it was not, send the call again {when}."
        ),
    }
}

/// `30 s`, `2 min`
pub(super) fn duration(ms: u64) -> String {
    match ms {
        0..1000 => format!("{ms} ms"),
        1000..120_000 if ms.is_multiple_of(1000) => format!("{} s", ms / 1000),
        1000..120_000 => format!("{}.{} s", ms / 1000, ms % 1000 / 100),
        120_000.. => format!("{} min", ms.div_ceil(60_000)),
    }
}

fn wait_in_words(text: &str) -> Option<u64> {
    let found = WAIT.captures(super::message::head(text))?;
    let number: f64 = found[1].parse().ok()?;
    let unit = match found[2].to_ascii_lowercase().as_str() {
        "ms" | "millisecond" | "milliseconds" => 1.0,
        "m" | "min" | "mins" | "minute" | "minutes" => 60_000.0,
        "h" | "hour" | "hours" => 3_600_000.0,
        _ => 1000.0,
    };
    milliseconds(number * unit)
}

fn wait_in_data(data: &Value) -> Option<u64> {
    let members = data.as_object()?;
    members.iter().find_map(|(key, value)| {
        let key: String = key.chars().filter(char::is_ascii_alphanumeric).collect();
        let number =
            value.as_f64().or_else(|| value.as_str().and_then(|text| text.trim().parse().ok()));
        match key.to_ascii_lowercase().as_str() {
            "retryafter" | "retryafterseconds" | "retryin" => milliseconds(number? * 1000.0),
            "retryafterms" | "retryinms" => milliseconds(number?),
            _ => None,
        }
    })
}

/// Up to a day; anything more is no advice.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is within the bounds of a day"
)]
fn milliseconds(number: f64) -> Option<u64> {
    (0.0..=86_400_000.0).contains(&number).then_some(number as u64)
}

fn words(pattern: &str) -> Regex {
    pattern::compiled(&format!("(?i){pattern}"))
}

static RATE_LIMIT: LazyLock<Regex> = LazyLock::new(|| {
    words(
        r"\b429 too many|\b(?:status|http|error|response)(?:\W{1,3}(?:status\W{1,3})?code)?\W{0,3}429\b|\btoo many requests\b|\brate[- ]?limit|\bthrottl(?:ed|ing)\b",
    )
});

static UNANSWERED: LazyLock<Regex> = LazyLock::new(|| {
    words(concat!(
        r"\btimed[ -]?out\b|\btime-?out (?:error|exceeded|after|while|expired|waiting|of)\b|\btimeout(?:error|exception)\b|\bdeadline exceeded\b",
        r"|\b(?:did|does) not (?:answer|respond|reply)\b|\bno (?:response|answer) (?:from|within)\b",
        r"|\bconnection (?:was )?(?:reset|aborted|closed|lost)\b|\beconnreset\b|\bsocket hang up\b|\b504\b.{0,3}gateway|\bgateway time-?out\b",
    ))
});

static UNAVAILABLE: LazyLock<Regex> = LazyLock::new(|| {
    words(concat!(
        r"\bconnection refused\b|\beconnrefused\b|\bcould not connect\b|\bunable to connect\b|\beai_again\b|\bname resolution\b",
        r"|\bnetwork (?:error|is unreachable)\b|\bfetch failed\b|\b(?:temporarily|currently) (?:unavailable|overloaded)\b|\bservice (?:is )?unavailable\b",
        r"|\b(?:status|http|error|response)(?:\W{1,3}(?:status\W{1,3})?code)?\W{0,3}50[234]\b|\b50[23]\b.{0,3}(?:bad gateway|service)|\bbad gateway\b|\boverloaded\b",
    ))
});

static WAIT: LazyLock<Regex> = LazyLock::new(|| {
    words(
        r"\b(?:retry|retry-after|try again|wait|available again)\b[^.\n\d]{0,30}(\d{1,7}(?:\.\d{1,3})?) ?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b",
    )
});
