//! Arguments that a client repeats in HTTP headers, as `x-mcp-header` in a tool's `inputSchema` asks.
//!
//! Source: 2026-07-28 `basic/transports/streamable-http`, Custom Headers from Tool Parameters.

use std::borrow::Cow;
use std::fmt::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value};

#[cfg(test)]
mod tests;

/// The parameters of one tool that have a header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MirroredParameters {
    parameters: Vec<Mirrored>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Mirrored {
    /// `Mcp-Param-NAME`
    header: String,
    /// The keys that lead to the argument.
    path: Vec<String>,
}

/// Why a client must leave a tool out: an annotation breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each variant's message says what it means")]
#[non_exhaustive]
pub enum InvalidAnnotation {
    #[error("`x-mcp-header` at `{0}` is {1}, not a header name")]
    Name(String, Value),
    #[error(
        "`x-mcp-header` at `{0}` is on a parameter of type {1}, not string, integer or boolean"
    )]
    Type(String, Value),
    #[error("`x-mcp-header` at `{0}` cannot be reached from the root through `properties` alone")]
    Unreachable(String),
    #[error("two parameters have the `x-mcp-header` {0:?}")]
    Twice(String),
}

impl MirroredParameters {
    /// Reads the annotations of `input_schema`.
    pub fn from_schema(input_schema: &Value) -> Result<Self, InvalidAnnotation> {
        let mut reading = Reading::default();
        reading.schema(input_schema, true)?;
        Ok(Self { parameters: reading.found })
    }

    /// The headers of a call with `arguments`: names and encoded values. An argument that is absent, null, an array or an
    /// object has none.
    pub fn headers(&self, arguments: &Value) -> Vec<(String, String)> {
        let headers = self.parameters.iter().filter_map(|parameter| {
            let mut keys = parameter.path.iter();
            let value = keys.try_fold(arguments, |value, key| value.as_object()?.get(key))?;
            Some((parameter.header.clone(), encoded(&plain(value)?).into_owned()))
        });
        headers.collect()
    }
}

/// The header value that stands for `text`: itself, or the base64 form where that would not be safe.
pub fn encoded(text: &str) -> Cow<'_, str> {
    let is_visible = text.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~'));
    let is_padded = text.starts_with([' ', '\t']) || text.ends_with([' ', '\t']);
    let is_sentinel = text.starts_with(SENTINEL_START) && text.ends_with(SENTINEL_END);
    if is_visible && !is_padded && !is_sentinel {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{SENTINEL_START}{}{SENTINEL_END}", STANDARD.encode(text)))
}

/// The text of a value; `None` where the specification gives it none.
fn plain(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::Array(_) | Value::Null | Value::Object(_) => None,
        Value::Bool(truth) => Some(Cow::Borrowed(if *truth { "true" } else { "false" })),
        // An integer may have been written as a float.
        Value::Number(number) => Some(Cow::Owned(match number.as_f64() {
            Some(float)
                if number.is_f64() && float.fract() == 0.0 && float.abs() < SAFE_INTEGERS =>
            {
                format!("{float:.0}")
            }
            _ => number.to_string(),
        })),
        Value::String(text) => Some(Cow::Borrowed(text)),
    }
}

/// A walk through a schema. As deep as the JSON reader lets a document be.
#[derive(Default)]
struct Reading {
    found: Vec<Mirrored>,
    /// The keys of `properties` on the way, where that is all there is on it.
    path: Vec<String>,
    /// The way as a JSON Pointer.
    pointer: String,
}

impl Reading {
    fn schema(&mut self, schema: &Value, is_reachable: bool) -> Result<(), InvalidAnnotation> {
        let Value::Object(keywords) = schema else { return Ok(()) };
        if let Some(annotation) = keywords.get(ANNOTATION) {
            self.annotation(annotation, keywords, is_reachable)?;
        }
        for (keyword, value) in keywords {
            let Some(holds) = subschemas(keyword) else { continue };
            let length = self.pointer.len();
            self.step(keyword);
            match (holds, value) {
                (Holds::Map, Value::Object(map)) => {
                    let is_reachable = is_reachable && keyword == "properties";
                    self.map(map, is_reachable)?;
                }
                (Holds::OneOrList, Value::Array(list)) => {
                    for (index, schema) in list.iter().enumerate() {
                        let length = self.pointer.len();
                        self.step(&index.to_string());
                        self.schema(schema, false)?;
                        self.pointer.truncate(length);
                    }
                }
                (Holds::OneOrList, schema) => self.schema(schema, false)?,
                (Holds::Map, _) => (),
            }
            self.pointer.truncate(length);
        }
        Ok(())
    }

    fn map(
        &mut self,
        map: &Map<String, Value>,
        is_reachable: bool,
    ) -> Result<(), InvalidAnnotation> {
        for (key, schema) in map {
            let length = self.pointer.len();
            self.step(key);
            self.path.push(key.clone());
            self.schema(schema, is_reachable)?;
            self.path.pop();
            self.pointer.truncate(length);
        }
        Ok(())
    }

    fn annotation(
        &mut self,
        annotation: &Value,
        keywords: &Map<String, Value>,
        is_reachable: bool,
    ) -> Result<(), InvalidAnnotation> {
        let is_root = self.pointer.is_empty();
        let place = || if is_root { "(root)".to_owned() } else { self.pointer.clone() };
        let Some(name) = annotation.as_str().filter(|name| is_token(name)) else {
            return Err(InvalidAnnotation::Name(place(), annotation.clone()));
        };
        if !is_reachable {
            return Err(InvalidAnnotation::Unreachable(place()));
        }
        let kind = keywords.get("type").unwrap_or(&Value::Null);
        if !matches!(kind.as_str(), Some("boolean" | "integer" | "string")) {
            return Err(InvalidAnnotation::Type(place(), kind.clone()));
        }
        let header = format!("Mcp-Param-{name}");
        if self.found.iter().any(|known| known.header.eq_ignore_ascii_case(&header)) {
            return Err(InvalidAnnotation::Twice(name.to_owned()));
        }
        self.found.push(Mirrored { header, path: self.path.clone() });
        Ok(())
    }

    fn step(&mut self, key: &str) {
        // A write to a string cannot fail.
        let _ = write!(self.pointer, "/{}", key.replace('~', "~0").replace('/', "~1"));
    }
}

enum Holds {
    Map,
    OneOrList,
}

/// Whether schemas stand under `keyword`. Values under the others are data.
fn subschemas(keyword: &str) -> Option<Holds> {
    match keyword {
        "$defs" | "definitions" | "dependentSchemas" | "dependencies" | "patternProperties"
        | "properties" => Some(Holds::Map),
        "additionalItems"
        | "additionalProperties"
        | "allOf"
        | "anyOf"
        | "contains"
        | "contentSchema"
        | "else"
        | "if"
        | "items"
        | "not"
        | "oneOf"
        | "prefixItems"
        | "propertyNames"
        | "then"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Some(Holds::OneOrList),
        _ => None,
    }
}

/// RFC 9110, section 5.6.2.
fn is_token(name: &str) -> bool {
    let is_mark = |byte: u8| b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || is_mark(byte))
}

const ANNOTATION: &str = "x-mcp-header";
const SENTINEL_START: &str = "=?base64?";
const SENTINEL_END: &str = "?=";

/// 2^53: from here on a float stands for several integers.
const SAFE_INTEGERS: f64 = 9_007_199_254_740_992.0;
