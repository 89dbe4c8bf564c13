use secondtry_failure::message::parse::parse as parse_line;

use super::*;
use crate::exchange::some_instant;

const META: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"url":{}}},"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}}"#;

struct Talk {
    bridge: Bridge,
    now: Instant,
}

impl Talk {
    fn new() -> Self {
        Self { bridge: Bridge::default(), now: some_instant() }
    }

    fn client(&mut self, message: &Value) -> Vec<Way> {
        self.bridge.from_client(line_of(message), self.now)
    }

    fn server(&mut self, message: &Value) -> Vec<Way> {
        let answers = message.get("method").is_none().then(|| &message["id"]);
        let answers = answers.and_then(RequestId::from_value);
        self.bridge.to_client(line_of(message), answers, self.now)
    }

    /// A modern client in front of a legacy server, hands shaken.
    fn modern() -> Self {
        let mut talk = Self::new();
        let probe = to_server(&talk.client(&modern(1, "tools/list", json!({}))));
        assert_eq!(probe[0]["method"], "server/discover");
        let refused = json!({"jsonrpc": "2.0", "id": probe[0]["id"], "error": {"code": -32601, "message": "Method not found"}});
        let shaking = to_server(&talk.server(&refused));
        assert_eq!(shaking[0]["method"], "initialize");
        let greeting = json!({"jsonrpc": "2.0", "id": shaking[0]["id"], "result": {"protocolVersion": "2025-11-25",
            "capabilities": {"tools": {"listChanged": true}}, "serverInfo": {"name": "s", "version": "2"}, "instructions": "Be kind."}});
        let sent = to_server(&talk.server(&greeting));
        assert_eq!(sent[0]["method"], "notifications/initialized");
        assert_eq!(
            sent[1],
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})
        );
        talk
    }

    /// A legacy client in front of a modern server, hands shaken.
    fn legacy(capabilities: &Value) -> (Self, Value) {
        let mut talk = Self::new();
        let initialize = json!({"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": capabilities, "clientInfo": {"name": "c", "version": "1"}}});
        let probe = to_server(&talk.client(&initialize));
        assert_eq!(probe[0]["params"]["_meta"][VERSION], "2026-07-28");
        let discovered = json!({"jsonrpc": "2.0", "id": probe[0]["id"], "result": {"resultType": "complete",
            "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "ttlMs": 0, "cacheScope": "public"}});
        let greeting = to_client(&talk.server(&discovered));
        (talk, greeting[0].clone())
    }
}

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

fn modern(id: u64, method: &str, mut params: Value) -> Value {
    params["_meta"] = serde_json::from_str(META).expect("JSON");
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

fn to_server(ways: &[Way]) -> Vec<Value> {
    let line = |way: &Way| match way {
        Way::ToServer(line) => serde_json::from_slice(line).ok(),
        Way::ToClient { .. } => None,
    };
    ways.iter().filter_map(line).collect()
}

fn to_client(ways: &[Way]) -> Vec<Value> {
    let line = |way: &Way| match way {
        Way::ToClient { line, .. } => serde_json::from_slice(line).ok(),
        Way::ToServer(_) => None,
    };
    ways.iter().filter_map(line).collect()
}

#[test]
fn same_eras_pass_to_the_byte() {
    let mut talk = Talk::new();
    let odd =
        b"{\"jsonrpc\":\"2.0\", \"id\":1,\"method\":\"initialize\",\"params\":{}}\r\n".to_vec();
    let now = talk.now;
    let probe = to_server(&talk.bridge.from_client(odd.clone(), now));
    let refused =
        json!({"jsonrpc": "2.0", "id": probe[0]["id"], "error": {"code": -32602, "message": "no"}});
    assert_eq!(talk.server(&refused), [Way::ToServer(odd)]);
    let answer = b"{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":{}}\r\n".to_vec();
    let way = talk.bridge.to_client(answer.clone(), Some(RequestId::from(1)), now);
    assert_eq!(way, [Way::ToClient { line: answer, answers: Some(RequestId::from(1)) }]);
}

#[test]
fn silent_server_is_of_the_legacy_era() {
    let mut talk = Talk::new();
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}});
    talk.client(&initialize);
    assert_eq!(talk.bridge.tick(talk.now + Duration::from_millis(2999)), []);
    assert_eq!(to_server(&talk.bridge.tick(talk.now + PROBE_LIMIT)), [initialize]);
}

