use serde_json::json;

use super::{Repetitions, tell_repetition};
use crate::repair::tests::{Example, failure};
use crate::repair::{FAILURE_META, RepairSettings, refuse_arguments};

#[test]
fn the_same_failure_is_counted_per_call() {
    let (one, other) =
        (Example::of(&json!({}), &json!({"a": 1})), Example::of(&json!({}), &json!({"a": 2})));
    let mut seen = Repetitions::default();
    let mut note = |example: &Example, text: &str| seen.note(&example.known(), &failure(text));
    assert_eq!(note(&one, "no such room"), 1);
    assert_eq!(note(&other, "no such room"), 1);
    assert_eq!(note(&one, "no such room"), 2);
    assert_eq!(note(&one, "room is taken"), 1);
}

#[test]
fn times_and_references_make_no_difference() {
    let example = Example::of(&json!({}), &json!({}));
    let mut seen = Repetitions::default();
    for (time, text) in
        ["failed after 12 s", "failed after 3 s\nDetails are in the log under reference x."]
            .iter()
            .enumerate()
    {
        assert_eq!(seen.note(&example.known(), &failure(text)) as usize, time + 1);
    }
}

#[test]
fn success_forgets_the_failures_before() {
    let example = Example::of(&json!({}), &json!({}));
    let mut seen = Repetitions::default();
    seen.note(&example.known(), &failure("no"));
    assert_eq!(seen.note(&example.known(), &json!({"id": 7, "result": {"content": []}})), 0);
    assert_eq!(seen.note(&example.known(), &failure("no")), 1);
}

#[test]
fn only_so_many_calls_are_remembered() {
    let mut seen = Repetitions::default();
    for n in 0..500 {
        let example = Example::of(&json!({}), &json!({"n": n}));
        seen.note(&example.known(), &failure("no"));
    }
    assert_eq!(seen.seen.len(), super::MOST);
}

#[test]
fn the_third_time_says_what_to_change() {
    let example = Example::of(&json!({"day": {"type": "string"}}), &json!({"day": 3}));
    let settings = RepairSettings::default();
    let answer = refuse_arguments(&example.known(), &settings).unwrap();
    assert_eq!(tell_repetition(&answer, &example.known(), 2, &settings), None);
    let told = tell_repetition(&answer, &example.known(), 3, &settings).unwrap();
    let text = told["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.ends_with("\nThis very call has failed in this way 3 times. Do not send it again as it is: change `day` first."), "{text}");
    assert_eq!(told["result"]["_meta"][FAILURE_META]["retry"], "changed-call");
}

#[test]
fn failures_of_the_server_are_told_too() {
    let example = Example::of(&json!({}), &json!({}));
    let told =
        tell_repetition(&failure("no"), &example.known(), 4, &RepairSettings::default()).unwrap();
    let text = told["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("no\nThis very call has failed in this way 4 times."), "{text}");
}
