use serde_json::{Value, json};

use super::{stated_failure, tell_known_fix};
use crate::repair::tests::{Example, failure};
use crate::repair::{RepairSettings, refuse_arguments};

const FIX: (&str, &str) = ("A tool call is never answered", "no-response");

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().expect("a text")
}

#[test]
fn fix_stands_below_the_failure() {
    let example = Example::of(&json!({}), &json!({}));
    let settings = RepairSettings::default();
    let told = tell_known_fix(&failure("timed out"), &example.known(), FIX, &settings).unwrap();
    assert_eq!(text(&told), "timed out\nknown fix: A tool call is never answered (no-response)");
    assert_eq!(tell_known_fix(&told, &example.known(), FIX, &settings), None);
}

#[test]
fn call_to_send_stays_last() {
    let schema = json!({"day": {"type": "string"}});
    let example = Example::of(&schema, &json!({"day": 3}));
    let settings = RepairSettings::default();
    let refused = refuse_arguments(&example.known(), &settings).unwrap();
    let told = tell_known_fix(&refused, &example.known(), FIX, &settings).unwrap();
    let last = text(&refused).lines().last();
    assert_eq!(text(&told).lines().last(), last);
    assert_eq!(text(&told).lines().count(), text(&refused).lines().count() + 1);
}

#[test]
fn long_title_is_cut_to_one_line() {
    let example = Example::of(&json!({}), &json!({}));
    let title = format!("one\ntwo{}", "ö".repeat(500));
    let settings = RepairSettings::default();
    let told = tell_known_fix(&failure("no"), &example.known(), (&title, "x"), &settings).unwrap();
    let line = text(&told).lines().nth(1).expect("a line");
    assert_eq!(line.chars().count(), 200);
    assert!(line.starts_with("known fix: one two") && line.ends_with("… (x)"), "{line}");
}

#[test]
fn success_gets_no_fix() {
    let example = Example::of(&json!({}), &json!({}));
    let answer = json!({"id": 7, "result": {"content": [{"type": "text", "text": "done"}]}});
    assert_eq!(tell_known_fix(&answer, &example.known(), FIX, &RepairSettings::default()), None);
}

#[test]
fn failure_is_read_from_either_channel() {
    let error = json!({"id": 7, "error": {"code": -32603, "message": "no room"}});
    assert_eq!(stated_failure(&error).as_deref(), Some("no room"));
    assert_eq!(stated_failure(&failure("no bed")).as_deref(), Some("no bed"));
    assert_eq!(stated_failure(&json!({"id": 7, "result": {"content": []}})), None);
}
