//! Calls that get no answer of the server.

use super::*;

const EXIT: ProcessEnd = ProcessEnd { code: Some(1), signal: None };

use secondtry_failure::transport::process_end::ProcessEnd;

#[test]
fn exit_answers_each_open_request_once() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    talk.client(r#"{"jsonrpc":"2.0","id":2,"method":"resources/list"}"#);
    let now = talk.now();
    let steps = talk.exchange.server_ended(EXIT, false, now);
    let told = told(&steps);
    assert_eq!(told.len(), 2);
    assert_eq!(told[0]["result"]["isError"], true);
    assert!(told[1]["error"]["code"].is_i64());
    assert!(talk.exchange.is_idle());
}

#[test]
fn what_comes_meanwhile_waits_for_the_new_server() {
    let mut talk = Talk::begun();
    let now = talk.now();
    talk.exchange.server_ended(EXIT, false, now);
    assert_eq!(talk.call(1, &json!({"people": 2})), [Step::StartServer]);
    assert_eq!(talk.call(2, &json!({"people": 2})), [], "called for already");
    let steps = talk.exchange.restarted(now);
    let [replayed] = sent(&steps).try_into().expect("the handshake, and nothing more yet");
    assert_eq!(replayed["method"], "initialize");
    let answer = json!({"jsonrpc": "2.0", "id": replayed["id"], "result": {}});
    let steps = talk.server(&answer.to_string());
    let methods: Vec<Value> = sent(&steps).iter().map(|sent| sent["method"].clone()).collect();
    assert_eq!(methods, ["notifications/initialized", "tools/list"]);
    assert_eq!(told(&steps)[0]["method"], "notifications/tools/list_changed");
}

#[test]
fn server_that_never_shook_hands_needs_no_replay() {
    let mut talk = Talk::new(Settings::default());
    talk.client(r#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#);
    let now = talk.now();
    assert_eq!(told(&talk.exchange.server_ended(EXIT, false, now)).len(), 1);
    let line = r#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{}}"#;
    talk.client(line);
    assert_eq!(bytes(&talk.exchange.restarted(now)), [format!("{line}\n")]);
}

#[test]
fn server_gone_for_good_is_said_at_once() {
    let mut talk = Talk::begun();
    let now = talk.now();
    talk.exchange.server_ended(EXIT, true, now);
    assert!(failure(&talk.call(1, &json!({"people": 2}))).contains("was not run"));
}

#[test]
fn deadline_answers_and_cancels_and_drops_what_is_late() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    assert!(talk.after(Duration::from_secs(599)).is_empty());
    let steps = talk.after(Duration::from_secs(1));
    assert!(failure(&steps).contains("timed out"));
    assert_eq!(sent(&steps)[0]["method"], "notifications/cancelled");
    let late = talk.server(r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#);
    assert!(told(&late).is_empty());
    assert_eq!(talk.counters.of(Count::Dropped), 1);
}

#[test]
fn progress_and_a_question_to_the_user_give_more_time() {
    let mut talk = Talk::begun();
    let mut request = call(1, &json!({"people": 2}));
    request["params"]["_meta"] = json!({"progressToken": "p"});
    talk.client(&request.to_string());
    talk.after(Duration::from_secs(500));
    talk.server(r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}"#);
    assert!(talk.after(Duration::from_secs(500)).is_empty());
    talk.server(r#"{"jsonrpc":"2.0","id":9,"method":"elicitation/create","params":{}}"#);
    assert!(talk.after(Duration::from_secs(1000)).is_empty());
    talk.client(r#"{"jsonrpc":"2.0","id":9,"result":{"action":"accept"}}"#);
    assert!(talk.after(Duration::from_secs(99)).is_empty());
    failure(&talk.after(Duration::from_secs(1)));
}

#[test]
fn question_that_needs_nobody_gives_no_more_time() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    talk.server(r#"{"jsonrpc":"2.0","id":9,"method":"roots/list"}"#);
    failure(&talk.after(Duration::from_secs(600)));
}

#[test]
fn cancelled_call_gets_no_answer() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    assert_eq!(sent(&talk.client(cancel)).len(), 1);
    assert!(told(&talk.server(r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#)).is_empty());
    let now = talk.now();
    assert!(told(&talk.exchange.server_ended(EXIT, false, now)).is_empty());
}

#[test]
fn malformed_call_that_hangs_gets_a_protocol_error() {
    let mut talk = Talk::begun();
    let line = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"book","arguments":"x"}}"#;
    assert_eq!(sent(&talk.client(line)).len(), 1);
    let steps = talk.after(Duration::from_secs(600));
    assert_eq!(told(&steps)[0]["error"]["code"], -32602);
}

#[test]
fn oversized_messages_are_answered_for() {
    let mut talk = Talk::begun();
    let now = talk.now();
    let start = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"book","arguments":{"x":"aaaa"#;
    let steps = talk.exchange.oversized_from_client(start, now);
    assert!(failure(&steps).contains("64 MiB"));
    talk.call(2, &json!({"people": 2}));
    let start = br#"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"aaaa"#;
    assert!(failure(&talk.exchange.oversized_from_server(start, now)).contains("64 MiB"));
}

#[test]
fn answer_before_the_question_is_dropped() {
    let answer =
        |id: u64| json!({"jsonrpc": "2.0", "id": id, "result": {"content": []}}).to_string();
    let mut talk = Talk::shaken(Settings::default());
    talk.call(1, &json!({"people": 0}));
    assert_eq!(told(&talk.server(&answer(1))), [] as [Value; 0], "the call waits for the list");
    let mut talk = Talk::begun();
    failure(&talk.call(2, &json!({"people": 0})));
    assert_eq!(told(&talk.server(&answer(2))), [] as [Value; 0], "the server was never asked");
}
