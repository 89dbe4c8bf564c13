//! What one message teaches about the headers of the next: version, session and tools.

use std::collections::HashMap;

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

use super::outgoing::Outgoing;
use crate::message::parse::{Line, parse};
use crate::transport::mirrored_parameters::{MirroredParameters, encoded};

#[cfg(test)]
mod tests;

/// The state of a conversation over Streamable HTTP.
#[derive(Debug, Default)]
pub(super) struct Conversation {
    version: Version,
    session: Option<HeaderValue>,
    tools: HashMap<String, MirroredParameters>,
}

#[derive(Debug, Default)]
enum Version {
    #[default]
    Unknown,
    /// Agreed on by `initialize`.
    Agreed(String),
    /// Stated by each request; the last one stated.
    Stated(String),
}

impl Conversation {
    /// The headers of the POST of `outgoing`.
    pub(super) fn headers(&mut self, outgoing: &Outgoing) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(version) = &outgoing.version {
            self.version = Version::Stated(version.clone());
        } else if outgoing.is_initialize() {
            // A session begins without the header of an earlier one.
            self.version = Version::Unknown;
            self.session = None;
        }
        self.add_version_and_session(&mut headers);
        if matches!(self.version, Version::Stated(_)) {
            self.add_mirrors(outgoing, &mut headers);
        }
        headers
    }

    /// The headers of a GET that listens; behind `last_event_id` where it takes up a stream.
    pub(super) fn listening(&self, last_event_id: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        self.add_version_and_session(&mut headers);
        if let Some(id) = last_event_id {
            add(&mut headers, "last-event-id", id);
        }
        headers
    }

    /// The headers of the DELETE that ends the session; `None` where there is none.
    pub(super) fn ending(&self) -> Option<HeaderMap> {
        self.session.as_ref()?;
        let mut headers = HeaderMap::new();
        self.add_version_and_session(&mut headers);
        Some(headers)
    }

    /// Learns from the head of the answer to `outgoing`.
    pub(super) fn learn_session(&mut self, outgoing: &Outgoing, answer: &HeaderMap) {
        if outgoing.is_initialize()
            && let Some(session) = answer.get(SESSION)
        {
            let mut session = session.clone();
            session.set_sensitive(true);
            self.session = Some(session);
        }
    }

    /// Learns from a message that answers `outgoing`.
    pub(super) fn learn(&mut self, outgoing: &Outgoing, message: &[u8]) {
        self.learn_version(outgoing, message);
        self.learn_tools(outgoing, message);
    }

    fn learn_version(&mut self, outgoing: &Outgoing, message: &[u8]) {
        if outgoing.is_initialize()
            && let Line::Message(message) = parse(message)
            && let Some(version) = message.whole["result"]["protocolVersion"].as_str()
        {
            self.version = Version::Agreed(version.to_owned());
        }
    }

    /// Whether the conversation has begun with `initialize`.
    pub(super) fn is_legacy(&self) -> bool {
        matches!(self.version, Version::Agreed(_))
    }

    /// Learns what headers the tools ask for. A tool whose annotations are invalid gets none.
    pub(super) fn know_tools(&mut self, tools: &[Value]) {
        self.tools.clear();
        self.add_tools(tools);
    }

    fn learn_tools(&mut self, outgoing: &Outgoing, message: &[u8]) {
        if matches!(self.version, Version::Stated(_))
            && outgoing.method.as_deref() == Some("tools/list")
            && let Line::Message(message) = parse(message)
            && let Some(tools) = message.whole["result"]["tools"].as_array()
        {
            if !outgoing.is_further_page {
                self.tools.clear();
            }
            self.add_tools(tools);
        }
    }

    fn add_tools(&mut self, tools: &[Value]) {
        let room = MOST_TOOLS.saturating_sub(self.tools.len());
        self.tools.extend(tools.iter().take(room).filter_map(|tool| {
            let parameters = MirroredParameters::from_schema(&tool["inputSchema"]).ok()?;
            Some((tool["name"].as_str()?.to_owned(), parameters))
        }));
    }

    fn add_version_and_session(&self, headers: &mut HeaderMap) {
        match &self.version {
            Version::Agreed(version) | Version::Stated(version) => {
                add(headers, "mcp-protocol-version", version);
            }
            Version::Unknown => (),
        }
        if let Some(session) = &self.session {
            headers.insert(SESSION, session.clone());
        }
    }

    fn add_mirrors(&self, outgoing: &Outgoing, headers: &mut HeaderMap) {
        if let Some(method) = &outgoing.method {
            add(headers, "mcp-method", method);
        }
        let Some(name) = &outgoing.name else { return };
        add(headers, "mcp-name", &encoded(name));
        let Some(arguments) = &outgoing.arguments else { return };
        if let Some(tool) = self.tools.get(name).filter(|_| is_tool_call(outgoing)) {
            for (header, value) in tool.headers(arguments) {
                add(headers, &header, &value);
            }
        }
    }
}

fn is_tool_call(outgoing: &Outgoing) -> bool {
    outgoing.method.as_deref() == Some("tools/call")
}

/// Leaves out what no header can hold: it is then missing, and the server says so.
fn add(headers: &mut HeaderMap, name: &str, value: &str) {
    if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
        headers.insert(name, value);
    }
}

/// Where 2025-11-25 and before keep the session.
pub(super) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// Of how many tools the headers are remembered.
const MOST_TOOLS: usize = 10_000;
