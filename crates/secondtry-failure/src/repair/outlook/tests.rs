use serde_json::json;

use super::{Outlook, Passing, duration, passing_cause};
use crate::classify::call::Standing;
use crate::repair::tests::Example;
use crate::repair::{Retry, Work};

#[test]
fn passing_causes_are_told_from_others() {
    for (text, expected) in [
        ("Rate limit exceeded", Some(Passing::RateLimit)),
        ("HTTP 429: slow down", Some(Passing::RateLimit)),
        ("status code: 503", Some(Passing::Unavailable)),
        ("connect ECONNREFUSED", Some(Passing::Unavailable)),
        ("502 Bad Gateway", Some(Passing::Unavailable)),
        ("TimeoutError: no data", Some(Passing::Unanswered)),
        ("the calendar did not answer within 5 s", Some(Passing::Unanswered)),
        ("socket hang up", Some(Passing::Unanswered)),
        ("no order 503", None),
        ("promo code 503 does not exist", None),
        ("HTTP status code: 503", Some(Passing::Unavailable)),
        ("`timeout` must be at most 30", None),
        ("posting period is closed", None),
    ] {
        assert_eq!(passing_cause(text), expected, "{text}");
    }
}

#[test]
fn repeating_is_advised_where_it_does_no_harm() {
    let valid = Standing::Valid { doubtful: None };
    let example = || Example::of(&json!({}), &json!({}));
    let of =
        |text: &str, example: &Example| Outlook::of(text, None, &example.known(), &valid).retry;
    assert_eq!(of("connection reset", &example()), Retry::Unknown);
    assert_eq!(of("connection reset", &example().read_only()), Retry::SameCall);
    assert_eq!(of("too many requests", &example()), Retry::SameCall);
    assert_eq!(of("room is taken", &example().read_only()), Retry::Unknown);
}

#[test]
fn waits_are_read_from_words_and_data() {
    let valid = Standing::Valid { doubtful: None };
    let example = Example::of(&json!({}), &json!({}));
    for (text, data, expected) in [
        ("rate limit: retry in 30 s", json!(null), Some(30_000)),
        ("too many requests, try again after 2 minutes", json!(null), Some(120_000)),
        ("too many requests", json!({"retry_after": 5}), Some(5000)),
        ("too many requests", json!({"retryAfterMs": "250"}), Some(250)),
        ("too many requests", json!({"retryAfter": -1}), None),
        ("too many requests, try again", json!("soon"), None),
    ] {
        let outlook = Outlook::of(text, Some(&data), &example.known(), &valid);
        assert_eq!(outlook.after_ms, expected, "{text} {data}");
        assert_eq!(outlook.work, Work::Failed);
    }
}

#[test]
fn durations_are_short() {
    for (ms, expected) in [(40, "40 ms"), (2000, "2 s"), (2550, "2.5 s"), (600_000, "10 min")] {
        assert_eq!(duration(ms), expected);
    }
}
