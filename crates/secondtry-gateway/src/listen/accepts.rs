//! What a client takes as an answer.

use hyper::HeaderMap;
use hyper::header::ACCEPT;

#[cfg(test)]
mod tests;

/// The media types that a client takes, as far as they matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Accepts {
    pub(crate) events: bool,
    pub(crate) json: bool,
}

impl Accepts {
    /// Reads `Accept`. Without one a client takes anything (RFC 9110, section 12.5.1).
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        if !headers.contains_key(ACCEPT) {
            return Self { events: true, json: true };
        }
        let mut accepts = Self { events: false, json: false };
        for value in headers.get_all(ACCEPT) {
            let text = String::from_utf8_lossy(value.as_bytes()).to_ascii_lowercase();
            for range in text.split(',') {
                match range.split(';').next().unwrap_or_default().trim() {
                    "*/*" => accepts = Self { events: true, json: true },
                    "application/*" | "application/json" => accepts.json = true,
                    "text/*" | "text/event-stream" => accepts.events = true,
                    _ => (),
                }
            }
        }
        accepts
    }
}
