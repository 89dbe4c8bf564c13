use serde_json::json;

use super::*;
use crate::classify::channel::{Ambiguous, Channel};
use crate::classify::exchange::Pairing;
use crate::classify::outcome::{Outcome, Silence};
use crate::message::error_code::ErrorCode;
use crate::transcript::read::read;

fn first_run(lines: &[Value]) -> Run {
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    let transcript = read(text.join("\n").as_bytes()).expect("memory");
    runs(&transcript).into_iter().next().expect("a run")
}

fn call(id: u64) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "t", "arguments": {}}})
}

fn answer(id: u64) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": {"content": []}})
}

#[test]
fn handshake_and_list_describe_the_run() {
    let run = first_run(&[
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-06-18",
            "serverInfo": {"name": "s", "version": "2"}}}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}),
        json!({"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "a"}], "nextCursor": "x"}}),
        json!({"jsonrpc": "2.0", "id": 3, "method": "tools/list", "params": {"cursor": "x"}}),
        json!({"jsonrpc": "2.0", "id": 3, "result": {"tools": [{"name": "b"}]}}),
    ]);
    let names: Vec<&str> = run.tools.iter().map(|listed| listed.tool.name.as_str()).collect();
    assert_eq!((run.version().name(), names), ("2025-06-18", vec!["a", "b"]));
    assert_eq!((run.server_name.as_deref(), run.exchanges.len()), (Some("s"), 0));
}

#[test]
fn discover_probe_alone_makes_no_modern_run() {
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"});
    let discover =
        json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}});
    let list =
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"_meta": meta}});
    assert_eq!(
        first_run(std::slice::from_ref(&discover)).version(),
        ProtocolVersion::NEWEST_LEGACY
    );
    assert_eq!(first_run(&[discover, list]).version(), ProtocolVersion::V2026_07_28);
}

#[test]
fn answers_out_of_order_find_their_calls() {
    let run = first_run(&[call(1), call(2), answer(2), answer(1)]);
    let endings: Vec<&Pairing> = run.exchanges.iter().map(|exchange| &exchange.pairing).collect();
    assert_eq!(endings, [&Pairing::Exact, &Pairing::Exact]);
}

#[test]
fn second_answer_makes_an_exchange_ambiguous() {
    let run = first_run(&[call(1), answer(1), answer(1)]);
    assert_eq!(run.exchanges[0].outcome, Outcome::Ambiguous(Ambiguous::Doubled));
}

#[test]
fn answer_with_another_id_belongs_to_the_only_open_call() {
    let run = first_run(&[call(1), answer(9)]);
    assert_eq!(run.exchanges[0].pairing, Pairing::Other(9.into()));
    let two = first_run(&[call(1), call(2), answer(9)]);
    assert_eq!(two.exchanges[0].outcome, Outcome::Silent(Silence::Unfinished));
}

#[test]
fn noise_is_pinned_on_the_call_that_was_open() {
    let noise = json!({"event": "stdout", "text": "x"});
    let run = first_run(&[noise.clone(), call(1), noise.clone(), answer(1), noise]);
    assert_eq!((run.stray.len(), run.exchanges[0].stray.len()), (2, 1));
}

#[test]
fn exit_ends_every_open_call_and_blames_none() {
    let run = first_run(&[call(1), call(2), json!({"event": "exit", "code": 1, "signal": null})]);
    let exited = Outcome::Silent(Silence::Exited { code: Some(1), signal: None, is_shared: true });
    assert_eq!([&run.exchanges[0].outcome, &run.exchanges[1].outcome], [&exited, &exited]);
}

#[test]
fn late_answer_changes_nothing() {
    let run = first_run(&[call(1), json!({"event": "timeout", "id": 1, "after_ms": 5}), answer(1)]);
    assert_eq!(run.exchanges[0].outcome, Outcome::Silent(Silence::TimedOut { after_ms: 5 }));
}

#[test]
fn http_body_may_hold_the_message() {
    let body = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m"}}"#;
    let run = first_run(&[call(1), json!({"event": "http", "id": 1, "status": 500, "body": body})]);
    assert!(matches!(run.exchanges[0].outcome, Outcome::Answered(Channel::ProtocolError(_))));
    let page =
        first_run(&[call(1), json!({"event": "http", "id": 1, "status": 502, "body": "<html>"})]);
    assert_eq!(page.exchanges[0].outcome, Outcome::HttpError(502));
}

#[test]
fn start_opens_a_run_unless_it_is_a_restart() {
    let lines = [
        json!({"event": "start", "transport": "stdio"}),
        call(1),
        json!({"event": "start", "restart": true}),
        json!({"event": "start", "protocol": "2026-07-28"}),
        call(1),
    ];
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    let runs = runs(&read(text.join("\n").as_bytes()).expect("memory"));
    let calls: Vec<usize> = runs.iter().map(|run| run.exchanges.len()).collect();
    assert_eq!(calls, [1, 1]);
}

#[test]
fn failed_transport_leaves_a_call_unanswered() {
    let run = first_run(&[call(1), json!({"event": "failed", "id": 1, "why": "reset"}), answer(1)]);
    let expected = Outcome::Silent(Silence::Failed("reset".to_owned()));
    assert_eq!(run.exchanges[0].outcome, expected);
}

#[test]
fn answer_without_an_id_yields_to_the_right_one() {
    let nameless =
        json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32601, "message": "no method"}});
    let run = first_run(&[call(1), nameless.clone(), answer(1), call(2), nameless]);
    let pairings: Vec<&Pairing> = run.exchanges.iter().map(|exchange| &exchange.pairing).collect();
    assert_eq!(pairings, [&Pairing::Exact, &Pairing::Missing]);
    assert_eq!(run.exchanges[0].outcome, Outcome::Answered(Channel::Complete));
}

#[test]
fn list_behind_bytes_takes_nothing_from_them() {
    let list = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list"});
    let sent = [json!({"from": "client", "raw": "{\"jsonrpc\": "}), list];
    let listed = json!({"jsonrpc": "2.0", "id": 7, "result": {"tools": []}});
    let refusal =
        json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "no JSON"}});
    let stray = json!({"event": "stdout", "text": "oops"});
    let refused = first_run(&[&sent[..], &[stray, refusal, listed.clone()]].concat());
    let exchange = &refused.exchanges[0];
    assert_eq!(exchange.outcome, Outcome::Answered(Channel::ProtocolError(ErrorCode(-32700))));
    assert_eq!((exchange.stray.len(), refused.lists.len()), (1, 1));

    let silence = json!({"event": "timeout", "id": null, "after_ms": 101});
    let silent = first_run(&[&sent[..], &[listed, silence]].concat());
    let expected = Outcome::Silent(Silence::TimedOut { after_ms: 101 });
    assert_eq!((&silent.exchanges[0].outcome, silent.lists.len()), (&expected, 1));

    let end = json!({"event": "exit", "code": 1});
    let expected =
        Outcome::Silent(Silence::Exited { code: Some(1), signal: None, is_shared: false });
    assert_eq!(first_run(&[&sent[..], &[end]].concat()).exchanges[0].outcome, expected);
}
