//! What a server does at each turn of a conversation. The default is what a good one does.

use serde_json::{Value, json};

use super::wire::{Request, Step, Wire};
use crate::era::LEGACY;

/// Answers one message.
pub(super) type Handler = fn(&mut Wire, &Request) -> Step;

/// What a server does, turn by turn.
pub(super) struct Manners {
    /// Before it reads anything.
    pub(super) at_start: fn(&mut Wire) -> Step,
    /// When its input ends.
    pub(super) at_end: fn(&mut Wire) -> Step,
    /// On `tools/call`.
    pub(super) call: Handler,
    /// On `initialize`.
    pub(super) initialize: Handler,
    /// On `tools/list`.
    pub(super) list: Handler,
    /// The schemas of the tools to list; where there are none, `list` is asked.
    pub(super) schemas: fn(&Wire) -> Vec<Value>,
    /// On a notification or a response.
    pub(super) notified: Handler,
    /// On any other request.
    pub(super) other: Handler,
    /// On a line that is no message.
    pub(super) unreadable: fn(&mut Wire) -> Step,
}

impl Manners {
    /// A good server with one tool, [`page_tool`].
    pub(super) const GOOD: Self = Self {
        at_start: |_| Step::Continue(()),
        at_end: |_| Step::Break(0),
        call: good_call,
        initialize: |wire, request| {
            let asked = request.params["protocolVersion"].as_str().unwrap_or_default();
            let revision = LEGACY.into_iter().find(|known| *known == asked);
            wire.result(&request.id, &greeting(revision.unwrap_or("2025-11-25")))
        },
        list: |wire, request| wire.tools(request, &[page_tool("read_page")]),
        schemas: |_| Vec::new(),
        notified: |_, _| Step::Continue(()),
        other: |wire, request| match request.method.as_str() {
            "ping" => wire.result(&request.id, &json!({})),
            method => wire.error(&request.id, -32601, &format!("No method {method} here.")),
        },
        unreadable: |wire| wire.error(&Value::Null, -32700, "The message is no JSON."),
    };

    /// Serves until a turn ends the server, and returns its exit code.
    pub(super) fn serve(&self, word: &str) -> u8 {
        let mut wire = Wire::new(word);
        match self.converse(&mut wire) {
            Step::Break(code) => code,
            Step::Continue(()) => 0,
        }
    }

    fn converse(&self, wire: &mut Wire) -> Step {
        (self.at_start)(wire)?;
        while let Some(line) = wire.read() {
            match request(&line) {
                Some(request) => self.answer(wire, &request)?,
                None => (self.unreadable)(wire)?,
            }
        }
        (self.at_end)(wire)
    }

    fn answer(&self, wire: &mut Wire, request: &Request) -> Step {
        if request.id.is_null() || request.method.is_empty() {
            return (self.notified)(wire, request);
        }
        match request.method.as_str() {
            "initialize" => (self.initialize)(wire, request),
            "tools/call" => {
                wire.calls += 1;
                (self.call)(wire, request)
            }
            "tools/list" => match (self.schemas)(wire) {
                schemas if schemas.is_empty() => (self.list)(wire, request),
                schemas => wire.tools(request, &tools(&schemas)),
            },
            _ => (self.other)(wire, request),
        }
    }
}

/// The result of `initialize`.
pub(super) fn greeting(revision: &str) -> Value {
    json!({
        "protocolVersion": revision,
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "hostile", "version": "1.0.0"},
    })
}

/// A read-only tool that takes a page number from 1 to 10.
pub(super) fn page_tool(name: &str) -> Value {
    tool(
        name,
        &json!({
            "type": "object",
            "properties": {"page": {"type": "integer", "minimum": 1, "maximum": 10}},
            "required": ["page"],
        }),
    )
}

/// A read-only tool with this inputSchema.
pub(super) fn tool(name: &str, schema: &Value) -> Value {
    json!({
        "name": name,
        "description": "Reads one page of a short book.",
        "inputSchema": schema,
        "annotations": {"readOnlyHint": true},
    })
}

/// A read-only tool for each schema: `read_0`, `read_1` and so on.
fn tools(schemas: &[Value]) -> Vec<Value> {
    let named = |(number, schema)| tool(&format!("read_{number}"), schema);
    schemas.iter().enumerate().map(named).collect()
}

/// Answers a call of [`page_tool`] as one should.
pub(super) fn good_call(wire: &mut Wire, request: &Request) -> Step {
    match refusal(wire, request) {
        Some(Refusal::Protocol(message)) => wire.error(&request.id, -32602, &message),
        Some(Refusal::Tool(message)) => wire.text(&request.id, &message, true),
        None => wire.text(&request.id, "It was a dark and stormy night.", false),
    }
}

/// Why a call is not run, and through which channel that is told.
pub(super) enum Refusal {
    Protocol(String),
    Tool(String),
}

/// What is wrong with a call of [`page_tool`], if anything.
pub(super) fn refusal(wire: &Wire, request: &Request) -> Option<Refusal> {
    let Some(name) = request.params["name"].as_str() else {
        return Some(Refusal::Protocol("params.name must be a string.".to_owned()));
    };
    let arguments = &request.params["arguments"];
    if !arguments.is_object() && !arguments.is_null() {
        return Some(Refusal::Protocol("params.arguments must be an object.".to_owned()));
    }
    if !wire.names.iter().any(|known| known == name) {
        return Some(Refusal::Protocol(format!("Unknown tool: {name}.")));
    }
    let page = &arguments["page"];
    if page.as_i64().is_some_and(|page| (1..=10).contains(&page)) {
        return None;
    }
    let got = if page.is_null() { "missing".to_owned() } else { page.to_string() };
    Some(Refusal::Tool(format!(
        "`page` must be an integer from 1 to 10, got {got}. Call again with a page in that range."
    )))
}

/// Reads a message with a method, or a response.
fn request(line: &[u8]) -> Option<Request> {
    let message: Value = serde_json::from_slice(line).ok()?;
    message.get("jsonrpc")?;
    Some(Request {
        id: message["id"].clone(),
        method: message["method"].as_str().unwrap_or_default().to_owned(),
        params: message["params"].clone(),
        line: String::from_utf8_lossy(line).trim_end().to_owned(),
    })
}
