//! A client that begins with a handshake in front of a server of 2026-07-28.

use std::collections::HashMap;

use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use serde_json::{Map, Value, json};

use super::translate::{answer, changed, failed, modern_meta, refusal};
use super::{Way, line_of, read};

/// What is known of both sides.
#[derive(Debug)]
pub(super) struct LegacyClient {
    /// What each request to the server carries.
    meta: Value,
    /// The open requests that the server may want more input for, as they were sent.
    open: HashMap<RequestId, Value>,
    /// What the client is asked for, and for which request.
    asking: HashMap<RequestId, (RequestId, String)>,
    /// The requests that wait for input of the client.
    rounds: HashMap<RequestId, Round>,
    asked: u64,
}

/// A call that the server wants more input for.
#[derive(Debug)]
struct Round {
    request: Value,
    state: Option<Value>,
    missing: usize,
    responses: Map<String, Value>,
}

impl LegacyClient {
    /// Begins with the client's `initialize` and the server's answer to `server/discover`; returns the answer to the former.
    pub(super) fn new(initialize: &Value, discovered: &Value) -> (Self, Value) {
        let params = &initialize["params"];
        let wanted = params.get("protocolVersion").and_then(Value::as_str);
        let protocol = wanted
            .and_then(ProtocolVersion::from_name)
            .filter(|version| !version.is_modern())
            .unwrap_or(ProtocolVersion::NEWEST_LEGACY);
        let info = discovered.pointer("/_meta/io.modelcontextprotocol~1serverInfo");
        let info = info.or_else(|| discovered.get("serverInfo")).cloned();
        let mut capabilities = discovered.get("capabilities").cloned().unwrap_or_else(|| json!({}));
        if let Some(capabilities) = capabilities.as_object_mut() {
            // The bridge opens no stream on which changes would be told.
            for capability in capabilities.values_mut().filter_map(Value::as_object_mut) {
                capability.remove("listChanged");
                capability.remove("subscribe");
            }
            capabilities.remove("extensions");
        }
        let mut result = json!({
            "protocolVersion": protocol.name(),
            "capabilities": capabilities,
            "serverInfo": info.unwrap_or_else(|| json!({"name": "unnamed", "version": "unknown"})),
        });
        if let Some(instructions) = discovered.get("instructions") {
            result["instructions"] = instructions.clone();
        }
        let client = Self {
            meta: modern_meta(params),
            open: HashMap::new(),
            asking: HashMap::new(),
            rounds: HashMap::new(),
            asked: 0,
        };
        (client, json!({"jsonrpc": "2.0", "id": initialize["id"], "result": result}))
    }

    pub(super) fn client_line(&mut self, line: Vec<u8>) -> Vec<Way> {
        let Some(message) = read(&line) else { return vec![Way::ToServer(line)] };
        let Some(method) = message.get("method").and_then(Value::as_str) else {
            return self.told(&message);
        };
        let Some(id) = message.get("id").and_then(RequestId::from_value) else {
            return match method {
                "notifications/cancelled" => {
                    self.cancelled(&message);
                    vec![Way::ToServer(line)]
                }
                _ => Vec::new(),
            };
        };
        match method {
            "ping" => return vec![answer(&message["id"], &json!({}))],
            "logging/setLevel" => {
                let level = message.pointer("/params/level").cloned().unwrap_or_default();
                self.meta["io.modelcontextprotocol/logLevel"] = level;
                return vec![answer(&message["id"], &json!({}))];
            }
            "resources/subscribe" | "resources/unsubscribe" => {
                let why =
                    "the server behind this bridge speaks 2026-07-28, which has no such request";
                return vec![refusal(&message["id"], method, why)];
            }
            _ => (),
        }
        let line = changed(line, &message, |message| self.add_meta(message));
        if let Some(sent) = read(&line) {
            self.open.insert(id, sent);
        }
        vec![Way::ToServer(line)]
    }

    pub(super) fn server_line(&mut self, line: Vec<u8>, answers: Option<RequestId>) -> Vec<Way> {
        let Some(message) = read(&line) else { return vec![Way::ToClient { line, answers }] };
        if message.get("method").is_some() {
            return vec![Way::ToClient { line, answers }];
        }
        let request = answers.as_ref().and_then(|id| self.open.remove(id));
        if let (Some(id), Some(request)) = (&answers, request)
            && message.pointer("/result/resultType").is_some_and(|kind| kind == "input_required")
        {
            return self.wants_input(id, request, &message["result"]);
        }
        let line = changed(line, &message, |message| {
            if let Some(result) = message.get_mut("result").and_then(Value::as_object_mut)
                && result.get("resultType").is_some_and(|kind| kind == "complete")
            {
                result.remove("resultType");
            }
        });
        vec![Way::ToClient { line, answers }]
    }

