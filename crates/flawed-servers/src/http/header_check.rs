//! The headers of 2026-07-28, which must repeat what the body says.

use serde_json::Value;

use super::connection::Request;
use crate::era::LEGACY;
use crate::server::{CAPABILITIES_KEY, VERSION_KEY};

/// Whether a POST shows in any way that it is made in the modern era.
pub(super) fn has_modern_marks(request: &Request, message: &Value) -> bool {
    let meta = &message["params"]["_meta"];
    let version = request.header("mcp-protocol-version");
    [VERSION_KEY, CAPABILITIES_KEY].iter().any(|key| meta.get(key).is_some())
        || version.is_some_and(|version| !LEGACY.contains(&version))
            && request.header("mcp-session-id").is_none()
        || request.header("mcp-method").is_some()
        || message["method"] == "server/discover"
}

/// Tells which header is missing or differs from the body, if one does.
pub(super) fn mismatch(request: &Request, message: &Value) -> Option<String> {
    let params = &message["params"];
    let named = match message["method"].as_str() {
        Some("prompts/get" | "tools/call") => &params["name"],
        Some("resources/read") => &params["uri"],
        Some(_) | None => &Value::Null,
    };
    // A body that leaves one out is refused for that, with the code that goes with it.
    [
        ("MCP-Protocol-Version", &params["_meta"][VERSION_KEY]),
        ("Mcp-Method", &message["method"]),
        ("Mcp-Name", named),
    ]
    .into_iter()
    .find_map(|(header, said)| differs(request, header, said))
}

fn differs(request: &Request, header: &str, said: &Value) -> Option<String> {
    let sent = request.header(&header.to_ascii_lowercase());
    match (sent, said.as_str()) {
        (None, None) if header == "MCP-Protocol-Version" => Some(format!("{header} is missing.")),
        (_, None) => None,
        (None, Some(said)) => Some(format!("{header} is missing, the body says {said}.")),
        (Some(sent), Some(said)) => match decoded(sent) {
            Some(sent) if sent == said => None,
            Some(sent) => Some(format!("{header} is {sent}, but the body says {said}.")),
            None => Some(format!("{header} is no valid base64.")),
        },
    }
}

/// The value of a header, whose base64 form stands between `=?base64?` and `?=`; `None` if that is broken.
fn decoded(value: &str) -> Option<String> {
    match value.strip_prefix("=?base64?").and_then(|value| value.strip_suffix("?=")) {
        None => Some(value.to_owned()),
        Some(encoded) => String::from_utf8(base64(encoded)?).ok(),
    }
}

fn base64(encoded: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    if !encoded.len().is_multiple_of(4) {
        return None;
    }
    for group in encoded.as_bytes().chunks(4) {
        let letters = group.iter().take_while(|letter| **letter != b'=').count();
        if letters < 2 || group[letters..].iter().any(|letter| *letter != b'=') {
            return None;
        }
        let mut bits = 0_u32;
        for letter in &group[..letters] {
            bits = bits << 6 | u32::from(six_bits(*letter)?);
        }
        bits <<= 6 * (4 - letters);
        bytes.extend(&bits.to_be_bytes()[1..letters]);
    }
    Some(bytes)
}

fn six_bits(letter: u8) -> Option<u8> {
    match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}
