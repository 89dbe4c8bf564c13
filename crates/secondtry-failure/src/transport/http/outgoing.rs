//! A message on its way out: what HTTP must know of it.

use serde_json::Value;

use crate::message::parse::{Line, parse};
use crate::message::request_id::RequestId;
use crate::message::{Kind, Message};
use crate::transport::http_answer::Asking;

#[cfg(test)]
mod tests;

/// One message as it is sent.
#[derive(Clone, Debug)]
pub(in crate::transport) struct Outgoing {
    /// What kind of question it is.
    pub(in crate::transport) asking: Asking,
    /// `method`, as far as it can be made out.
    pub(in crate::transport) method: Option<String>,
    /// What `Mcp-Name` repeats.
    pub(in crate::transport) name: Option<String>,
    /// `params._meta["io.modelcontextprotocol/protocolVersion"]`
    pub(in crate::transport) version: Option<String>,
    /// `params.arguments`, for `Mcp-Param-*`.
    pub(in crate::transport) arguments: Option<Value>,
    /// Whether it asks for a page behind the first.
    pub(in crate::transport) is_further_page: bool,
    /// The request that a `notifications/cancelled` names.
    pub(in crate::transport) cancels: Option<RequestId>,
    /// The bytes.
    pub(in crate::transport) body: Vec<u8>,
}

impl Outgoing {
    /// Reads `body`. Bytes that are no message are read by guess, so that a probe breaks one thing and not its headers too.
    pub(in crate::transport) fn read(body: &[u8]) -> Self {
        let asking = match parse(body) {
            Line::Message(message) => asking(&message),
            Line::Batch(messages) => batch(&messages),
            Line::NotProtocol(_) | Line::Unreadable { .. } => Asking::Unreadable,
        };
        let whole: Option<Value> = serde_json::from_slice(body).ok().filter(Value::is_object);
        let Some(whole) = whole else {
            let method = guessed(body, "method");
            let name = name_member(method.as_deref()).and_then(|member| guessed(body, member));
            let version = guessed(body, VERSION);
            let (arguments, cancels, body) = (None, None, body.to_owned());
            let is_further_page = false;
            return Self {
                asking,
                method,
                name,
                version,
                arguments,
                is_further_page,
                cancels,
                body,
            };
        };
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let method = text(&whole["method"]);
        let params = &whole["params"];
        let name = name_member(method.as_deref()).and_then(|member| text(&params[member]));
        let version = text(&params["_meta"][VERSION]);
        let arguments = params.get("arguments").cloned();
        let cancels = RequestId::from_value(&params["requestId"])
            .filter(|_| method.as_deref() == Some("notifications/cancelled"));
        let is_further_page = params.get("cursor").is_some();
        let body = body.to_owned();
        Self { asking, method, name, version, arguments, is_further_page, cancels, body }
    }

    /// Whether it begins a session. A request that states a version of its own is of the other era.
    pub(in crate::transport) fn is_initialize(&self) -> bool {
        self.method.as_deref() == Some("initialize") && self.version.is_none()
    }

    /// Whether what is sent after it must not overtake it: the session begins with it, or it tells of something.
    pub(in crate::transport) fn goes_first(&self) -> bool {
        let is_told = self.asking == Asking::Notice;
        match self.method.as_deref() {
            Some("notifications/cancelled") | None => false,
            Some(_) => is_told || self.is_initialize(),
        }
    }
}

fn asking(message: &Message) -> Asking {
    match &message.kind {
        Kind::Request { id, .. } => Asking::Request(id.clone()),
        // An id of a wrong type makes no notification.
        Kind::Notification { .. } if message.whole.get("id").is_some() => Asking::Unreadable,
        Kind::Notification { .. } | Kind::Response { .. } => Asking::Notice,
    }
}

fn batch(messages: &[Message]) -> Asking {
    let ids = messages.iter().filter_map(|message| match &message.kind {
        Kind::Request { id, .. } => Some(id.clone()),
        Kind::Notification { .. } | Kind::Response { .. } => None,
    });
    let ids: Vec<RequestId> = ids.collect();
    if ids.is_empty() { Asking::Notice } else { Asking::Batch(ids) }
}

/// The member of `params` that `Mcp-Name` repeats (2026-07-28, Standard Request Headers, and the tasks extension).
fn name_member(method: Option<&str>) -> Option<&'static str> {
    match method? {
        "prompts/get" | "tools/call" => Some("name"),
        "resources/read" => Some("uri"),
        "tasks/cancel" | "tasks/get" | "tasks/update" => Some("taskId"),
        _ => None,
    }
}

/// The first string under `key` in what is no JSON.
fn guessed(body: &[u8], key: &str) -> Option<String> {
    let text = std::str::from_utf8(body).ok()?;
    let (_, after) = text.split_once(&format!("\"{key}\""))?;
    let after = after.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    let (value, _) = after.split_once('"')?;
    (!value.contains('\\')).then(|| value.to_owned())
}

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
