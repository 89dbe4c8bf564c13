//! A server behind a URL: an intermediary that passes requests and answers as they are, and repairs the answers to
//! `tools/call`.

mod call;
mod dial;
mod events;
mod headers;
mod known;
mod learn;
mod posted;
mod repair;

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming as Body};
use hyper::{HeaderMap, Method, Request, Response, StatusCode, Uri};
use secondtry_failure::message::error_code::ErrorCode;
use secondtry_failure::transport::http::{HttpServer, OpenError};
use serde_json::Value;

use self::call::Workshop;
use self::dial::{Dial, NoAnswer};
use self::events::{PassedEvents, Role};
use self::headers::{is_json, is_packed, media_type, onward, passed};
use self::known::{Known, View};
use self::learn::learned;
use self::posted::{Asked, asked};
use super::gauges::{Gauge, Gauges, Held};
use super::intake::Intake;
use super::reply::{self, Reply};
use crate::counters::Counters;
use crate::log::Log;
use crate::settings::LiveSettings;

/// One such endpoint.
pub(crate) struct UrlSite {
    dial: Arc<Dial>,
    known: Known,
    workshop: Arc<Workshop>,
    intake: Intake,
    gauges: Arc<Gauges>,
}

/// What goes to the server for one request of a client.
struct Onward {
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
}

impl UrlSite {
    pub(crate) fn new(
        server: &HttpServer,
        (settings, counters, log): (LiveSettings, Arc<Counters>, Arc<Log>),
        gauges: Arc<Gauges>,
    ) -> Result<Self, OpenError> {
        Ok(Self {
            dial: Arc::new(Dial::new(server)?),
            known: Known::new(),
            intake: Intake::new(settings.now().limits.message),
            workshop: Arc::new(Workshop {
                settings,
                counters,
                log,
                run: std::process::id(),
                references: AtomicU32::new(0),
            }),
            gauges,
        })
    }

    /// Passes on a request for a path of the server's own, such as `/.well-known/…`.
    pub(crate) async fn pass_at_root(&self, request: Request<Body>) -> Reply {
        let uri = Dial::root_uri(request.uri().path(), request.uri().query());
        self.pass(request, uri).await
    }

    /// Answers a request for the endpoint, or what lies `suffix` below it.
    pub(crate) async fn answer(&self, request: Request<Body>, suffix: &str) -> Reply {
        let uri = self.dial.uri(suffix, request.uri().query());
        self.pass(request, uri).await
    }

    async fn pass(&self, request: Request<Body>, uri: Option<Uri>) -> Reply {
        let Some(uri) = uri else {
            let said = "the server has no such path";
            let code = ErrorCode::INVALID_REQUEST;
            return reply::error(StatusCode::NOT_FOUND, &Value::Null, code, said);
        };
        let (head, body) = request.into_parts();
        let open = (head.method == Method::POST).then(|| self.gauges.hold(Gauge::OpenCalls));
        let taken = match self.intake.take(body).await {
            Ok(taken) => taken,
            Err(reply) => return reply,
        };
        let session = head.headers.get(SESSION).and_then(|value| value.to_str().ok());
        let view = self.known.view(&head.headers, session);
        let asked = if head.method == Method::POST {
            asked(&taken.bytes, self.workshop.settings.now().limits.judged_call)
        } else {
            Asked::Other(Value::Null)
        };
        let onward = Onward {
            method: head.method,
            uri,
            headers: onward(&head.headers),
            body: taken.bytes.into(),
        };
        match asked {
            Asked::Call(request, id) => {
                self.call(onward, (request, id), &head.headers, view, open).await
            }
            Asked::Learn(learning, id) => {
                let role = Role::Learn(learning);
                self.pass_as_it_is(onward, role, &id, (&head.headers, view), open).await
            }
            // The end does not wait for it.
            Asked::Listen(id) => {
                self.pass_as_it_is(onward, Role::Other, &id, (&head.headers, view), None).await
            }
            Asked::Other(id) => {
                self.pass_as_it_is(onward, Role::Other, &id, (&head.headers, view), open).await
            }
        }
    }

    /// Everything but a call: what comes back is looked at and left alone.
    async fn pass_as_it_is(
        &self,
        onward: Onward,
        role: Role,
        id: &Value,
        (headers, view): (&HeaderMap, Arc<View>),
        open: Option<Held>,
    ) -> Reply {
        let response = match self.dial.send(onward.into_request()).await {
            Ok(response) => response,
            Err(no_answer) => {
                self.workshop.log.line(&no_answer.to_string());
                return unanswered(id, &no_answer);
            }
        };
        // A session begins with the answer: what it tells belongs to that.
        let begun = response.headers().get(SESSION).and_then(|value| value.to_str().ok());
        let view = begun.map_or(view, |session| self.known.view(headers, Some(session)));
        let (head, body) = response.into_parts();
        let kind = media_type(&head.headers);
        let mut reply = match role {
            _ if is_packed(&head.headers) => Response::new(reply::payload(held(body, open))),
            role if kind == "text/event-stream" => {
                let limit = self.workshop.settings.now().limits.message;
                let events = PassedEvents::new(body, role, view, limit, None, open);
                Response::new(reply::payload(events))
            }
            Role::Learn(learning) if head.status == StatusCode::OK && is_json(&kind) => {
                let limit = self.workshop.settings.now().limits.message;
                match repair::collected(body, limit).await {
                    Ok(bytes) => {
                        learned(&learning, &view, &bytes);
                        Response::new(reply::whole(bytes))
                    }
                    Err(rest) => Response::new(rest),
                }
            }
            Role::Call(_) | Role::Learn(_) | Role::Other => {
                Response::new(reply::payload(held(body, open)))
            }
        };
        *reply.status_mut() = head.status;
        *reply.headers_mut() = passed(&head.headers);
        if kind == "text/event-stream" { repair::of_other_length(reply) } else { reply }
    }
}

impl Onward {
    fn into_request(self) -> Request<Full<Bytes>> {
        let mut request = Request::new(Full::new(self.body));
        *request.method_mut() = self.method;
        *request.uri_mut() = self.uri;
        *request.headers_mut() = self.headers;
        request
    }
}

/// `body` as it comes, counted as open until its end.
fn held(
    body: Body,
    open: Option<Held>,
) -> impl hyper::body::Body<Data = Bytes, Error = std::io::Error> + Send + 'static {
    body.map_err(std::io::Error::other).map_frame(move |frame| {
        let _ = &open;
        frame
    })
}

/// No answer of the server, and none that could be made in its place.
fn unanswered(id: &Value, no_answer: &NoAnswer) -> Reply {
    // Why is for the operator's log: it may name what lies inside.
    let said = match no_answer {
        NoAnswer::Broken(_) => "the connection to the server broke before an answer came",
        NoAnswer::Malformed(_) => "the answer of the server is no HTTP",
        NoAnswer::Unreachable(_) => "the server cannot be reached",
    };
    reply::error(StatusCode::BAD_GATEWAY, id, ErrorCode::INTERNAL_ERROR, said)
}

const SESSION: &str = "mcp-session-id";
