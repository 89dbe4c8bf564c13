//! `CallToolRequest` and `CallToolResult`: their shapes, not their meaning.

use serde_json::{Map, Value};

#[cfg(test)]
mod tests;

/// The params of a `tools/call` that satisfy `CallToolRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct CallToolParams {
    /// The tool.
    pub name: String,
    /// The arguments; empty where they are absent, which is legal.
    pub arguments: Map<String, Value>,
}

/// How the params of a `tools/call` break `CallToolRequest` (`schema.ts`, every revision).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each variant's message says what it means")]
pub enum Malformed {
    #[error("`arguments` is no object")]
    ArgumentsNoObject,
    /// The schema refuses it, and a lenient server takes it for absent; both are right.
    #[error("`arguments` is null")]
    ArgumentsNull,
    #[error("`name` is missing")]
    NameMissing,
    #[error("`name` is no string")]
    NameNoString,
    #[error("`params` is missing or no object")]
    ParamsMissing,
}

/// Reads the params of a whole `tools/call` request.
pub fn call_tool_params(request: &Value) -> Result<CallToolParams, Malformed> {
    let (name, arguments) = borrowed_params(request)?;
    Ok(CallToolParams { name: name.to_owned(), arguments: arguments.cloned().unwrap_or_default() })
}

/// As [`call_tool_params`], without a copy; `None` where there are no arguments.
pub(crate) fn borrowed_params(request: &Value) -> Result<Borrowed<'_>, Malformed> {
    let params =
        request.get("params").and_then(Value::as_object).ok_or(Malformed::ParamsMissing)?;
    let name = match params.get("name") {
        None => return Err(Malformed::NameMissing),
        Some(Value::String(name)) => name,
        Some(_) => return Err(Malformed::NameNoString),
    };
    match params.get("arguments") {
        None => Ok((name, None)),
        Some(Value::Object(arguments)) => Ok((name, Some(arguments))),
        Some(Value::Null) => Err(Malformed::ArgumentsNull),
        Some(_) => Err(Malformed::ArgumentsNoObject),
    }
}

/// The name of a tool, and the arguments if there are any.
pub(crate) type Borrowed<'r> = (&'r str, Option<&'r Map<String, Value>>);

/// The text that a model reads in a `CallToolResult`: text blocks and the text of embedded resources, a line break
/// between two.
pub fn text_of_result(result: &Value) -> String {
    let blocks = result.get("content").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let texts = blocks.iter().filter_map(|block| match block.get("type").and_then(Value::as_str) {
        Some("text") => block.get("text").and_then(Value::as_str),
        Some("resource") => block.pointer("/resource/text").and_then(Value::as_str),
        Some(_) | None => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}
