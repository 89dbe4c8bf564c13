//! Which endpoint a request is for.

use std::net::SocketAddr;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::{Method, Request, StatusCode};
use secondtry_failure::message::error_code::ErrorCode;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::admission::Admission;
use super::command_site::CommandSite;
use super::conversation::Means;
use super::gauges::{Gauge, Gauges};
use super::reply::{self, Reply};
use super::{Front, Served, Site};
use crate::counters::Counters;
use crate::guard::Guard;
use crate::log::Log;

/// Everything that is served on one address.
pub(crate) struct Sites {
    endpoints: Vec<(String, Endpoint)>,
    admission: Admission,
    gauges: Arc<Gauges>,
    counters: Arc<Counters>,
}

enum Endpoint {
    Command(CommandSite),
}

impl Sites {
    /// The sites, and what tells that all their processes are gone.
    pub(crate) fn new(
        front: &Front,
        sites: Vec<Site>,
        address: SocketAddr,
        (counters, log, guard): (&Arc<Counters>, &Arc<Log>, Guard),
    ) -> (Self, UnboundedReceiver<()>) {
        let gauges = Arc::new(Gauges::default());
        let guard = Arc::new(guard);
        let (alive, gone) = unbounded_channel();
        let endpoint = |site: Site| match site.server {
            Served::Command(command) => {
                let means = Means {
                    command: Arc::new(command),
                    settings: site.settings,
                    counters: Arc::clone(counters),
                    log: Arc::clone(log),
                    guard: Arc::clone(&guard),
                    idle: front.limits.session_idle,
                };
                let site =
                    CommandSite::new(means, front.limits, Arc::clone(&gauges), alive.clone());
                Endpoint::Command(site)
            }
        };
        let endpoints =
            sites.into_iter().map(|site| (site.path.clone(), endpoint(site))).collect::<Vec<_>>();
        let admission = Admission::new(&front.origins, address.ip().is_loopback());
        (Self { endpoints, admission, gauges, counters: Arc::clone(counters) }, gone)
    }

    pub(crate) fn gauges(&self) -> &Arc<Gauges> {
        &self.gauges
    }

    /// Answers one request.
    pub(crate) async fn answer(&self, request: Request<Incoming>) -> Reply {
        if let Err(turned_away) = self.admission.check(request.headers()) {
            let said = turned_away.to_string();
            let code = ErrorCode::INVALID_REQUEST;
            return reply::error(StatusCode::FORBIDDEN, &Value::Null, code, &said);
        }
        let path = request.uri().path().to_owned();
        let endpoint = self.endpoints.iter().find(|(own, _)| path.trim_end_matches('/') == own);
        match (endpoint, path.as_str()) {
            (Some((_, Endpoint::Command(site))), _) => site.answer(request).await,
            (None, "/healthz") if *request.method() == Method::GET => {
                reply::text(StatusCode::OK, "ok\n".to_owned())
            }
            (None, "/metrics") if *request.method() == Method::GET => {
                let text = self.counters.prometheus() + &self.gauges.prometheus();
                reply::text(StatusCode::OK, text)
            }
            (None, _) => {
                let known: Vec<&str> =
                    self.endpoints.iter().map(|(path, _)| path.as_str()).collect();
                let said = format!("nothing is served here (there is: {})", known.join(", "));
                reply::error(StatusCode::NOT_FOUND, &Value::Null, ErrorCode::INVALID_REQUEST, &said)
            }
        }
    }

    /// Whether every POST has its answer.
    pub(crate) fn is_idle(&self) -> bool {
        self.gauges.of(Gauge::OpenCalls) == 0
    }

    /// Ends the streams that would never end by themselves.
    pub(crate) fn stop_listening(&self) {
        for (_, Endpoint::Command(site)) in &self.endpoints {
            site.stop_listening();
        }
    }

    /// Ends every server process.
    pub(crate) fn end(&self) {
        for (_, Endpoint::Command(site)) in &self.endpoints {
            site.end();
        }
    }
}
