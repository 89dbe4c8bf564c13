//! What needs no repair.

use super::*;

#[test]
fn odd_but_legal_messages_pass_to_the_byte() {
    let mut talk = Talk::begun();
    for line in [
        r#"{"id":12345678901234567890123,"jsonrpc" : "2.0","method":"x/y","params":{"n":1.0e2}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/unheard","params":{"a":"\u00e9"}}"#,
        r#"{"method":"resources/read","jsonrpc":"2.0","id":"é","params":{"uri":"a"},"extra":[]}"#,
    ] {
        assert_eq!(bytes(&talk.client(line)), [format!("{line}\n")]);
        assert_eq!(bytes(&talk.server(line)), [format!("{line}\n")]);
    }
}

#[test]
fn line_breaks_stay_as_they_are() {
    let mut talk = Talk::begun();
    let line = b"{\"jsonrpc\":\"2.0\",\"method\":\"m\"}\r\n".to_vec();
    let now = talk.now();
    let steps = talk.exchange.from_server(line.clone(), now);
    assert_eq!(steps, [Step::ToClient { line, answers: None }]);
}

#[test]
fn good_answer_passes_to_the_byte() {
    let mut talk = Talk::begun();
    assert_eq!(sent(&talk.call(1, &json!({"people": 2}))).len(), 1);
    let answer = r#"{"result":{"content":[{"type":"text","text":"ok \u0041"}],"n":10000000000000000000000},"jsonrpc":"2.0","id":1}"#;
    assert_eq!(bytes(&talk.server(answer)), [format!("{answer}\n")]);
    assert_eq!(talk.counters.of(Count::Calls), 1);
    assert_eq!(talk.counters.of(Count::Failures), 0);
}

#[test]
fn good_failure_passes_to_the_byte() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2, "day": "2020-01-01"}));
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"`day` must be in the future; 2020-01-01 is past. Send a later day."}],"isError":true}}"#;
    assert_eq!(bytes(&talk.server(answer)), [format!("{answer}\n")]);
    assert_eq!(talk.counters.of(Count::Failures), 1);
}

#[test]
fn large_answer_is_not_read_whole_and_passes() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    let text = "x".repeat(3 * 1024 * 1024);
    let answer =
        json!({"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": text}]}});
    let answer = answer.to_string();
    assert_eq!(bytes(&talk.server(&answer)), [format!("{answer}\n")]);
}

#[test]
fn large_failure_is_repaired_all_the_same() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    let data = "x".repeat(100_000);
    let error = json!({"code": -32603, "message": "Internal error", "data": {"dump": data}});
    let answer = json!({"jsonrpc": "2.0", "id": 1, "error": error});
    failure(&talk.server(&answer.to_string()));
}

#[test]
fn url_elicitation_and_unknown_tools_stay_errors() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    let answer = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"visit","data":{"elicitations":[]}}}"#;
    assert_eq!(bytes(&talk.server(answer)), [format!("{answer}\n")]);
    let unknown =
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "boook"}});
    assert_eq!(sent(&talk.client(&unknown.to_string())).len(), 1);
    let answer =
        r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Unknown tool: boook"}}"#;
    assert_eq!(bytes(&talk.server(answer)), [format!("{answer}\n")]);
}

#[test]
fn malformed_line_and_its_answer_pass() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    assert_eq!(bytes(&talk.client("{nonsense")), ["{nonsense\n"]);
    let answer = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#;
    assert_eq!(bytes(&talk.server(answer)), [format!("{answer}\n")]);
    assert!(!talk.exchange.is_idle(), "the call is still open");
}

#[test]
fn two_calls_of_one_id_are_the_clients_own_affair() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    talk.call(1, &json!({"people": 3}));
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#;
    assert_eq!(told(&talk.server(answer)).len(), 1);
    assert_eq!(told(&talk.server(answer)).len(), 1);
    assert_eq!(told(&talk.server(answer)).len(), 0);
}
