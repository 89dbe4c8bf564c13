//! What stands around every page: who reads, how often, from which site a form comes, and what a browser may do with the answer.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{ALLOW, HOST, IF_NONE_MATCH, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;

use super::problem::Problem;
use super::{answer, asset};
use crate::desk::{Desk, Visitor};

/// Answers a request by the page for it, or by the page of the problem.
pub(super) async fn around(
    State(desk): State<Arc<Desk>>,
    request: Request,
    next: Next,
) -> Response {
    let known = request.headers().get(IF_NONE_MATCH).cloned();
    let mut response = match let_in(&desk, &request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.page(&desk),
    };
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        let allowed = response.headers_mut().remove(ALLOW);
        response = problem.page(&desk);
        if let Some(allowed) = allowed {
            response.headers_mut().insert(ALLOW, allowed);
        }
    }
    answer::unless_known(known.as_ref(), limited(response))
}

/// An answer that tells a browser its limits.
pub(super) fn limited(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

fn let_in(desk: &Desk, request: &Request) -> Result<(), Problem> {
    let visitor = request.extensions().get::<Visitor>().copied().ok_or(Problem::Broken)?;
    if request.method() == Method::POST && !is_own(desk, request.headers()) {
        return Err(Problem::Foreign);
    }
    // What a page is shown with comes from memory.
    if !asset::PATHS.contains(&request.uri().path()) {
        desk.admit_reader(visitor)?;
    }
    Ok(())
}

/// Whether a form comes from a page of ours. A program that is no browser sends neither header and is let in; a browser sends
/// `Origin` with every form that another site makes it post.
fn is_own(desk: &Desk, headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if desk.settings().public_url.as_deref().is_some_and(|url| origin_of(url) == origin) {
        return true;
    }
    let authority = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    authority.is_some_and(|authority| host.is_some_and(|host| authority.eq_ignore_ascii_case(host)))
}

/// Scheme and host of an address.
fn origin_of(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    url[host..].find('/').map_or(url, |end| &url[..host + end])
}

/// A form's `Origin` is only told under a policy that is not stricter than `same-origin`.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "same-origin"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
];
