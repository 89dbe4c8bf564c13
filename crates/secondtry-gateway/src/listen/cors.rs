//! What a page of an origin that is let in needs to read its answers (WHATWG Fetch, CORS protocol).

use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
    ACCESS_CONTROL_REQUEST_METHOD, HeaderValue, ORIGIN, VARY,
};
use hyper::{HeaderMap, Method, StatusCode};

use super::reply::{self, Reply};

/// The origin of the page that asks; it has been let in.
pub(crate) fn origin(headers: &HeaderMap) -> Option<HeaderValue> {
    headers.get(ORIGIN).cloned()
}

/// The answer to a page that asks whether it may ask.
pub(crate) fn preflight(method: &Method, headers: &HeaderMap) -> Option<Reply> {
    if *method != Method::OPTIONS || !headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD) {
        return None;
    }
    let mut answer = reply::empty(StatusCode::NO_CONTENT);
    let allowed = answer.headers_mut();
    allowed.insert(
        ACCESS_CONTROL_ALLOW_METHODS,
        HeaderValue::from_static("GET, POST, DELETE, OPTIONS"),
    );
    if let Some(asked) = headers.get(ACCESS_CONTROL_REQUEST_HEADERS) {
        allowed.insert(ACCESS_CONTROL_ALLOW_HEADERS, asked.clone());
    }
    allowed.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    Some(answer)
}

/// Lets the page read `answer`, unless a server behind has said who may.
pub(crate) fn readable(mut answer: Reply, origin: Option<HeaderValue>) -> Reply {
    let Some(origin) = origin else { return answer };
    let headers = answer.headers_mut();
    if !headers.contains_key(ACCESS_CONTROL_ALLOW_ORIGIN) {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(
            ACCESS_CONTROL_EXPOSE_HEADERS,
            HeaderValue::from_static("mcp-session-id, www-authenticate, retry-after"),
        );
        headers.append(VARY, HeaderValue::from_static("origin"));
    }
    answer
}
