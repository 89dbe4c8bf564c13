//! Ids of requests, and how surely an answer belongs to a request.

use std::fmt;

use serde_json::{Number, Value};

#[cfg(test)]
mod tests;

/// The id of a request: a string or a number (JSON-RPC 2.0, section 4; MCP allows no null).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RequestId {
    /// A number as it was written.
    Number(Number),
    /// A string.
    String(String),
}

impl RequestId {
    /// Reads an `id` member; `None` where it is neither string nor number.
    pub fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(Self::Number(number.clone())),
            Value::String(text) => Some(Self::String(text.clone())),
            Value::Array(_) | Value::Bool(_) | Value::Null | Value::Object(_) => None,
        }
    }

    /// The id as it stands in a message.
    pub fn to_value(&self) -> Value {
        match self {
            Self::Number(number) => Value::Number(number.clone()),
            Self::String(text) => Value::String(text.clone()),
        }
    }

    /// Whether both name the same request to a lenient reader: `7`, `"7"` and `7.0` do.
    pub fn resembles(&self, other: &Self) -> bool {
        self == other || self.bare() == other.bare()
    }

    /// The string of a number, or the whole number that a string spells.
    pub fn other_form(&self) -> Option<Self> {
        match self {
            Self::Number(number) => Some(Self::String(number.to_string())),
            Self::String(text) => {
                let number = text.parse::<i64>().ok()?;
                (number.to_string() == *text).then(|| Self::Number(number.into()))
            }
        }
    }

    fn bare(&self) -> String {
        let text = match self {
            Self::Number(number) => number.to_string(),
            Self::String(text) => text.clone(),
        };
        text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
    }
}

impl From<u64> for RequestId {
    fn from(number: u64) -> Self {
        Self::Number(number.into())
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::String(text) => write!(f, "{text:?}"),
        }
    }
}
