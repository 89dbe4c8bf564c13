//! A look that says something says what the parser says, and it knows every message that the parser writes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use secondtry_failure::message::Kind;
use secondtry_failure::message::Message;
use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::peek::{self, IsError, Peek, glance, peek};
use serde_json::Value;

fuzz_target!(|line: &[u8]| {
    let parsed = parse(line);
    let Some(seen) = peek(line) else {
        let _ = glance(line);
        if let Line::Message(message) = parsed {
            let written = message.whole.to_string();
            // The look leaves great exponents to the parser.
            if !written.contains(['e', 'E']) {
                let seen = peek(written.as_bytes()).unwrap_or_else(|| panic!("unknown: {written}"));
                agree(seen, &message);
            }
        }
        return;
    };
    let Line::Message(message) = parsed else { panic!("no message for the parser: {parsed:?}") };
    agree(seen, &message);
    // The parser trims more kinds of white space than a glance passes over.
    if line.trim_ascii_start().first() == Some(&b'{') {
        assert_eq!(glance(line).map(|glanced| glanced.first), seen.first);
    }
});

fn agree(seen: Peek<'_>, message: &Message) {
    let read = |raw: Option<&str>| raw.map(|raw| serde_json::from_str::<Value>(raw).expect("JSON"));
    let member = |key: &str| message.whole.get(key).cloned();
    assert_eq!(kind(seen.kind), message.kind);
    assert_eq!(read(seen.error), member("error"));
    assert_eq!(read(seen.params), member("params"));
    assert_eq!(read(seen.result), member("result"));
    let result = message.whole.get("result").and_then(Value::as_object);
    let is_error = match result.and_then(|result| result.get("isError")) {
        None => IsError::Absent,
        Some(Value::Bool(false)) => IsError::False,
        Some(Value::Bool(true)) => IsError::True,
        Some(_) => IsError::Other,
    };
    assert_eq!(seen.is_error, is_error);
}

fn kind(kind: peek::Kind<'_>) -> Kind {
    let id = |id: peek::Id<'_>| id.to_request_id().expect("an id is a string or a number");
    match kind {
        peek::Kind::Notification { method } => {
            Kind::Notification { method: method.decode().into_owned() }
        }
        peek::Kind::Request { id: asked, method } => {
            Kind::Request { id: id(asked), method: method.decode().into_owned() }
        }
        peek::Kind::Response { id: answered } => Kind::Response { id: answered.map(id) },
    }
}
