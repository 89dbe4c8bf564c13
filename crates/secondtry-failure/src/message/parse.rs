//! A line of bytes to messages, or the reason why it holds none.

use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use super::{Message, plain_value::plain_value, request_id::RequestId};

#[cfg(test)]
mod tests;

/// What one line holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// An array of messages. Legal in 2025-03-26 alone (`basic/index`, Batching).
    Batch(Vec<Message>),
    /// One message.
    Message(Message),
    /// No protocol message.
    NotProtocol(NotProtocol),
    /// A message whose envelope can be read and whose body cannot: nested too deeply, or with half a surrogate pair.
    Unreadable {
        /// The request that it answers, if it is an answer.
        id: Option<RequestId>,
        /// What stopped the reader.
        why: String,
    },
}

/// Why a line is no protocol message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each variant's message says what it means")]
#[non_exhaustive]
pub enum NotProtocol {
    #[error("the line is empty")]
    Empty,
    #[error("an object without a `jsonrpc` member")]
    NoJsonrpc,
    #[error("no JSON: {0}")]
    NotJson(String),
    #[error("JSON, but no object")]
    NotObject,
    #[error("not UTF-8 at byte {0}")]
    NotUtf8(usize),
}

/// Reads `line`, which holds no line break.
pub fn parse(line: &[u8]) -> Line {
    let text = match std::str::from_utf8(line) {
        Ok(text) => text.trim(),
        Err(error) => return Line::NotProtocol(NotProtocol::NotUtf8(error.valid_up_to())),
    };
    if text.is_empty() {
        return Line::NotProtocol(NotProtocol::Empty);
    }
    if text.len() > FEW_BYTES && text.bytes().filter(|&byte| byte == b',').count() > MOST_COMMAS {
        return envelope(text, format!("over {MOST_COMMAS} members and items"));
    }
    match plain_value(text) {
        Ok(Value::Array(items)) => batch(items),
        Ok(value) => single(value),
        Err(error) => envelope(text, error.to_string()),
    }
}

fn single(value: Value) -> Line {
    let is_object = value.is_object();
    match Message::from_value(value) {
        Some(message) => Line::Message(message),
        None if is_object => Line::NotProtocol(NotProtocol::NoJsonrpc),
        None => Line::NotProtocol(NotProtocol::NotObject),
    }
}

fn batch(items: Vec<Value>) -> Line {
    let messages: Option<Vec<Message>> = items.into_iter().map(Message::from_value).collect();
    match messages {
        Some(messages) if !messages.is_empty() => Line::Batch(messages),
        _ => Line::NotProtocol(NotProtocol::NotObject),
    }
}

/// Reads just the top level of what serde refuses as a whole. A raw value is skipped, not built, so depth costs nothing.
fn envelope(text: &str, why: String) -> Line {
    #[derive(Deserialize)]
    struct Envelope<'a> {
        #[serde(borrow)]
        jsonrpc: Option<&'a RawValue>,
        #[serde(borrow)]
        id: Option<&'a RawValue>,
    }
    match serde_json::from_str::<Envelope<'_>>(text) {
        Ok(Envelope { jsonrpc: Some(_), id }) => {
            let id = id.and_then(|raw| plain_value(raw.get()).ok());
            Line::Unreadable { id: id.as_ref().and_then(RequestId::from_value), why }
        }
        Ok(_) | Err(_) => Line::NotProtocol(NotProtocol::NotJson(why)),
    }
}

/// A shorter line is read whatever it holds.
const FEW_BYTES: usize = 1024 * 1024;

/// A value takes many times the memory of its text: `0,` becomes 32 bytes. No answer that is of use to a model has so many.
const MOST_COMMAS: usize = 1_000_000;
