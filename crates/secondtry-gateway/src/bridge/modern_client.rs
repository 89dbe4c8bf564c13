//! A client of 2026-07-28 in front of a server that wants a handshake.

use std::collections::HashMap;

use secondtry_failure::message::error_code::ErrorCode;
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use serde_json::{Map, Value, json};

use super::translate::{MODERN_VERSION, answer, changed, failed, refusal};
use super::{Way, is_modern, line_of, read};

/// What is known of both sides.
#[derive(Debug)]
pub(super) struct ModernClient {
    /// The server's answer to `initialize`, or its refusal.
    greeting: Value,
    /// The open requests.
    open: HashMap<RequestId, Asked>,
}

#[derive(Debug)]
struct Asked {
    method: String,
    /// The client can be asked to have the user visit a page.
    takes_urls: bool,
    wants_log: bool,
}

/// The handshake that the bridge makes for a client whose requests have `meta`.
pub(super) fn initialize(id: &RequestId, meta: &Value) -> Value {
    let info = meta.get("io.modelcontextprotocol/clientInfo").cloned();
    let info =
        info.unwrap_or_else(|| json!({"name": "secondtry", "version": env!("CARGO_PKG_VERSION")}));
    // No capability: a server cannot ask a client that keeps no connection.
    json!({"jsonrpc": "2.0", "id": id.to_value(), "method": "initialize", "params": {
        "protocolVersion": ProtocolVersion::NEWEST_LEGACY.name(), "capabilities": {}, "clientInfo": info}})
}

impl ModernClient {
    pub(super) fn new(greeting: &Value) -> Self {
        Self { greeting: greeting.clone(), open: HashMap::new() }
    }

    pub(super) fn client_line(&mut self, line: Vec<u8>) -> Vec<Way> {
        let Some(message) = read(&line) else { return vec![Way::ToServer(line)] };
        let Some(method) = message.get("method").and_then(Value::as_str) else {
            // The modern era has no answers of a client.
            return Vec::new();
        };
        let Some(id) = message.get("id").and_then(RequestId::from_value) else {
            return match method {
                "notifications/cancelled" => vec![Way::ToServer(line)],
                _ => Vec::new(),
            };
        };
        let meta = message.pointer("/params/_meta").cloned().unwrap_or_default();
        if !is_modern(&meta) {
            return vec![unsupported(&message["id"], &meta)];
        }
        match method {
            "server/discover" => return vec![self.discover(&message["id"])],
            "subscriptions/listen" => {
                let why = "the server behind this bridge speaks an older revision, which has no such stream";
                return vec![refusal(&message["id"], method, why)];
            }
            _ => (),
        }
        if let Some(refused) = self.greeting.get("error") {
            let answer = json!({"jsonrpc": "2.0", "id": message["id"], "error": refused});
            return vec![Way::ToClient { line: line_of(&answer), answers: Some(id) }];
        }
        let capabilities = &meta["io.modelcontextprotocol/clientCapabilities"];
        let asked = Asked {
            method: method.to_owned(),
            takes_urls: capabilities.pointer("/elicitation/url").is_some(),
            wants_log: meta.get("io.modelcontextprotocol/logLevel").is_some(),
        };
        self.open.insert(id, asked);
        vec![Way::ToServer(changed(line, &message, |message| {
            // What a visit to a page was asked for with is no business of the server's.
            for member in ["inputResponses", "requestState"] {
                if let Some(params) = message["params"].as_object_mut() {
                    params.remove(member);
                }
            }
            let Some(meta) = message.pointer_mut("/params/_meta").and_then(Value::as_object_mut)
            else {
                return;
            };
            meta.retain(|key, _| !key.starts_with("io.modelcontextprotocol/"));
            if meta.is_empty()
                && let Some(params) = message["params"].as_object_mut()
            {
                params.remove("_meta");
            }
        }))]
    }

    pub(super) fn server_line(&mut self, line: Vec<u8>, answers: Option<RequestId>) -> Vec<Way> {
        let Some(message) = read(&line) else { return vec![Way::ToClient { line, answers }] };
        if let Some(method) = message.get("method").and_then(Value::as_str) {
            return match message.get("id") {
                Some(id) => vec![Way::ToServer(line_of(&declined(id, method)))],
                None if method == "notifications/progress" => vec![Way::ToClient { line, answers }],
                None if method == "notifications/message"
                    && self.open.values().any(|asked| asked.wants_log) =>
                {
                    vec![Way::ToClient { line, answers }]
                }
                None => Vec::new(),
            };
        }
        let asked = answers.as_ref().and_then(|id| self.open.remove(id));
        let Some(asked) = asked else { return vec![Way::ToClient { line, answers }] };
        let line = changed(line, &message, |message| modernise(message, &asked));
        vec![Way::ToClient { line, answers }]
    }

