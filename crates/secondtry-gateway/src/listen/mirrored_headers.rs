//! The headers of 2026-07-28, which must repeat what the body says.
//!
//! Source: 2026-07-28 `basic/transports/streamable-http`, Server Validation; SEP-2243.

use std::borrow::Cow;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hyper::HeaderMap;
use secondtry_failure::transport::mirrored_parameters::MirroredParameters;
use serde_json::Value;

use super::member::{member, string};

#[cfg(test)]
mod tests;

/// Why headers and body do not agree, for `error.message`.
pub(crate) fn mismatch(
    headers: &HeaderMap,
    method: &str,
    params: Option<&str>,
    version: &str,
) -> Option<String> {
    let named = match method {
        "prompts/get" | "tools/call" => Some("name"),
        "resources/read" => Some("uri"),
        "tasks/cancel" | "tasks/get" | "tasks/update" => Some("taskId"),
        _ => None,
    };
    let name = named.and_then(|key| string(member(params?, key)?));
    [
        ("MCP-Protocol-Version", Some(Cow::Borrowed(version))),
        ("Mcp-Method", Some(Cow::Borrowed(method))),
        // A body that leaves its name out is refused for that by the server.
        ("Mcp-Name", name),
    ]
    .into_iter()
    .find_map(|(header, said)| differs(headers, header, said?.as_ref()))
}

/// Headers `Mcp-Param-NAME`, names in lower case.
pub(crate) type Parameters = Vec<(String, String)>;

/// The headers that repeat arguments.
pub(crate) fn parameters(headers: &HeaderMap) -> Parameters {
    let ours = headers.iter().filter(|(name, _)| name.as_str().starts_with("mcp-param-"));
    ours.map(|(name, value)| {
        (name.to_string(), String::from_utf8_lossy(value.as_bytes()).trim().to_owned())
    })
    .collect()
}

/// Why the headers do not repeat the arguments that the schema of a tool says they do.
pub(crate) fn parameter_mismatch(
    given: &Parameters,
    input_schema: &Value,
    arguments: &Value,
) -> Option<String> {
    // A tool whose annotations are invalid is one that clients leave out.
    let mirrored = MirroredParameters::from_schema(input_schema).ok()?;
    mirrored.headers(arguments).into_iter().find_map(|(header, expected)| {
        let of_header = |(name, _): &&(String, String)| name.eq_ignore_ascii_case(&header);
        let Some((_, value)) = given.iter().find(of_header) else {
            return Some(format!("the header {header} is missing"));
        };
        let Some(value) = decoded(value) else {
            return Some(format!("the header {header} is no valid base64"));
        };
        let expected = decoded(&expected)?;
        let is_same_number = || match (value.parse::<f64>(), expected.parse::<f64>()) {
            (Ok(value), Ok(expected)) => value.total_cmp(&expected).is_eq(),
            _ => false,
        };
        let is_same = value == expected || is_same_number();
        (!is_same).then(|| format!("the header {header} is not what the argument is"))
    })
}

fn differs(headers: &HeaderMap, header: &str, said: &str) -> Option<String> {
    let mut values = headers.get_all(header).iter();
    let Some(value) = values.next() else {
        return Some(format!("the header {header} is missing (the body says {said:?})"));
    };
    if values.next().is_some() {
        return Some(format!("the header {header} stands twice"));
    }
    let Some(value) = value.to_str().ok() else {
        return Some(format!("the header {header} has characters outside ASCII"));
    };
    match decoded(value.trim_matches([' ', '\t'])) {
        Some(value) if value == said => None,
        Some(value) => {
            Some(format!("the header {header} is {value:?}, but the body says {said:?}"))
        }
        None => Some(format!("the header {header} is no valid base64")),
    }
}

/// The text of a value, whose base64 form stands between `=?base64?` and `?=`; `None` if that is broken.
fn decoded(value: &str) -> Option<Cow<'_, str>> {
    match value.strip_prefix("=?base64?").and_then(|value| value.strip_suffix("?=")) {
        None => Some(Cow::Borrowed(value)),
        Some(encoded) => String::from_utf8(STANDARD.decode(encoded).ok()?).ok().map(Cow::Owned),
    }
}
