//! Answers JSON-RPC messages as the specification asks; what a server does otherwise is in its [`Habits`].

mod call;
mod reply;
mod request;

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use crate::era::{Era, Eras, LEGACY, MODERN, NEWEST_LEGACY};
use crate::tool::{Answer, ProtocolError, Tool};

pub(crate) use self::reply::{Reply, response};
use self::request::{Incoming, Request};

/// A server: its tools, its eras, and its habits.
pub struct Server {
    /// The name that it gives itself.
    pub(crate) name: String,
    /// The eras that it serves.
    pub(crate) eras: Eras,
    /// What it does beside its tools.
    pub(crate) habits: Habits,
    /// Its tools, in the order of `tools/list`.
    pub(crate) tools: Vec<Tool>,
    /// How often its tools were listed.
    pub(crate) lists: AtomicUsize,
}

/// What a server does beside its tools. The default is what the specification asks.
pub(crate) struct Habits {
    /// Answers a call of a tool that does not exist.
    pub(crate) unknown_tool: fn(name: &str) -> Answer,
    /// Answers a `tools/call` that is no `CallToolRequest`, for this reason.
    pub(crate) malformed_call: fn(reason: &str) -> Answer,
    /// Orders the list of tools, knowing how often it was asked for before.
    pub(crate) order: fn(tools: &mut [Value], before: usize),
    /// Whether it goes on after stdin has ended.
    pub(crate) lingers: bool,
    /// Chooses the HTTP status, knowing the one that is right.
    pub(crate) status: fn(right: u16) -> u16,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            unknown_tool: |name| {
                let message =
                    format!("Unknown tool: {name}. tools/list names the tools of this server.");
                Answer::ProtocolError(ProtocolError::new(INVALID_PARAMS, message))
            },
            malformed_call: |reason| {
                Answer::ProtocolError(ProtocolError::new(INVALID_PARAMS, reason))
            },
            order: |_, _| (),
            lingers: false,
            status: |right| right,
        }
    }
}

/// What a connection has agreed on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Session {
    /// The legacy revision, once `initialize` was answered.
    pub(crate) revision: Option<&'static str>,
}

impl Server {
    /// Answers one message, as it came.
    pub(crate) fn answer(&self, session: &mut Session, message: &[u8]) -> Reply {
        match request::read(message) {
            Incoming::NoAnswerDue => Reply::Accepted,
            Incoming::Request(request) => {
                let reply = self.answer_request(session, &request).unwrap_or_else(|refusal| {
                    Reply::error(Some(&request.id), &refusal.error, refusal.status)
                });
                reply.with_status(self.habits.status)
            }
            Incoming::Unreadable(error) => Reply::error(None, &error, 400),
        }
    }

    fn answer_request(&self, session: &mut Session, request: &Request) -> Result<Reply, Refusal> {
        let era = self.era_of(session, request)?;
        let result = match (request.method.as_str(), era) {
            ("initialize", Era::Legacy) => self.initialize(session, request)?,
            ("ping", Era::Legacy) => json!({}),
            ("server/discover", Era::Modern) => self.discover(),
            ("tools/call", _) => return Ok(self.call_tool(request, era)),
            ("tools/list", _) => self.list_tools(request, era)?,
            (method, era) => {
                let status = match era {
                    Era::Legacy => 200,
                    Era::Modern => 404,
                };
                let message = format!("No method {method} on this server.");
                return Err(Refusal {
                    error: ProtocolError::new(METHOD_NOT_FOUND, message),
                    status,
                });
            }
        };
        Ok(Reply::result(&request.id, result, era))
    }

