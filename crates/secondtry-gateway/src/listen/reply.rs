//! HTTP answers of our own making.

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Empty, Full};
use hyper::body::{Body, Bytes};
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER};
use hyper::{Response, StatusCode};
use secondtry_failure::message::error_code::ErrorCode;
use serde_json::{Value, json};

use super::streams::EventBody;

/// The body of an answer.
pub(crate) type Payload = UnsyncBoxBody<Bytes, std::io::Error>;

/// An answer.
pub(crate) type Reply = Response<Payload>;

/// A body that comes by and by.
pub(crate) fn payload(
    body: impl Body<Data = Bytes, Error = std::io::Error> + Send + 'static,
) -> Payload {
    UnsyncBoxBody::new(body)
}

pub(crate) fn whole(bytes: impl Into<Bytes>) -> Payload {
    payload(Full::new(bytes.into()).map_err(|never| match never {}))
}

/// A body that breaks off at once, as the one that it stands for did.
pub(crate) fn broken() -> Payload {
    struct Broken;
    impl Body for Broken {
        type Data = Bytes;
        type Error = std::io::Error;

        fn poll_frame(
            self: std::pin::Pin<&mut Self>,
            _context: &mut std::task::Context<'_>,
        ) -> std::task::Poll<Option<Result<hyper::body::Frame<Bytes>, Self::Error>>> {
            std::task::Poll::Ready(Some(Err(std::io::ErrorKind::UnexpectedEof.into())))
        }
    }
    payload(Broken)
}

pub(crate) fn empty(status: StatusCode) -> Reply {
    let mut reply = Response::new(payload(Empty::new().map_err(|never| match never {})));
    *reply.status_mut() = status;
    reply
}

pub(crate) fn text(status: StatusCode, text: String) -> Reply {
    typed(status, HeaderValue::from_static("text/plain; charset=utf-8"), text)
}

pub(crate) fn json(status: StatusCode, body: impl Into<Bytes>) -> Reply {
    typed(status, HeaderValue::from_static("application/json"), body)
}

fn typed(status: StatusCode, kind: HeaderValue, body: impl Into<Bytes>) -> Reply {
    let mut reply = Response::new(whole(body));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, kind);
    reply
}

pub(crate) fn events(body: EventBody) -> Reply {
    let mut reply = Response::new(payload(body));
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Else some proxies collect the events before they pass them on.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    reply
}

/// A JSON-RPC error; `id` is null where the request is not known.
pub(crate) fn error(status: StatusCode, id: &Value, code: ErrorCode, message: &str) -> Reply {
    let body = json!({
        "jsonrpc": "2.0",
        "id": id,
        "error": {"code": code.0, "message": message},
    });
    json(status, body.to_string())
}

/// The way to this address is another method.
pub(crate) fn method_not_allowed(allowed: &'static str) -> Reply {
    let mut reply = error(
        StatusCode::METHOD_NOT_ALLOWED,
        &Value::Null,
        ErrorCode::INVALID_REQUEST,
        &format!("this method is not served here ({allowed} is)"),
    );
    reply.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    reply
}

/// More than is taken at a time.
pub(crate) fn busy(message: &str) -> Reply {
    let mut reply =
        error(StatusCode::SERVICE_UNAVAILABLE, &Value::Null, ErrorCode::INTERNAL_ERROR, message);
    reply.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    reply
}
