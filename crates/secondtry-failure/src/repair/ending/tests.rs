use serde_json::{Value, json};

use super::{End, ending_answer};
use crate::repair::tests::Example;
use crate::repair::{FAILURE_META, KnownCall};

fn example() -> Example {
    Example::of(&json!({}), &json!({}))
}

/// The text, and `retry` and `outcome`.
fn told(end: End<'_>, example: &Example) -> (String, String, String) {
    let answer = ending_answer(end, &example.known());
    let result = &answer["result"];
    assert_eq!(result["isError"], true, "{answer}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let meta = &result["_meta"][FAILURE_META];
    (text(&result["content"][0]["text"]), text(&meta["retry"]), text(&meta["outcome"]))
}

#[test]
fn each_end_says_what_happened_and_whether_to_repeat() {
    let careful = "Whether the work was done is not known. Check whether it was before sending the call again.";
    for (end, text, retry, outcome) in [
        (End::Deadline { after_ms: 2000 }, format!("`it` timed out: no answer came within 2 s. {careful}"), "unknown", "unknown"),
        (End::Exited { code: Some(1), signal: None, is_restarted: true }, format!("The server exited with exit code 1 while `it` ran. It is started again for the next call. {careful}"), "unknown", "unknown"),
        (End::DeadSession, "The server's session was lost before `it` was run. The call was not run. A new session is opened for the next one: the same call can be sent again.".into(), "same-call", "not-run"),
        (End::Status { status: 429, retry_after_ms: Some(30_000), body: None }, "The server answered `it` with HTTP 429 (too many requests). Send the same call again in 30 s.".into(), "same-call", "not-run"),
        (End::Status { status: 502, retry_after_ms: None, body: Some("<html><title>Bad gateway</title></html>") }, format!("The server answered `it` with HTTP 502 (bad gateway) and an HTML page titled \"Bad gateway\". {careful}"), "unknown", "unknown"),
        (End::Empty { status: 202 }, format!("The server answered `it` with HTTP 202 and nothing in it. {careful}"), "unknown", "unknown"),
        (End::OverLimit { limit: "64 MiB for one message", is_request: true }, "The call of `it` is over a limit of the proxy: 64 MiB for one message. The call was not run. Send less at a time.".into(), "changed-call", "not-run"),
    ] {
        assert_eq!(told(end, &example()), (text, retry.to_owned(), outcome.to_owned()));
    }
}

#[test]
fn what_changes_nothing_may_be_repeated() {
    for end in
        [End::Deadline { after_ms: 1 }, End::Cut, End::PipeClosed, End::Gone, End::Disconnected]
    {
        assert_eq!(told(end, &example().read_only()).1, "same-call", "{end:?}");
        assert_eq!(told(end, &example()).1, "unknown", "{end:?}");
    }
}

#[test]
fn bodies_give_their_reason_and_no_internals() {
    let body = r#"{"message": "calendar is down: dial tcp 10.0.0.1:80: refused"}"#;
    let end = End::Status { status: 503, retry_after_ms: None, body: Some(body) };
    let text = told(end, &example()).0;
    assert!(text.starts_with("The server answered `it` with HTTP 503 (service unavailable): calendar is down: refused."), "{text}");
}

#[test]
fn other_methods_and_credentials_get_errors() {
    let example = example();
    let request = json!({"jsonrpc": "2.0", "id": "a", "method": "prompts/get"});
    let known = KnownCall { request: &request, ..example.known() };
    let answer = ending_answer(End::Cut, &known);
    assert_eq!(answer["id"], "a");
    assert_eq!(answer["error"]["code"], -32603);
    assert_eq!(answer["error"]["message"], "The answer to `prompts/get` broke off");
    assert_eq!(answer["error"]["data"][FAILURE_META]["outcome"], "unknown");
    let answer = ending_answer(End::Refused { status: 401 }, &example.known());
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains("--bearer-env"), "{message}");
}

#[test]
fn malformed_calls_get_invalid_params() {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "it", "arguments": "{}"}});
    let example = example();
    let known = KnownCall { request: &request, ..example.known() };
    let answer = ending_answer(End::Deadline { after_ms: 1 }, &known);
    assert_eq!(answer["error"]["code"], -32602);
    assert_eq!(
        answer["error"]["message"],
        "Invalid params: `arguments` must be an object, not a string"
    );
}
