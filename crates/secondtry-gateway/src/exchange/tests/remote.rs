//! What only happens with a server on HTTP.

use secondtry_failure::repair::End;

use super::*;

fn id(id: u64) -> RequestId {
    RequestId::from(id)
}

/// The methods of what the server is told, and whether the server is asked for.
fn order(steps: &[Step]) -> Vec<String> {
    let word = |step: &Step| match step {
        Step::StartServer => Some("start".to_owned()),
        Step::ToServer(line) => {
            let message: Value = serde_json::from_slice(line).expect("JSON");
            message["method"].as_str().map(str::to_owned)
        }
        Step::Note(_) | Step::ToClient { .. } => None,
    };
    steps.iter().filter_map(word).collect()
}

#[test]
fn lost_session_is_begun_anew_by_the_next_message() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    talk.call(2, &json!({"people": 2}));
    let now = talk.now();
    let steps = talk.exchange.session_lost(&id(1), now);
    assert!(failure(&steps).contains("not run"));
    assert_eq!(order(&steps), [""; 0]);
    assert_eq!(order(&talk.call(3, &json!({"people": 2}))), ["start"]);
    talk.at += Duration::from_secs(1);
    let now = talk.now();
    let replayed = talk.exchange.restarted(now);
    assert_eq!(order(&replayed), ["initialize"]);
    let answer = json!({"jsonrpc": "2.0", "id": sent(&replayed)[0]["id"], "result": {}});
    let steps = talk.server(&answer.to_string());
    assert_eq!(order(&steps), ["notifications/initialized", "tools/list"]);
    // What was asked in the session before says nothing about this one.
    let stale = talk.exchange.session_lost(&id(2), now);
    assert!(failure(&stale).contains("not run"));
    assert!(talk.exchange.is_up());
}

#[test]
fn handshake_that_fails_again_answers_what_waits() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    let now = talk.now();
    talk.exchange.session_lost(&id(1), now);
    talk.call(2, &json!({"people": 2}));
    let replayed = sent(&talk.exchange.restarted(now));
    let own = RequestId::from_value(&replayed[0]["id"]).expect("an id");
    let steps = talk.exchange.failed(&own, End::Disconnected, now);
    assert!(failure(&steps).contains("not run"));
    assert_eq!(order(&talk.call(3, &json!({"people": 2}))), ["start"], "the next one tries again");
}

#[test]
fn handshake_that_is_never_answered_is_given_up() {
    let mut talk = Talk::begun();
    talk.exchange.limit_replays(Duration::from_secs(60));
    talk.call(1, &json!({"people": 2}));
    let now = talk.now();
    talk.exchange.session_lost(&id(1), now);
    talk.call(2, &json!({"people": 2}));
    talk.exchange.restarted(now);
    assert_eq!(talk.exchange.next_tick(), Some(now + Duration::from_secs(60)));
    let steps = talk.after(Duration::from_secs(61));
    assert!(failure(&steps).contains("not run"));
    assert_eq!(order(&steps), ["notifications/cancelled"]);
}

#[test]
fn answer_is_known_by_the_request_that_it_came_for() {
    let mut talk = Talk::begun();
    for number in [1, 2] {
        talk.client(&json!({"jsonrpc": "2.0", "id": number, "method": "ping"}).to_string());
    }
    let now = talk.now();
    let line =
        b"{\"jsonrpc\":\"2.0\", \"error\":{\"code\":1.0,\"message\":\"m\"},\"id\":null}\n".to_vec();
    assert_eq!(
        bytes(&talk.exchange.answered_for(&id(2), line, now)),
        ["{\"jsonrpc\":\"2.0\",\"error\":{\"code\":1.0,\"message\":\"m\"},\"id\":2}\n"]
    );
    let again = b"{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n".to_vec();
    assert_eq!(told(&talk.exchange.answered_for(&id(2), again, now)), [Value::Null; 0]);
    assert!(talk.exchange.waits_for(&id(1)));
}
