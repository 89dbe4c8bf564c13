//! `tools/call`: the request is read, the tool is found and called, its answer becomes a reply.

use serde_json::{Map, Value};

use super::{Reply, Request, Server, response};
use crate::era::Era;
use crate::tool::{Answer, Call};

impl Server {
    pub(super) fn call_tool(&self, request: &Request, era: Era) -> Reply {
        let answer = match read_call(&request.params) {
            Err(reason) => (self.habits.malformed_call)(&reason),
            Ok((name, arguments)) => match self.tools.iter().find(|tool| tool.name() == name) {
                None => (self.habits.unknown_tool)(name),
                Some(tool) => (tool.call)(&Call {
                    arguments: &arguments,
                    definition: &tool.definition,
                    era,
                    id: &request.id,
                }),
            },
        };
        reply(answer, &request.id, era)
    }
}

/// The name and the arguments of a call, or the reason why it is no `CallToolRequest`.
fn read_call(params: &Value) -> Result<(&str, Map<String, Value>), String> {
    let Some(params) = params.as_object() else {
        return Err(format!("tools/call takes params as an object, got {}.", kind(params)));
    };
    let name = match params.get("name") {
        Some(Value::String(name)) => name,
        Some(other) => return Err(format!("params.name must be a string, got {}.", kind(other))),
        None => return Err("params.name is missing, it must name a tool.".to_owned()),
    };
    match params.get("arguments") {
        Some(Value::Object(arguments)) => Ok((name, arguments.clone())),
        Some(other) => Err(format!("params.arguments must be an object, got {}.", kind(other))),
        None => Ok((name, Map::new())),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Array(_) => "an array",
        Value::Bool(_) => "a boolean",
        Value::Null => "null",
        Value::Number(_) => "a number",
        Value::Object(_) => "an object",
        Value::String(_) => "a string",
    }
}

fn reply(answer: Answer, id: &Value, era: Era) -> Reply {
    match answer {
        Answer::Exit { code, last_words } => Reply::Exit { code, last_words },
        Answer::HttpFailure { status, body, result } => {
            Reply::HttpFailure { status, body, message: response(id, result, era) }
        }
        Answer::Noise { line, result } => {
            Reply::Message { message: response(id, result, era), noise: Some(line), status: 200 }
        }
        Answer::ProtocolError(error) => Reply::error(Some(id), &error, 200),
        Answer::Raw(message) => Reply::Message { message, noise: None, status: 200 },
        Answer::Result(result) => Reply::result(id, result, era),
        Answer::Silence => Reply::Silence,
    }
}
