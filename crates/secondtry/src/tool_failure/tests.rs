use std::io;

use serde_json::json;

use super::*;

#[test]
fn part_of_an_argument_is_named_by_its_path() {
    let failure =
        ToolFailure::invalid_argument("/stay/from", &"2020-01-01").must_be("a day to come.");
    assert_eq!(
        failure.to_string(),
        "Argument `stay.from` must be a day to come. You sent \"2020-01-01\". Call again with the corrected value."
    );
    assert_eq!(failure.meta()["faults"][0]["parameter"], "/stay/from");
}

#[test]
fn given_secret_is_not_repeated() {
    let failure =
        ToolFailure::invalid_argument("api_key", &"sk-123456").must_be("a key of this account");
    assert!(!failure.to_string().contains("sk-123456"), "{failure}");
}

#[test]
fn long_value_is_cut() {
    let failure = ToolFailure::not_found("page", "title", &"x".repeat(100_000)).find_with("search");
    assert!(failure.to_string().len() < 500, "{}", failure.to_string().len());
}

#[test]
fn suggestion_stands_in_text_and_facts() {
    let failure = ToolFailure::invalid_argument("currency", "usd")
        .suggest(|given| Some(given.to_uppercase()))
        .must_be("one of EUR, USD");
    assert!(failure.to_string().contains("Suggested value: \"USD\"."), "{failure}");
    assert_eq!(failure.meta()["faults"][0]["suggestion"], "USD");
}

#[test]
fn each_kind_says_what_a_program_may_know() {
    let wait = Duration::from_secs(2);
    let api = || ToolFailure::upstream("the API");
    for (failure, retry, outcome) in [
        (ToolFailure::rate_limited("1 call a second", wait), "same-call", "not-run"),
        (
            ToolFailure::conflict("It changed").resolve_with("Read it again"),
            "changed-call",
            "not-run",
        ),
        (ToolFailure::refused("It is closed").nothing_helps(), "no", "not-run"),
        (ToolFailure::unfinished("It broke").check_with("look"), "unknown", "unknown"),
        (ToolFailure::unfinished("It broke").is_repeatable(), "same-call", "unknown"),
        (api().answered(503).retry_after(wait), "same-call", "unknown"),
        (api().answered(422).change_the_call("Send less"), "changed-call", "failed"),
        (api().did_not_answer(wait).check_with("look"), "unknown", "unknown"),
        (api().could_not_be_reached().retry_later(), "same-call", "not-run"),
        (api().answered(403).do_not_retry(), "no", "failed"),
        (ToolFailure::internal("boom"), "unknown", "failed"),
    ] {
        let meta = failure.meta();
        assert_eq!(
            (&meta["retry"], &meta["outcome"]),
            (&json!(retry), &json!(outcome)),
            "{failure}"
        );
    }
}

#[test]
fn facts_come_back_as_they_were_written() {
    let failure = ToolFailure::invalid_argument("n", &12)
        .suggest(|given| Some(given - 3))
        .must_be("at most 9")
        .and(ToolFailure::rate_limited("1 call a second", Duration::from_secs(1)));
    let read = ToolFailure::read(&failure.to_string(), &failure.meta());
    assert_eq!(read.to_string(), failure.to_string());
    assert_eq!(read.meta(), failure.meta());
}

#[test]
fn safe_sentence_goes_by_the_kind_of_the_first_cause_that_tells() {
    for (error, part) in [
        (io::Error::from(io::ErrorKind::TimedOut), "timed out"),
        (io::Error::from(io::ErrorKind::ConnectionRefused), "could not be reached"),
        (io::Error::from(io::ErrorKind::PermissionDenied), "may not use"),
        (io::Error::from(io::ErrorKind::StorageFull), "no room"),
        (io::Error::other("10.0.0.7 said no"), "lies in the server"),
    ] {
        let text = ToolFailure::from(error).to_string();
        assert!(text.contains(part) && !text.contains("10.0.0.7"), "{text}");
    }
}

#[test]
fn message_for_a_client_is_kept_where_it_gives_nothing_away() {
    let kept = rmcp::ErrorData::internal_error("no invoice INV-7", None);
    assert_eq!(ToolFailure::from(kept).to_string(), "no invoice INV-7.");
    for poor in ["Internal error", "cannot read /srv/app/db.sqlite at main.rs:7", ""] {
        let text = ToolFailure::from(rmcp::ErrorData::internal_error(poor, None)).to_string();
        assert!(text.starts_with("The tool failed for a reason"), "{poor}: {text}");
    }
}

#[test]
fn error_that_is_its_own_cause_comes_to_an_end() {
    #[derive(Debug, thiserror::Error)]
    #[error("round and round")]
    struct Circle;
    #[derive(Debug)]
    struct Own;
    impl fmt::Display for Own {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("own")
        }
    }
    impl std::error::Error for Own {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&Own)
        }
    }
    assert!(ToolFailure::from(Own).to_string().contains("reference"));
    assert!(ToolFailure::from(Circle).to_string().contains("reference"));
}
