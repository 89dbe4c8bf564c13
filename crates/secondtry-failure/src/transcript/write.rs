//! An entry to a line of JSON.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Map, Value, json};

use super::{Entry, HttpAnswer, Probe, Start, Target, Text, What};
use crate::message::request_id::RequestId;
use crate::report::mask::Mask;

/// Writes `entry` as one line of a transcript, without the line break. What looks like a secret is masked as `mask` says;
/// what the client sent stays, since it made it up.
pub fn line(entry: &Entry, mask: Mask) -> String {
    let object = object(entry);
    match entry.what {
        What::Client(_) | What::ClientRaw(_) | What::Probe(_) => object.to_string(),
        _ => mask.value(&object).to_string(),
    }
}

fn object(entry: &Entry) -> Value {
    let mut object = match &entry.what {
        What::Client(message) => json!({"from": "client", "message": message.whole}),
        What::ClientRaw(raw) => json!({"from": "client", "raw": raw}),
        What::Eof => json!({"event": "eof"}),
        What::Exit { code, signal } => json!({"event": "exit", "code": code, "signal": signal}),
        What::Failed { id, why } => {
            json!({"event": "failed", "id": id.as_ref().map(RequestId::to_value), "why": why})
        }
        What::Http(answer) => http(answer),
        What::Probe(probe) => event("probe", &probe_members(probe)),
        What::Server(message) => json!({"from": "server", "message": message.whole}),
        What::ServerUnreadable { id, why } => {
            json!({"event": "unreadable", "id": id.as_ref().map(RequestId::to_value), "why": why})
        }
        What::Skip { tool, why } => json!({"event": "skip", "tool": tool, "why": why}),
        What::Start(start) => event("start", &start_members(start)),
        What::Stderr(text) => json!({"event": "stderr", "text": text}),
        What::Stdout(Text::Utf8(text)) => json!({"event": "stdout", "text": text}),
        What::Stdout(Text::Bytes(bytes)) => {
            json!({"event": "stdout", "base64": STANDARD.encode(bytes)})
        }
        What::Timeout { id, after_ms } => {
            json!({"event": "timeout", "id": id.as_ref().map(RequestId::to_value), "after_ms": after_ms})
        }
    };
    if let (Some(at_ms), Some(members)) = (entry.at_ms, object.as_object_mut()) {
        members.insert("at_ms".into(), at_ms.into());
    }
    object
}

fn event(name: &str, members: &[(&str, Option<Value>)]) -> Value {
    let mut object = Map::from_iter([("event".to_owned(), Value::from(name))]);
    for (key, value) in members {
        if let Some(value) = value {
            object.insert((*key).to_owned(), value.clone());
        }
    }
    object.into()
}

fn http(answer: &HttpAnswer) -> Value {
    event(
        "http",
        &[
            ("id", answer.id.as_ref().map(RequestId::to_value)),
            ("status", Some(answer.status.into())),
            ("headers", (!answer.headers.is_empty()).then(|| answer.headers.clone().into())),
            ("body", answer.body.clone()),
        ],
    )
}

fn probe_members(probe: &Probe) -> [(&'static str, Option<Value>); 4] {
    [
        ("id", probe.id.as_ref().map(RequestId::to_value)),
        ("tool", probe.tool.clone().map(Value::from)),
        ("kind", Some(probe.kind.clone().into())),
        ("parameter", probe.parameter.clone().map(Value::from)),
    ]
}

fn start_members(start: &Start) -> [(&'static str, Option<Value>); 8] {
    let (mut command, mut config, mut name) = (None, None, None);
    let (mut url, mut url_options) = (None, None);
    match &start.target {
        None => (),
        Some(Target::Command(words)) => command = Some(json!(words)),
        Some(Target::Config { file, server }) => {
            (config, name) = (Some(json!(file)), Some(json!(server)));
        }
        Some(Target::Url { address, options }) => {
            url = Some(json!(address));
            url_options = (!options.is_empty()).then(|| json!(options));
        }
    }
    [
        ("name", name),
        ("transport", start.transport.map(|kind| kind.name().into())),
        ("protocol", start.protocol.map(|version| version.name().into())),
        ("command", command),
        ("config", config),
        ("url", url),
        ("url_options", url_options),
        ("restart", start.is_restart.then_some(Value::Bool(true))),
    ]
}
