//! How it ends.

use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::Scenario;
use crate::client::text;
use crate::front::{Front, time_of, wait_until};
use crate::modern_scenarios::{called, modern};
use crate::program::secondtry;

pub(crate) const ALL: &[Scenario] = &[
    ("open_calls_finish_at_the_end", open_calls_finish_at_the_end),
    ("no_new_connections_are_taken_at_the_end", no_new_connections_are_taken_at_the_end),
    (
        "calls_that_take_too_long_are_answered_at_the_end",
        calls_that_take_too_long_are_answered_at_the_end,
    ),
    ("listeners_do_not_hold_up_the_end", listeners_do_not_hold_up_the_end),
    ("server_that_floods_holds_up_nobody", server_that_floods_holds_up_nobody),
    ("killed_front_leaves_nobody", killed_front_leaves_nobody),
    ("what_cannot_be_served_is_told_in_one_line", what_cannot_be_served_is_told_in_one_line),
];

fn open_calls_finish_at_the_end() {
    let mut front = Front::of_command(&[], "drains");
    let client = front.client().begun();
    let stranger = modern(&front.client());
    let legacy = thread::spawn(move || client.called("slow", &json!({"ms": 1500})));
    let alone =
        thread::spawn(move || called(&stranger, &json!(1), "slow", &json!({"ms": 1500})).message());
    thread::sleep(Duration::from_millis(500));
    front.signal("-TERM");
    assert_eq!(text(&legacy.join().expect("no panic")), "slow");
    assert_eq!(text(&alone.join().expect("no panic")), "slow");
    assert_eq!(front.ended(), Some(0));
    assert!(front.stderr().contains("2 calls, 0 failed"), "{}", front.stderr());
}

fn no_new_connections_are_taken_at_the_end() {
    let mut front = Front::of_command(&[], "closes");
    let client = front.client().begun();
    let address = front.address;
    let slow = thread::spawn(move || client.called("slow", &json!({"ms": 1500})));
    thread::sleep(Duration::from_millis(300));
    front.signal("-INT");
    thread::sleep(Duration::from_millis(300));
    assert!(std::net::TcpStream::connect(address).is_err());
    assert_eq!(text(&slow.join().expect("no panic")), "slow");
    assert_eq!(front.ended(), Some(0));
}

fn calls_that_take_too_long_are_answered_at_the_end() {
    let mut front = Front::of_command(&["--drain-timeout", "500ms"], "too-long");
    let client = front.client().begun();
    let slow = thread::spawn(move || client.called("slow", &json!({"ms": 60_000})));
    thread::sleep(Duration::from_millis(300));
    let took = time_of(|| {
        front.signal("-TERM");
        let answer = slow.join().expect("no panic");
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        assert_eq!(front.ended(), Some(0));
    });
    assert!(took < Duration::from_secs(12), "{took:?}");
}

fn listeners_do_not_hold_up_the_end() {
    let mut front = Front::of_command(&[], "listens");
    let client = front.client().begun();
    let mut listener = client.open("GET", "/mcp", "");
    let took = time_of(|| {
        front.signal("-TERM");
        assert_eq!(listener.event(), None);
        assert_eq!(front.ended(), Some(0));
    });
    assert!(took < Duration::from_secs(5), "{took:?}");
}

fn server_that_floods_holds_up_nobody() {
    let front = Front::of_command(&["--drain-timeout", "1s"], "floods");
    let stuck = front.client();
    thread::spawn(move || stuck.post(&crate::client::initialize()));
    thread::sleep(Duration::from_millis(500));
    let took = time_of(|| assert_eq!(front.client().ask("GET", "/healthz", "").status, 200));
    assert!(took < Duration::from_secs(2), "{took:?}");
    let noise =
        front.stderr().lines().filter(|line| line.ends_with("no protocol message: y")).count();
    assert!((1..2000).contains(&noise), "{noise}");
    assert_eq!(front.end(), Some(0));
}

fn killed_front_leaves_nobody() {
    let mut front = Front::of_command(&[], "killed-front");
    let client = front.client().begun();
    let process = text(&client.called("pid", &json!({}))).to_owned();
    front.signal("-KILL");
    front.ended();
    let path = format!("/proc/{process}");
    wait_until("the server is gone", || !std::path::Path::new(&path).exists());
}

fn what_cannot_be_served_is_told_in_one_line() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("an address").to_string();
    for words in [
        &["wrap", "--listen", "127.0.0.1:0", "--", "/no/such/program"][..],
        &["wrap", "--listen", "127.0.0.1:0", "--", "no-such-program-anywhere"],
        &["wrap", "--listen", &address, "--", "true"],
        &["wrap", "--listen", "nonsense", "--", "true"],
        &["wrap", "--listen", "127.0.0.1:0", "ftp://example"],
    ] {
        let mut command: Command = secondtry();
        let output = command.args(words).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}