    /// The era of a request: its own `_meta` decides, or else the handshake before it.
    fn era_of(&self, session: &Session, request: &Request) -> Result<Era, Refusal> {
        let handshake = matches!(request.method.as_str(), "initialize" | "ping");
        let stateless = request.has_modern_meta() || request.method == "server/discover";
        match self.eras {
            Eras::Legacy => return Ok(Era::Legacy),
            Eras::Both if !stateless && (handshake || session.revision.is_some()) => {
                return Ok(Era::Legacy);
            }
            Eras::Modern if !stateless && handshake => {
                let message =
                    format!("No handshake on this server: send {VERSION_KEY} in params._meta.");
                let data = Some(json!({"supported": MODERN}));
                let error = ProtocolError { code: METHOD_NOT_FOUND, message, data };
                return Err(Refusal { error, status: 404 });
            }
            Eras::Both | Eras::Modern => (),
        }
        let meta = &request.params["_meta"];
        let asked = meta[VERSION_KEY].as_str().ok_or_else(|| missing(VERSION_KEY, "a string"))?;
        if !MODERN.contains(&asked) {
            let message =
                format!("Unsupported protocol version, supported is {}.", MODERN.join(", "));
            let data = Some(json!({"supported": MODERN, "requested": asked}));
            let error = ProtocolError { code: UNSUPPORTED_PROTOCOL_VERSION, message, data };
            return Err(Refusal { error, status: 400 });
        }
        if !meta[CAPABILITIES_KEY].is_object() {
            return Err(missing(CAPABILITIES_KEY, "an object"));
        }
        Ok(Era::Modern)
    }

    fn initialize(&self, session: &mut Session, request: &Request) -> Result<Value, Refusal> {
        let Some(asked) = request.params["protocolVersion"].as_str() else {
            let message = "params.protocolVersion must be a string.";
            return Err(Refusal::invalid_params(message, 200));
        };
        let revision = LEGACY.into_iter().find(|known| *known == asked).unwrap_or(NEWEST_LEGACY);
        session.revision = Some(revision);
        Ok(json!({
            "protocolVersion": revision,
            "capabilities": {"tools": {}},
            "serverInfo": {"name": self.name, "version": VERSION},
        }))
    }

    fn discover(&self) -> Value {
        json!({
            "supportedVersions": MODERN,
            "capabilities": {"tools": {}},
            "ttlMs": TTL_MS,
            "cacheScope": "public",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": self.name, "version": VERSION}},
        })
    }

    fn list_tools(&self, request: &Request, era: Era) -> Result<Value, Refusal> {
        if !request.params["cursor"].is_null() {
            let message = "params.cursor is not known: this list has a single page.";
            return Err(Refusal::invalid_params(message, 200));
        }
        let mut tools: Vec<Value> = self.tools.iter().map(|tool| tool.definition.clone()).collect();
        (self.habits.order)(&mut tools, self.lists.fetch_add(1, Ordering::Relaxed));
        Ok(match era {
            Era::Legacy => json!({"tools": tools}),
            Era::Modern => json!({"tools": tools, "ttlMs": TTL_MS, "cacheScope": "public"}),
        })
    }
}

/// A protocol error, and the HTTP status that goes with it.
struct Refusal {
    error: ProtocolError,
    status: u16,
}

impl Refusal {
    fn invalid_params(message: &str, status: u16) -> Self {
        Self { error: ProtocolError::new(INVALID_PARAMS, message), status }
    }
}

fn missing(key: &str, form: &str) -> Refusal {
    Refusal::invalid_params(&format!("params._meta must hold {key}, {form}."), 400)
}

/// The `_meta` key of the version in which a modern request is made.
pub(crate) const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
/// The `_meta` key of the client's capabilities.
pub(crate) const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";

/// JSON-RPC: the bytes are no JSON.
pub(crate) const PARSE_ERROR: i64 = -32700;
/// JSON-RPC: the JSON is no request.
pub(crate) const INVALID_REQUEST: i64 = -32600;
/// JSON-RPC: there is no such method.
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;
/// JSON-RPC: the params are not what the method takes.
pub(crate) const INVALID_PARAMS: i64 = -32602;
/// JSON-RPC: something in the server broke.
pub(crate) const INTERNAL_ERROR: i64 = -32603;
/// MCP 2026-07-28: a header is missing or differs from the body.
pub(crate) const HEADER_MISMATCH: i64 = -32020;
/// MCP 2026-07-28: the server does not speak the version of the request.
pub(crate) const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32022;

const TTL_MS: u64 = 3_600_000;
const VERSION: &str = env!("CARGO_PKG_VERSION");
