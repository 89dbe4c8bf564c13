//! What stands at the address: the way of a request from its head to whoever answers it.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, CONNECTION, HeaderValue, ORIGIN,
    VARY,
};
use axum::http::{HeaderMap, Method, Request, Response, StatusCode};
use axum::routing::get;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::admission::{Admission, TurnedAway};
use super::intake::{self, NotTaken};
use super::refusal::refuse;
use super::{Front, FrontLimits, ListenError, visitor};
use crate::desk::{Desk, Visitor};
use crate::pages;
use crate::tools::CardsServer;

/// Everything that a request can reach.
#[derive(Clone)]
pub(super) struct Site {
    desk: Arc<Desk>,
    admission: Arc<Admission>,
    limits: FrontLimits,
    is_behind_proxy: bool,
    routes: Router,
}

impl Site {
    pub(super) fn new(
        desk: &Arc<Desk>,
        admission: Admission,
        front: &Front,
    ) -> Result<Self, ListenError> {
        // Nobody comes without an address; if somebody did, they would share this one.
        let nobody = Visitor::At(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED));
        let server = CardsServer::new(Arc::clone(desk), nobody)?;
        // Hosts, origins and bodies have been looked at before a request comes here.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(front.limits.body)
            .disable_allowed_hosts();
        let mcp: StreamableHttpService<CardsServer, NeverSessionManager> =
            StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config);
        let routes = Router::new()
            .route_service("/mcp", mcp)
            .route("/healthz", get(|| async { "ok\n" }))
            .merge(pages::routes(Arc::clone(desk)));
        Ok(Self {
            desk: Arc::clone(desk),
            admission: Arc::new(admission),
            limits: front.limits,
            is_behind_proxy: front.is_behind_proxy,
            routes,
        })
    }

    /// Answers one request of somebody at `peer`.
    pub(super) async fn answer(&self, request: Request<Body>, peer: IpAddr) -> Response<Body> {
        let is_mcp = request.uri().path() == "/mcp";
        if let Err(turned_away) = self.admission.check(request.headers()) {
            let status = match turned_away {
                TurnedAway::Host(_) | TurnedAway::Origin(_) => StatusCode::FORBIDDEN,
                TurnedAway::NoHost => StatusCode::BAD_REQUEST,
            };
            return refuse(status, &turned_away, is_mcp);
        }
        let origin = request.headers().get(ORIGIN).cloned();
        if let Some(answer) = preflight(request.method(), request.headers()) {
            return readable(answer, origin);
        }
        let (mut head, body) = request.into_parts();
        let body = match intake::take(body, self.limits.body, self.limits.arrival).await {
            Ok(body) => body,
            Err(NotTaken::TooLong(_)) if !is_mcp => {
                let mut page = pages::too_long(&self.desk);
                // What is left of the body is not waited for.
                page.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
                return page;
            }
            Err(not_taken) => {
                let status = match not_taken {
                    NotTaken::Broken => StatusCode::BAD_REQUEST,
                    NotTaken::TooLong(_) => StatusCode::PAYLOAD_TOO_LARGE,
                    NotTaken::TooSlow(_) => StatusCode::REQUEST_TIMEOUT,
                };
                return readable(refuse(status, &not_taken, is_mcp), origin);
            }
        };
        head.extensions.insert(visitor::of(&head.headers, peer, self.is_behind_proxy));
        let request = Request::from_parts(head, Body::from(body));
        match TowerToHyperService::new(self.routes.clone()).call(request).await {
            Ok(answer) => readable(answer, origin),
            Err(never) => match never {},
        }
    }
}

/// The answer to a page that asks whether it may ask (WHATWG Fetch, CORS protocol); its origin has been let in.
fn preflight(method: &Method, headers: &HeaderMap) -> Option<Response<Body>> {
    if *method != Method::OPTIONS || !headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD) {
        return None;
    }
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = StatusCode::NO_CONTENT;
    let allowed = answer.headers_mut();
    allowed.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, OPTIONS"));
    if let Some(asked) = headers.get(ACCESS_CONTROL_REQUEST_HEADERS) {
        allowed.insert(ACCESS_CONTROL_ALLOW_HEADERS, asked.clone());
    }
    Some(answer)
}

/// Lets the page that asked read `answer`.
fn readable(mut answer: Response<Body>, origin: Option<HeaderValue>) -> Response<Body> {
    if let Some(origin) = origin {
        let headers = answer.headers_mut();
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.append(VARY, HeaderValue::from_static("origin"));
    }
    answer
}