#[test]
fn modern_client_reads_what_the_handshake_told() {
    let mut talk = Talk::modern();
    let found = to_client(&talk.client(&modern(2, "server/discover", json!({}))));
    let result = &found[0]["result"];
    assert_eq!(result["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(result["instructions"], "Be kind.");
    assert_eq!(result["capabilities"], json!({"tools": {}}));
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "s");
}

#[test]
fn modern_client_gets_results_of_its_era() {
    let mut talk = Talk::modern();
    let listed = json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": []}});
    let told = to_client(&talk.server(&listed));
    assert_eq!(
        told[0]["result"],
        json!({"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"})
    );
    talk.client(&modern(2, "resources/read", json!({"uri": "a:b"})));
    let gone = json!({"jsonrpc": "2.0", "id": 2, "error": {"code": -32002, "message": "gone"}});
    assert_eq!(to_client(&talk.server(&gone))[0]["error"]["code"], -32602);
}

#[test]
fn page_to_visit_becomes_a_request_for_input_and_back() {
    let mut talk = Talk::modern();
    talk.client(&modern(2, "tools/call", json!({"name": "t"})));
    let page = json!({"mode": "url", "elicitationId": "e1", "url": "https://example.test/", "message": "Sign in."});
    let error =
        json!({"code": -32042, "message": "Sign in first.", "data": {"elicitations": [page]}});
    let told = to_client(&talk.server(&json!({"jsonrpc": "2.0", "id": 2, "error": error})));
    assert_eq!(told[0]["result"]["resultType"], "input_required");
    assert_eq!(told[0]["result"]["inputRequests"]["e1"]["params"], page);
    let again = modern(
        3,
        "tools/call",
        json!({"name": "t", "inputResponses": {"e1": {"action": "accept"}}, "requestState": "visit"}),
    );
    let sent = to_server(&talk.client(&again));
    assert_eq!(sent[0]["params"], json!({"name": "t"}));
}

#[test]
fn what_the_modern_era_lacks_is_refused_with_the_reason() {
    let mut talk = Talk::modern();
    let told = to_client(&talk.client(&modern(2, "subscriptions/listen", json!({}))));
    assert_eq!(told[0]["error"]["code"], -32601);
    let asked =
        json!({"jsonrpc": "2.0", "id": 9, "method": "sampling/createMessage", "params": {}});
    assert_eq!(to_server(&talk.server(&asked))[0]["error"]["code"], -32601);
    let ping = json!({"jsonrpc": "2.0", "id": 10, "method": "ping"});
    assert_eq!(to_server(&talk.server(&ping))[0]["result"], json!({}));
}

#[test]
fn legacy_client_gets_its_own_handshake() {
    let (mut talk, greeting) = Talk::legacy(&json!({}));
    assert_eq!(greeting["id"], "i");
    assert_eq!(greeting["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(talk.client(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})), []);
    let ping = json!({"jsonrpc": "2.0", "id": 2, "method": "ping"});
    assert_eq!(to_client(&talk.client(&ping))[0]["result"], json!({}));
    let call = json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "t"}});
    let sent = to_server(&talk.client(&call));
    assert_eq!(sent[0]["params"]["_meta"][VERSION], "2026-07-28");
    assert_eq!(sent[0]["params"]["_meta"]["io.modelcontextprotocol/clientInfo"]["name"], "c");
    let answer =
        json!({"jsonrpc": "2.0", "id": 3, "result": {"resultType": "complete", "content": []}});
    assert_eq!(to_client(&talk.server(&answer))[0]["result"], json!({"content": []}));
}

#[test]
fn input_that_the_server_wants_is_asked_of_the_client() {
    let (mut talk, _) = Talk::legacy(&json!({"elicitation": {}}));
    let call = json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "t", "arguments": {"a": 1}}});
    talk.client(&call);
    let wanted = json!({"jsonrpc": "2.0", "id": 3, "result": {"resultType": "input_required", "requestState": "s",
        "inputRequests": {"name": {"method": "elicitation/create", "params": {"message": "Who?"}}}}});
    let asked = to_client(&talk.server(&wanted));
    assert_eq!(asked[0]["method"], "elicitation/create");
    let told = json!({"jsonrpc": "2.0", "id": asked[0]["id"], "result": {"action": "accept", "content": {"n": "B"}}});
    let sent = to_server(&talk.client(&told));
    assert_eq!(sent[0]["id"], 3);
    assert_eq!(
        sent[0]["params"]["inputResponses"],
        json!({"name": {"action": "accept", "content": {"n": "B"}}})
    );
    assert_eq!(sent[0]["params"]["requestState"], "s");
    assert_eq!(sent[0]["params"]["arguments"], json!({"a": 1}));
}

#[test]
fn input_that_cannot_be_asked_for_fails_the_call() {
    let (mut talk, _) = Talk::legacy(&json!({}));
    talk.client(
        &json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "t"}}),
    );
    let wanted = json!({"jsonrpc": "2.0", "id": 3, "result": {"resultType": "input_required",
        "inputRequests": {"name": {"method": "elicitation/create", "params": {}}}}});
    let told = to_client(&talk.server(&wanted));
    assert_eq!(told[0]["result"]["isError"], true);
}

#[test]
fn bridge_survives_any_order_of_odd_lines() {
    let lines = [
        "{",
        "[]",
        "null",
        r#"{"jsonrpc":"2.0"}"#,
        r#"{"jsonrpc":"2.0","id":null,"result":1}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":5}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":7}"#,
        r#"{"jsonrpc":"2.0","id":"secondtry-bridge-1","result":{"supportedVersions":7}}"#,
        r#"{"jsonrpc":"2.0","id":"secondtry-ask-1","result":{}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":[]}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":[]}}"#,
    ];
    for begun in [Talk::new(), Talk::modern(), Talk::legacy(&json!({})).0] {
        let mut talk = begun;
        for line in lines {
            let bytes = format!("{line}\n").into_bytes();
            let id = match parse_line(line.as_bytes()) {
                Line::Message(message) => message.whole.get("id").and_then(RequestId::from_value),
                _ => None,
            };
            talk.bridge.to_client(bytes.clone(), id, talk.now);
            talk.bridge.from_client(bytes, talk.now);
        }
    }
}

#[test]
fn answer_to_what_was_asked_before_the_handshake_passes() {
    let mut bridge = Bridge::default();
    let now = some_instant();
    let early = br#"{"jsonrpc":"2.0","id":"early","method":"ping"}"#.to_vec();
    assert_eq!(bridge.from_client(early.clone(), now), [Way::ToServer(early)]);
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}});
    bridge.from_client(line_of(&initialize), now);
    let line = br#"{"jsonrpc":"2.0","id":"early","result":{}}"#.to_vec();
    let answers = Some(RequestId::String("early".to_owned()));
    let ways = bridge.to_client(line.clone(), answers.clone(), now);
    assert_eq!(ways, [Way::ToClient { line, answers }]);
}
