//! Answers with a text that is there as a whole, and whether a browser has it already.

use std::hash::{DefaultHasher, Hash, Hasher as _};

use askama::Template;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

use super::Shown;

/// A page, to be asked for again each time.
pub(super) fn page(page: &impl Template) -> Shown {
    Ok(text("text/html; charset=utf-8", page.render()?))
}

/// A text with a tag made from what it says.
pub(super) fn text(content_type: &'static str, text: String) -> Response {
    let tag = tag(&text);
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(ETAG, tag);
    response
}

/// A tag for what has this fingerprint. Where two texts had the same one, a browser would show the older.
pub(super) fn tag(fingerprint: &impl Hash) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    fingerprint.hash(&mut hasher);
    HeaderValue::try_from(format!("\"{:016x}\"", hasher.finish()))
        .expect("hexadecimal digits in quotation marks are a header value")
}

/// Leaves the text out where the browser said that it has it.
pub(super) fn unless_known(known: Option<&HeaderValue>, mut response: Response) -> Response {
    let is_known = |headers: &HeaderMap| {
        let (tag, known) = (headers.get(ETAG)?.to_str().ok()?, known?.to_str().ok()?);
        let mut tags = known.split(',').map(|one| one.trim().trim_start_matches("W/"));
        Some(tags.any(|one| one == tag || one == "*"))
    };
    if response.status() == StatusCode::OK && is_known(response.headers()) == Some(true) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = axum::body::Body::empty();
        response.headers_mut().remove(CONTENT_TYPE);
        response.headers_mut().remove(axum::http::header::CONTENT_LENGTH);
    }
    response
}
