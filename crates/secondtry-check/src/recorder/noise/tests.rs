use secondtry_failure::message::Message;
use serde_json::json;

use super::*;

fn line(text: &str) -> What {
    What::Stdout(Text::Utf8(text.to_owned()))
}

fn message(whole: Value) -> Message {
    Message::from_value(whole).expect("a message")
}

#[test]
fn flood_is_kept_up_to_its_limit_and_counted() {
    let mut noise = Noise::default();
    let kept = (0..ENTRIES + 7).filter(|_| noise.admits(&line("x"))).count();
    assert_eq!(kept, ENTRIES);
    assert_eq!(noise.notes(), [line("(and 7 more lines)")]);
    assert_eq!(noise.notes(), []);
}

#[test]
fn answer_after_a_flood_is_kept() {
    let mut noise = Noise::default();
    let request = message(json!({"jsonrpc": "2.0", "id": 4, "method": "tools/call"}));
    assert!(noise.admits(&What::Client(request)));
    while noise.admits(&line("x")) {}
    let answer = message(json!({"jsonrpc": "2.0", "id": 4, "result": {}}));
    assert!(noise.admits(&What::Server(answer.clone())));
    let nameless = message(json!({"jsonrpc": "2.0", "id": null, "error": {}}));
    assert!(noise.admits(&What::Server(nameless.clone())));
    assert!(!noise.admits(&What::Server(answer)), "a second answer is noise");
    assert!(!noise.admits(&What::Server(nameless)));
}

#[test]
fn next_request_makes_room_again() {
    let mut noise = Noise::default();
    while noise.admits(&line("x")) {}
    assert!(noise.admits(&What::ClientRaw("{".to_owned())));
    assert!(noise.admits(&line("x")));
}

#[test]
fn whole_run_has_a_limit_too() {
    let mut noise = Noise::default();
    let long = line(&"x".repeat(BYTES));
    let kept = (0..1000)
        .filter(|_| {
            noise.begin_turn();
            noise.admits(&long)
        })
        .count();
    assert_eq!(kept, BYTES_OF_RUN / BYTES);
}

#[test]
fn long_line_gives_way_to_its_beginning() {
    let long = line(&"ü".repeat(LONGEST_LINE));
    let beginning = "ü".repeat(SHOWN_OF_LINE);
    let shown = format!("a line of {} bytes that begins: {beginning}", 2 * LONGEST_LINE);
    assert_eq!(shortened(long), line(&shown));
}

#[test]
fn answers_beyond_the_limit_are_told_and_not_kept() {
    let mut noise = Noise { answers: 500, ..Noise::default() };
    let answer = |id: u64| {
        let content = "x".repeat(200);
        What::Server(message(json!({"jsonrpc": "2.0", "id": id, "result": content})))
    };
    assert_eq!(noise.afforded(answer(1)), answer(1));
    let What::ServerUnreadable { id, .. } = noise.afforded(answer(2)) else { panic!("kept") };
    assert_eq!(id, Some(RequestId::from(2)));
}
