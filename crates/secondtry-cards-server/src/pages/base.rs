//! The address that a visitor knows this server by.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::HOST;
use axum::http::request::Parts;

use crate::desk::Desk;

/// The address that the visitor knows this server by, without a slash at the end: the lasting one where one was named,
/// otherwise the host that was asked for.
pub(super) struct Base(pub(super) String);

impl FromRequestParts<Arc<Desk>> for Base {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<Desk>) -> Result<Self, Infallible> {
        if let Some(url) = &desk.settings().public_url {
            return Ok(Self(url.clone()));
        }
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
        let host = host.filter(|host| !host.is_empty() && host.bytes().all(is_of_host));
        Ok(Self(host.map_or_else(String::new, |host| format!("http://{host}"))))
    }
}

/// Whether a byte may stand in a host with its port, and so in XML, Markdown and HTML.
fn is_of_host(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte)
}
