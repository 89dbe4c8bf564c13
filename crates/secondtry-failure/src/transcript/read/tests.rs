use serde_json::json;

use super::*;
use crate::report::mask::Mask;
use crate::transcript::write;

fn whats(text: &str) -> Vec<What> {
    read(text.as_bytes()).expect("memory").entries.into_iter().map(|entry| entry.what).collect()
}

fn message(value: Value) -> Message {
    Message::from_value(value).expect("a message")
}

#[test]
fn bare_lines_take_the_direction_of_their_members() {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call"});
    let answer = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
    let asked = json!({"jsonrpc": "2.0", "id": 1, "method": "roots/list"});
    let log = format!("{request}\n{answer}\r\n{asked}\n\nstarting up\n{{\"level\":1}}");
    let expected = vec![
        What::Client(message(request)),
        What::Server(message(answer)),
        What::Server(message(asked)),
        What::Stdout(Text::Utf8("starting up".into())),
        What::Stdout(Text::Utf8("{\"level\":1}".into())),
    ];
    assert_eq!(whats(&log), expected);
}

#[test]
fn batch_in_a_log_is_taken_apart() {
    let one = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
    assert_eq!(
        whats(&format!("[{one},{one}]")),
        vec![What::Server(message(one.clone())), What::Server(message(one))]
    );
}

#[test]
fn what_is_written_is_read_again() {
    let whole = json!({"jsonrpc": "2.0", "id": "a", "method": "tools/call"});
    let start = Start {
        transport: Some(TransportKind::Stdio),
        protocol: Some(ProtocolVersion::V2025_11_25),
        target: Some(Target::Command(vec!["a b".into(), "c".into()])),
        is_restart: true,
    };
    let http = HttpAnswer {
        id: Some(3.into()),
        status: 502,
        headers: Map::from_iter([("content-type".to_owned(), json!("text/html"))]),
        body: Some(json!("<html>")),
    };
    let probe =
        Probe { id: Some(1.into()), tool: None, kind: "enum".into(), parameter: Some("/a".into()) };
    let mut transcript = Transcript::default();
    for what in [
        What::Start(start),
        What::Probe(probe),
        What::Client(message(whole.clone())),
        What::ClientRaw("{".into()),
        What::Server(message(whole)),
        What::ServerUnreadable { id: None, why: "deep".into() },
        What::Stdout(Text::Utf8("x".into())),
        What::Stdout(Text::Bytes(vec![0xff, 0])),
        What::Stderr("y".into()),
        What::Timeout { id: Some(1.into()), after_ms: 20 },
        What::Http(http),
        What::Skip { tool: "t".into(), why: "w".into() },
        What::Eof,
        What::Exit { code: Some(3), signal: None },
    ] {
        transcript.push(7, what);
    }
    let lines: Vec<String> =
        transcript.entries.iter().map(|entry| write::line(entry, Mask::Show)).collect();
    assert_eq!(read(lines.join("\n").as_bytes()).expect("memory"), transcript);
}

#[test]
fn envelope_that_says_nothing_known_is_noise() {
    let lines =
        ["{\"event\":\"dance\"}", "{\"from\":\"nobody\",\"message\":{}}", "{\"event\":\"http\"}"];
    let expected: Vec<What> =
        lines.iter().map(|line| What::Stdout(Text::Utf8((*line).to_owned()))).collect();
    assert_eq!(whats(&lines.join("\n")), expected);
}
