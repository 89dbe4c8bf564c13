//! Answers to requests that get no further than the front.

use std::fmt::Display;

use axum::body::Body;
use axum::http::header::{CONNECTION, CONTENT_TYPE, HeaderValue};
use axum::http::{Response, StatusCode};
use serde_json::json;

/// `why`, as a JSON-RPC error to a client of MCP and as an object to anybody else.
pub(super) fn refuse(status: StatusCode, why: &dyn Display, is_mcp: bool) -> Response<Body> {
    let why = why.to_string();
    let body = if is_mcp {
        json!({"jsonrpc": "2.0", "id": null, "error": {"code": INVALID_REQUEST, "message": why}})
    } else {
        json!({"error": why})
    };
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    // What is left of the body is not waited for.
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// By JSON-RPC 2.0, section 5.1.
const INVALID_REQUEST: i64 = -32600;