    /// Answers `server/discover` with what the handshake told.
    fn discover(&self, id: &Value) -> Way {
        let Some(greeting) = self.greeting.get("result") else {
            let answer = json!({"jsonrpc": "2.0", "id": id, "error": self.greeting["error"]});
            return Way::ToClient { line: line_of(&answer), answers: RequestId::from_value(id) };
        };
        let mut capabilities = greeting.get("capabilities").cloned().unwrap_or_else(|| json!({}));
        if let Some(capabilities) = capabilities.as_object_mut() {
            // Changes are told on a stream that the bridge does not have.
            for capability in capabilities.values_mut().filter_map(Value::as_object_mut) {
                capability.remove("listChanged");
                capability.remove("subscribe");
            }
            capabilities.remove("tasks");
        }
        let mut result = json!({
            "resultType": "complete",
            "supportedVersions": [MODERN_VERSION],
            "capabilities": capabilities,
            "ttlMs": 0,
            "cacheScope": "private",
        });
        if let Some(info) = greeting.get("serverInfo") {
            result["_meta"] = json!({"io.modelcontextprotocol/serverInfo": info});
        }
        if let Some(instructions) = greeting.get("instructions") {
            result["instructions"] = instructions.clone();
        }
        answer(id, &result)
    }
}

/// Makes an answer of the legacy era one of the modern era.
///
/// Source: 2026-07-28 `changelog`: `resultType` on every result, `ttlMs` and `cacheScope` on what can be cached, -32002
/// and -32042 gone.
fn modernise(message: &mut Value, asked: &Asked) {
    if let Some(error) = message.get("error") {
        match error["code"].as_i64() {
            Some(-32002) => message["error"]["code"] = ErrorCode::INVALID_PARAMS.0.into(),
            Some(-32042) => {
                let result = visit(error, asked);
                if let Some(members) = message.as_object_mut() {
                    members.remove("error");
                    members.insert("result".into(), result);
                }
            }
            _ => (),
        }
        return;
    }
    let Some(result) = message.get_mut("result").and_then(Value::as_object_mut) else { return };
    result.entry("resultType").or_insert_with(|| "complete".into());
    let can_be_cached = [
        "prompts/list",
        "resources/list",
        "resources/read",
        "resources/templates/list",
        "tools/list",
    ];
    if can_be_cached.contains(&asked.method.as_str()) {
        result.entry("ttlMs").or_insert_with(|| 0.into());
        result.entry("cacheScope").or_insert_with(|| "private".into());
    }
}

/// The pages that a user must visit first, as the modern era asks for them.
///
/// Source: 2025-11-25 `client/elicitation`, URL Elicitation Required Error; 2026-07-28 `basic/patterns/mrtr`.
fn visit(error: &Value, asked: &Asked) -> Value {
    let pages = error.pointer("/data/elicitations").and_then(Value::as_array);
    let pages = pages.map(Vec::as_slice).unwrap_or_default();
    if asked.takes_urls && !pages.is_empty() {
        let requests: Map<String, Value> = pages
            .iter()
            .enumerate()
            .map(|(place, page)| {
                let key =
                    page["elicitationId"].as_str().map_or_else(|| place.to_string(), str::to_owned);
                (key, json!({"method": "elicitation/create", "params": page}))
            })
            .collect();
        return json!({"resultType": "input_required", "inputRequests": requests, "requestState": "visit"});
    }
    let urls = pages.iter().filter_map(|page| page["url"].as_str());
    let told = error["message"].as_str().unwrap_or_default();
    let text = format!(
        "{told} The user must first visit: {}. Then the same call can be sent again.",
        urls.collect::<Vec<_>>().join(", ")
    );
    let mut result = failed(text.trim_start());
    result["resultType"] = "complete".into();
    result
}

/// The answer to a request of the server, which the client cannot be asked.
fn declined(id: &Value, method: &str) -> Value {
    if method == "ping" {
        return json!({"jsonrpc": "2.0", "id": id, "result": {}});
    }
    let message = format!(
        "Method not found: `{method}` (the client speaks {MODERN_VERSION}, in which a server asks nothing by itself)"
    );
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": ErrorCode::METHOD_NOT_FOUND.0, "message": message}})
}

/// The answer to a request that names another revision, or none.
///
/// Source: 2026-07-28 `basic/versioning`, Unsupported Protocol Version.
fn unsupported(id: &Value, meta: &Value) -> Way {
    let requested = meta.get("io.modelcontextprotocol/protocolVersion");
    let error = match requested {
        Some(requested) => json!({
            "code": -32022,
            "message": "Unsupported protocol version",
            "data": {"supported": [MODERN_VERSION], "requested": requested},
        }),
        None => json!({
            "code": ErrorCode::INVALID_PARAMS.0,
            "message": "Invalid params: `_meta` lacks `io.modelcontextprotocol/protocolVersion`",
        }),
    };
    let answer = json!({"jsonrpc": "2.0", "id": id, "error": error});
    Way::ToClient { line: line_of(&answer), answers: RequestId::from_value(id) }
}
