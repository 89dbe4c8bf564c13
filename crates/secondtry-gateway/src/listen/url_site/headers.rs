//! Which headers an intermediary passes on (RFC 9110, section 7.6.1).

use hyper::HeaderMap;
use hyper::header::{
    ACCEPT_ENCODING, CONNECTION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, EXPECT, HOST,
    HeaderName, HeaderValue, PROXY_AUTHENTICATE, PROXY_AUTHORIZATION, TE, TRAILER,
    TRANSFER_ENCODING, UPGRADE,
};

#[cfg(test)]
mod tests;

/// The headers of a request for the server. What comes back is asked for as it is, for it must be read.
pub(super) fn onward(headers: &HeaderMap) -> HeaderMap {
    let mut headers = passed(headers);
    for name in [HOST, CONTENT_LENGTH, EXPECT] {
        headers.remove(name);
    }
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    headers
}

/// The headers of an answer for the client.
pub(super) fn passed(headers: &HeaderMap) -> HeaderMap {
    let mut kept = headers.clone();
    let listed: Vec<HeaderName> = headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| HeaderName::try_from(name.trim()).ok())
        .collect();
    for name in listed.iter().chain(&HOP_BY_HOP) {
        kept.remove(name);
    }
    kept
}

/// The media type, in lower case.
pub(super) fn media_type(headers: &HeaderMap) -> String {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = value.unwrap_or_default().split(';').next().unwrap_or_default();
    kind.trim().to_ascii_lowercase()
}

pub(super) fn is_json(kind: &str) -> bool {
    kind == "application/json" || kind.ends_with("+json")
}

/// The body is packed, although that was not asked for, and cannot be read.
pub(super) fn is_packed(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_ENCODING).is_some_and(|value| value != "identity")
}

const HOP_BY_HOP: [HeaderName; 9] = [
    CONNECTION,
    HeaderName::from_static("keep-alive"),
    PROXY_AUTHENTICATE,
    PROXY_AUTHORIZATION,
    HeaderName::from_static("proxy-connection"),
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
];
