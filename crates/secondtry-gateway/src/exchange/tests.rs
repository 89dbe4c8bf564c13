use std::time::Duration;

use secondtry_failure::repair::Mode;
use serde_json::json;

use super::*;
use crate::counters::Count;

mod batches;
mod ends;
mod lists;
mod passing;
mod remote;
mod repairs;

/// A conversation whose time is told.
struct Talk {
    exchange: Exchange,
    counters: Arc<Counters>,
    start: Instant,
    at: Duration,
}

impl Talk {
    fn new(settings: Settings) -> Self {
        let counters = Arc::new(Counters::default());
        let exchange = Exchange::new(Arc::new(settings), Arc::clone(&counters), 1);
        Self { exchange, counters, start: some_instant(), at: Duration::ZERO }
    }

    /// One that has shaken hands and read the tools.
    fn begun() -> Self {
        Self::begun_with(Settings::default())
    }

    fn begun_with(settings: Settings) -> Self {
        let mut talk = Self::shaken(settings);
        let list = json!({"jsonrpc": "2.0", "id": "l", "method": "tools/list"});
        talk.client(&list.to_string());
        talk.server(
            &json!({"jsonrpc": "2.0", "id": "l", "result": {"tools": [tool()]}}).to_string(),
        );
        talk
    }

    /// One that has shaken hands.
    fn shaken(settings: Settings) -> Self {
        let mut talk = Self::new(settings);
        let initialize = json!({"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
        talk.client(&initialize.to_string());
        let answer = json!({"jsonrpc": "2.0", "id": "i", "result": {"protocolVersion": "2025-11-25",
            "capabilities": {"tools": {"listChanged": true}}, "serverInfo": {"name": "s", "version": "1"}}});
        talk.server(&answer.to_string());
        talk.client(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        talk
    }

    fn now(&self) -> Instant {
        self.start + self.at
    }

    fn client(&mut self, line: &str) -> Vec<Step> {
        self.exchange.from_client(format!("{line}\n").into_bytes(), self.now())
    }

    fn server(&mut self, line: &str) -> Vec<Step> {
        self.exchange.from_server(format!("{line}\n").into_bytes(), self.now())
    }

    fn after(&mut self, pause: Duration) -> Vec<Step> {
        self.at += pause;
        self.exchange.tick(self.now())
    }

    /// Calls the tool with `arguments` under `id`.
    fn call(&mut self, id: u64, arguments: &Value) -> Vec<Step> {
        self.client(&call(id, arguments).to_string())
    }
}

fn tool() -> Value {
    json!({"name": "book", "inputSchema": {"type": "object", "required": ["people"], "properties": {
        "people": {"type": "integer", "minimum": 1}, "day": {"type": "string"}}}})
}

fn call(id: u64, arguments: &Value) -> Value {
    let params = json!({"name": "book", "arguments": arguments});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

/// What the client is told, in order.
fn told(steps: &[Step]) -> Vec<Value> {
    let line = |step: &Step| match step {
        Step::ToClient { line, .. } => Some(serde_json::from_slice(line).expect("JSON")),
        _ => None,
    };
    steps.iter().filter_map(line).collect()
}

/// What the server is told, in order.
fn sent(steps: &[Step]) -> Vec<Value> {
    let line = |step: &Step| match step {
        Step::ToServer(line) => Some(serde_json::from_slice(line).expect("JSON")),
        _ => None,
    };
    steps.iter().filter_map(line).collect()
}

/// The text of the one failure in `steps`.
fn failure(steps: &[Step]) -> String {
    let told = told(steps);
    let [answer] = told.as_slice() else { panic!("one answer, not {told:?}") };
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["content"][0]["text"].as_str().expect("text").to_owned()
}

/// The bytes for the client, in order.
fn bytes(steps: &[Step]) -> Vec<String> {
    let line = |step: &Step| match step {
        Step::ToClient { line, .. } | Step::ToServer(line) => {
            Some(String::from_utf8(line.clone()).expect("UTF-8"))
        }
        _ => None,
    };
    steps.iter().filter_map(line).collect()
}
