//! What pages are shown with: one stylesheet and one small picture.

use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::response::Response;

use super::answer;

/// `/style.css`
pub(super) async fn style() -> Response {
    lasting(answer::text("text/css; charset=utf-8", STYLE.to_owned()))
}

/// `/favicon.svg`
pub(super) async fn favicon() -> Response {
    lasting(answer::text("image/svg+xml", FAVICON.to_owned()))
}

/// To be asked for again after an hour.
fn lasting(mut response: Response) -> Response {
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    response
}

/// Where all of them stand.
pub(super) const PATHS: [&str; 3] = ["/style.css", "/favicon.svg", "/favicon.ico"];

const STYLE: &str = include_str!("../../templates/style.css");
const FAVICON: &str = include_str!("../../templates/favicon.svg");
