//! Lines of JSON to a transcript. Bare logs are read too: a line without an envelope is taken for what its members say.

use std::io::{self, BufRead};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Map, Value};

use super::{Entry, HttpAnswer, Probe, Start, Target, Text, Transcript, TransportKind, What};
use crate::message::{
    Kind, Message,
    parse::{Line, parse},
    plain_value::plain_value,
    protocol_version::ProtocolVersion,
    request_id::RequestId,
};

#[cfg(test)]
mod tests;

/// Reads a transcript to its end. Fails only where the reader does: every line means something, if only noise.
pub fn read(mut input: impl BufRead) -> io::Result<Transcript> {
    let mut transcript = Transcript::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(transcript);
        }
        let content = line.strip_suffix(b"\n").unwrap_or(&line);
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        if !content.is_empty() {
            transcript.entries.extend(entries(content));
        }
    }
}

/// The entries of one line: one, or one for each message of a batch.
fn entries(line: &[u8]) -> Vec<Entry> {
    let object = match parse(line) {
        Line::Batch(messages) => {
            return messages
                .into_iter()
                .map(|message| Entry { at_ms: None, what: bare(message) })
                .collect();
        }
        Line::Message(message) => match message.whole {
            // A recorder that writes `jsonrpc` into its envelopes still means the envelope.
            Value::Object(object) if is_envelope(&object) => object,
            whole => {
                return one(None, Message::from_value(whole).map_or_else(|| stray(line), bare));
            }
        },
        Line::NotProtocol(_) => {
            match std::str::from_utf8(line).ok().and_then(|text| plain_value(text).ok()) {
                Some(Value::Object(object)) if is_envelope(&object) => object,
                _ => return one(None, stray(line)),
            }
        }
        Line::Unreadable { id, why } => return one(None, What::ServerUnreadable { id, why }),
    };
    let at_ms = object.get("at_ms").and_then(Value::as_u64);
    one(at_ms, enveloped(&object).unwrap_or_else(|| stray(line)))
}

fn one(at_ms: Option<u64>, what: What) -> Vec<Entry> {
    vec![Entry { at_ms, what }]
}

fn stray(line: &[u8]) -> What {
    What::Stdout(Text::from_bytes(line))
}

fn is_envelope(object: &Map<String, Value>) -> bool {
    object.contains_key("event") || object.contains_key("from")
}

/// A message without an envelope: its direction is guessed from its members.
fn bare(message: Message) -> What {
    let from_server = match &message.kind {
        Kind::Notification { method } => SERVER_NOTIFICATIONS.contains(&method.as_str()),
        Kind::Request { method, .. } => SERVER_REQUESTS.contains(&method.as_str()),
        Kind::Response { .. } => true,
    };
    if from_server { What::Server(message) } else { What::Client(message) }
}

fn enveloped(object: &Map<String, Value>) -> Option<What> {
    let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
    let id = object.get("id").and_then(RequestId::from_value);
    if let Some(from) = object.get("from") {
        return match (from.as_str()?, object.get("message"), text("raw")) {
            ("client", Some(message), _) => Some(client(message)),
            ("client", None, Some(raw)) => Some(What::ClientRaw(raw)),
            ("server", Some(message), _) => Some(server(message)),
            _ => None,
        };
    }
    Some(match object.get("event")?.as_str()? {
        "eof" => What::Eof,
        "exit" => {
            What::Exit { code: small(object.get("code")), signal: small(object.get("signal")) }
        }
        "failed" => What::Failed { id, why: text("why").unwrap_or_default() },
        "http" => What::Http(HttpAnswer {
            id,
            status: u16::try_from(object.get("status")?.as_u64()?).ok()?,
            headers: object.get("headers").and_then(Value::as_object).cloned().unwrap_or_default(),
            body: object.get("body").filter(|body| !body.is_null()).cloned(),
        }),
        "probe" => What::Probe(Probe {
            id,
            tool: text("tool"),
            kind: text("kind")?,
            parameter: text("parameter"),
        }),
        "skip" => What::Skip { tool: text("tool")?, why: text("why").unwrap_or_default() },
        "start" => What::Start(start(object)),
        "stderr" => What::Stderr(text("text").unwrap_or_default()),
        "stdout" => What::Stdout(match text("text") {
            Some(text) => Text::Utf8(text),
            None => Text::from_bytes(&STANDARD.decode(text("base64")?).ok()?),
        }),
        "timeout" => What::Timeout {
            id,
            after_ms: object.get("after_ms").and_then(Value::as_u64).unwrap_or_default(),
        },
        "unreadable" => What::ServerUnreadable { id, why: text("why").unwrap_or_default() },
        _ => return None,
    })
}

fn client(message: &Value) -> What {
    Message::from_value(message.clone())
        .map_or_else(|| What::ClientRaw(message.to_string()), What::Client)
}

fn server(message: &Value) -> What {
    Message::from_value(message.clone())
        .map_or_else(|| What::Stdout(Text::Utf8(message.to_string())), What::Server)
}

fn start(object: &Map<String, Value>) -> Start {
    let text = |key: &str| object.get(key).and_then(Value::as_str);
    let words = |key: &str| -> Option<Vec<String>> {
        let words = object.get(key)?.as_array()?.iter();
        Some(words.filter_map(Value::as_str).map(str::to_owned).collect())
    };
    let address = |address: &str| Target::Url {
        address: address.to_owned(),
        options: words("url_options").unwrap_or_default(),
    };
    Start {
        transport: text("transport").and_then(TransportKind::from_name),
        protocol: text("protocol").and_then(ProtocolVersion::from_name),
        target: words("command").map(Target::Command).or_else(|| text("url").map(address)).or_else(
            || {
                let (file, server) = (text("config")?.to_owned(), text("name")?.to_owned());
                Some(Target::Config { file, server })
            },
        ),
        is_restart: object.get("restart").and_then(Value::as_bool).unwrap_or_default(),
    }
}

fn small(value: Option<&Value>) -> Option<i32> {
    i32::try_from(value?.as_i64()?).ok()
}

/// What only a server asks (2025-11-25 `schema.ts`, `ServerRequest`, less `ping`).
const SERVER_REQUESTS: [&str; 3] = ["elicitation/create", "roots/list", "sampling/createMessage"];

/// What only a server tells (2026-07-28 and 2025-11-25 `schema.ts`, `ServerNotification`). Both sides send progress and
/// cancellation; a log of a failing call holds the server's.
const SERVER_NOTIFICATIONS: [&str; 8] = [
    "notifications/elicitation/complete",
    "notifications/message",
    "notifications/progress",
    "notifications/prompts/list_changed",
    "notifications/resources/list_changed",
    "notifications/resources/updated",
    "notifications/subscriptions/acknowledged",
    "notifications/tools/list_changed",
];