    /// Asks the client for what the server wants to know, each by a request of its own.
    ///
    /// Source: 2026-07-28 `basic/patterns/mrtr`.
    fn wants_input(&mut self, id: &RequestId, request: Value, result: &Value) -> Vec<Way> {
        let wanted = result.get("inputRequests").and_then(Value::as_object);
        let state = result.get("requestState").cloned();
        let capabilities = &self.meta["io.modelcontextprotocol/clientCapabilities"];
        let lacking = wanted.into_iter().flatten().find_map(|(_, ask)| {
            let method = ask["method"].as_str().unwrap_or_default();
            let capability = match method {
                "elicitation/create" => "elicitation",
                "roots/list" => "roots",
                "sampling/createMessage" => "sampling",
                _ => return Some(method.to_owned()),
            };
            capabilities.get(capability).is_none().then(|| method.to_owned())
        });
        if let Some(method) = lacking {
            let text = format!(
                "The tool needs more input first (`{method}`), which this client cannot be asked for. Ask the user how to go on."
            );
            return vec![answer(&id.to_value(), &failed(&text))];
        }
        let missing = wanted.map_or(0, Map::len);
        let round = Round { request, state, missing, responses: Map::new() };
        if missing == 0 {
            return self.go_on(id.clone(), round);
        }
        let mut ways = Vec::new();
        for (key, ask) in wanted.into_iter().flatten() {
            self.asked += 1;
            let own = RequestId::String(format!("secondtry-ask-{}", self.asked));
            let mut asked =
                json!({"jsonrpc": "2.0", "id": own.to_value(), "method": ask["method"]});
            if let Some(params) = ask.get("params") {
                asked["params"] = params.clone();
            }
            ways.push(Way::ToClient { line: line_of(&asked), answers: None });
            self.asking.insert(own, (id.clone(), key.clone()));
        }
        self.rounds.insert(id.clone(), round);
        ways
    }

    /// The client has answered something that it was asked.
    fn told(&mut self, message: &Value) -> Vec<Way> {
        let id = message.get("id").and_then(RequestId::from_value);
        let Some((request, key)) = id.and_then(|id| self.asking.remove(&id)) else {
            return Vec::new();
        };
        let Some(mut round) = self.rounds.remove(&request) else { return Vec::new() };
        let Some(result) = message.get("result") else {
            self.asking.retain(|_, (asked_for, _)| *asked_for != request);
            let told = message
                .pointer("/error/message")
                .and_then(Value::as_str)
                .unwrap_or("no reason given");
            let text = format!("The tool needed more input, and the client refused it: {told}.");
            return vec![answer(&request.to_value(), &failed(&text))];
        };
        round.responses.insert(key, result.clone());
        round.missing -= 1;
        if round.missing > 0 {
            self.rounds.insert(request, round);
            return Vec::new();
        }
        self.go_on(request, round)
    }

    /// Sends the request again, with what the server wanted to know.
    fn go_on(&mut self, id: RequestId, round: Round) -> Vec<Way> {
        let mut request = round.request;
        request["params"]["inputResponses"] = round.responses.into();
        match round.state {
            Some(state) => request["params"]["requestState"] = state,
            None => {
                if let Some(params) = request["params"].as_object_mut() {
                    params.remove("requestState");
                }
            }
        }
        let line = line_of(&request);
        self.open.insert(id, request);
        vec![Way::ToServer(line)]
    }

    fn cancelled(&mut self, message: &Value) {
        let id = message.pointer("/params/requestId").and_then(RequestId::from_value);
        if let Some(id) = id {
            self.open.remove(&id);
            self.rounds.remove(&id);
            self.asking.retain(|_, (request, _)| *request != id);
        }
    }

    /// Adds what each request of the modern era carries.
    fn add_meta(&self, message: &mut Value) {
        if !message["params"].is_object() {
            message["params"] = json!({});
        }
        let ours = self.meta.as_object();
        let params = &mut message["params"];
        if !params["_meta"].is_object() {
            params["_meta"] = json!({});
        }
        for (key, value) in ours.into_iter().flatten() {
            params["_meta"][key.as_str()] = value.clone();
        }
    }
}
