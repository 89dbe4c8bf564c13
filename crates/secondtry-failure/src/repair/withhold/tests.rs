use serde_json::json;

use super::cleaned;
use crate::repair::tests::Example;

#[track_caller]
fn cleans(text: &str, expected: Option<&str>) {
    let example = Example::of(&json!({}), &json!({"path": "/home/ann/plan.txt"}));
    assert_eq!(cleaned(text, &example.known()).as_deref(), expected, "{text}");
}

#[test]
fn stack_frames_go_and_the_reason_stays() {
    cleans(
        "Traceback (most recent call last):\n  File \"/srv/a.py\", line 3, in f\n    raise E()\nbooking.RoomError: room Oak is taken",
        Some("room Oak is taken"),
    );
    cleans(
        "Error: no such room\n    at book (/app/a.js:1:2)\n    at async run (node:internal/x:3:4)",
        Some("Error: no such room"),
    );
    cleans(
        "thread 'main' panicked at src/main.rs:4:5:\nroom Oak is taken\nstack backtrace:\n   0: f",
        Some("room Oak is taken"),
    );
    cleans(
        "com.rooms.BookingException: room Oak is taken\n\tat com.rooms.A.f(A.java:3)\nCaused by: java.io.IOException: disk is full\n\t... 3 more",
        Some("room Oak is taken\ndisk is full"),
    );
}

#[test]
fn addresses_and_secrets_go_whole() {
    cleans("could not connect to postgres://app:hunter2@10.0.0.5/prod", Some("could not connect"));
    cleans(
        "saving failed: dial tcp 10.3.0.7:5432: connection refused",
        Some("saving failed: connection refused"),
    );
    cleans(
        "refused with api_key=abcd1234abcd today",
        Some("refused with api_key=[secret withheld] today"),
    );
    cleans(
        "Get \"http://127.0.0.1:9/api\": refused twice",
        Some("Get \"[withheld]\": refused twice"),
    );
}

#[test]
fn what_the_caller_sent_and_public_addresses_stay() {
    cleans("no file /home/ann/plan.txt", None);
    cleans("see https://example.com/docs for the rules", None);
    cleans("password=[secret withheld]", None);
}

#[test]
fn nothing_is_left_of_what_is_internal_throughout() {
    cleans("Cannot read properties of undefined (reading 'map')", Some(""));
    cleans("KeyError: 'room'", Some("'room'"));
}

#[test]
fn outsized_texts_lose_what_is_not_looked_at() {
    let example = Example::of(&json!({}), &json!({}));
    let text = format!("panicked at 1\n{}", "é".repeat(300_000));
    let clean = cleaned(&text, &example.known()).unwrap();
    assert!(clean.len() < 270_000 && clean.ends_with("[the rest is withheld]"));
}
