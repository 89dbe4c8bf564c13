//! One call and its answer in words.

use serde_json::{Map, Value};

use super::super::mask::Mask;
use super::super::visible;
use crate::classify::call::Standing;
use crate::classify::channel::Channel;
use crate::classify::exchange::{Exchange, Sent};
use crate::classify::outcome::{Outcome, Silence};

/// One call.
pub(in crate::report) struct ShownCall {
    /// Its id in the report.
    pub(in crate::report) id: String,
    /// The tool and its arguments, or whatever else was sent.
    pub(in crate::report) sent: String,
    /// What came of it.
    pub(in crate::report) channel: String,
    /// The command that makes it again.
    pub(in crate::report) reproduce: Option<String>,
    /// The message as it was sent, indented over lines.
    pub(in crate::report) request: String,
    /// The answer as it came, indented over lines.
    pub(in crate::report) response: Option<String>,
    /// The last lines on standard error while it ran, over lines.
    pub(in crate::report) stderr: Option<String>,
}

impl ShownCall {
    pub(super) fn new(
        id: String,
        exchange: &Exchange,
        reproduce: Option<String>,
        mask: Mask,
    ) -> Self {
        let indented = |value: &Value| {
            // A value that was read from JSON can be written as JSON.
            let text = serde_json::to_string_pretty(&mask.value(value)).unwrap_or_default();
            visible::block(&text).into_owned()
        };
        let http = exchange.http.as_ref();
        Self {
            id,
            sent: visible::line(&sent(exchange, mask)).into_owned(),
            channel: visible::line(&mask.text(&channel(&exchange.outcome))).into_owned(),
            reproduce,
            request: match &exchange.sent {
                Sent::Raw(raw) => visible::block(&mask.text(raw)).into_owned(),
                Sent::Other { request, .. } | Sent::ToolCall { request, .. } => indented(request),
            },
            response: exchange
                .answer
                .as_ref()
                .or_else(|| http.and_then(|answer| answer.body.as_ref()))
                .map(|value| match value {
                    Value::String(text) => visible::block(&mask.text(text)).into_owned(),
                    other => indented(other),
                }),
            stderr: (!exchange.stderr.is_empty())
                .then(|| visible::block(&mask.text(&exchange.stderr.join("\n"))).into_owned()),
        }
    }
}

/// The kind of call: the probe's, or the keyword of the schema that is broken.
pub(super) fn situation(exchange: &Exchange) -> Option<&str> {
    if let Some(probe) = &exchange.probe {
        return Some(&probe.kind);
    }
    match &exchange.standing {
        Standing::BadArguments(faults) => faults.first().map(|fault| fault.constraint.keyword()),
        Standing::Malformed(_)
        | Standing::Unjudged(_)
        | Standing::UnknownTool
        | Standing::Valid { .. } => None,
    }
}

/// What came, in words: `a result with isError`, `error -32602`, …
fn channel(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ambiguous(why) => format!("ambiguous: {why}"),
        Outcome::Answered(Channel::Complete) => "success".to_owned(),
        Outcome::Answered(Channel::Extension) => "a result of another kind".to_owned(),
        Outcome::Answered(Channel::InputRequired) => "input required".to_owned(),
        Outcome::Answered(Channel::ProtocolError(code)) => format!("error {}", code.0),
        Outcome::Answered(Channel::ToolExecutionError) => "result with isError".to_owned(),
        Outcome::HttpError(status) => format!("HTTP {status}"),
        Outcome::Silent(Silence::Exited { .. }) => "the server ended".to_owned(),
        Outcome::Silent(Silence::Failed(why)) => format!("no answer: {why}"),
        Outcome::Silent(Silence::TimedOut { after_ms }) => format!("no answer in {after_ms} ms"),
        Outcome::Silent(Silence::Unfinished) => "no answer".to_owned(),
        Outcome::Unreadable(why) => format!("unreadable: {why}"),
    }
}

/// `convert {"amount":0}`; for anything else the method and the params without `_meta`, or the bytes.
fn sent(exchange: &Exchange, mask: Mask) -> String {
    match &exchange.sent {
        Sent::ToolCall { params: Ok(params), .. } => {
            let arguments = mask.value(&Value::Object(params.arguments.clone()));
            format!("{} {arguments}", mask.text(&params.name))
        }
        Sent::ToolCall { request, .. } => format!("tools/call {}", params(request, mask)),
        Sent::Other { method, request, .. } => {
            format!("{} {}", mask.text(method), params(request, mask))
        }
        Sent::Raw(raw) => mask.text(raw).into_owned(),
    }
}

fn params(request: &Value, mask: Mask) -> Value {
    let shown = match request.get("params") {
        None => Value::Object(Map::new()),
        Some(Value::Object(members)) => {
            let rest = members.iter().filter(|(name, _)| *name != "_meta");
            rest.map(|(name, value)| (name.clone(), value.clone())).collect()
        }
        Some(other) => other.clone(),
    };
    mask.value(&shown)
}
