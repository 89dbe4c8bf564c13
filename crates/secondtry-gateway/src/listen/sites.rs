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
use super::cors;
use super::gauges::{Gauge, Gauges};
use super::party::Means;
use super::reply::{self, Reply};
use super::url_site::UrlSite;
use super::{Front, ListenError, Served, Site};
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
    Command(Box<CommandSite>),
    Url(Box<UrlSite>),
}

impl Sites {
    /// The sites, and what tells that all their processes are gone.
    pub(crate) fn new(
        front: &Front,
        sites: Vec<Site>,
        address: SocketAddr,
        (counters, log, guard): (&Arc<Counters>, &Arc<Log>, Guard),
    ) -> Result<(Self, UnboundedReceiver<()>), ListenError> {
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
                Ok(Endpoint::Command(Box::new(site)))
            }
            Served::Url(server) => {
                let means = (site.settings, Arc::clone(counters), Arc::clone(log));
                UrlSite::new(&server, means, Arc::clone(&gauges))
                    .map(|site| Endpoint::Url(Box::new(site)))
                    .map_err(ListenError::Client)
            }
        };
        let endpoints = sites
            .into_iter()
            .map(|site| Ok((site.path.clone(), endpoint(site)?)))
            .collect::<Result<Vec<_>, ListenError>>()?;
        let admission = Admission::new(&front.origins, address.ip().is_loopback());
        Ok((Self { endpoints, admission, gauges, counters: Arc::clone(counters) }, gone))
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
        let origin = cors::origin(request.headers());
        cors::readable(self.dispatch(request).await, origin)
    }

    async fn dispatch(&self, request: Request<Incoming>) -> Reply {
        let path = request.uri().path().to_owned();
        let below = |own: &str| {
            let suffix = path.strip_prefix(own)?;
            (suffix.is_empty() || suffix.starts_with('/')).then_some(suffix)
        };
        let endpoint = self.endpoints.iter().find_map(|(own, site)| Some((site, below(own)?)));
        let is_well_known = endpoint.is_none() && path.starts_with("/.well-known/");
        if let Some(site) = self.only_url().filter(|_| is_well_known) {
            return site.pass_at_root(request).await;
        }
        let is_remote = matches!(endpoint, Some((Endpoint::Url(_), _)));
        let preflight = cors::preflight(request.method(), request.headers());
        if let Some(preflight) = preflight.filter(|_| !is_remote) {
            return preflight;
        }
        match (endpoint, path.as_str()) {
            (Some((Endpoint::Command(site), "" | "/")), _) => site.answer(request).await,
            (Some((Endpoint::Url(site), suffix)), _) => site.answer(request, suffix).await,
            (None, "/healthz") if *request.method() == Method::GET => {
                reply::text(StatusCode::OK, "ok\n".to_owned())
            }
            (None, "/metrics") if *request.method() == Method::GET => {
                let text = self.counters.prometheus() + &self.gauges.prometheus();
                reply::text(StatusCode::OK, text)
            }
            (Some((Endpoint::Command(_), _)) | None, _) => {
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
        self.commands().for_each(CommandSite::stop_listening);
    }

    /// Ends every server process.
    pub(crate) fn end(&self) {
        self.commands().for_each(CommandSite::end);
    }

    fn commands(&self) -> impl Iterator<Item = &CommandSite> {
        self.endpoints.iter().filter_map(|(_, endpoint)| match endpoint {
            Endpoint::Command(site) => Some(site.as_ref()),
            Endpoint::Url(_) => None,
        })
    }

    /// The one server behind a URL, which then may speak for the whole address.
    fn only_url(&self) -> Option<&UrlSite> {
        match self.endpoints.as_slice() {
            [(_, Endpoint::Url(site))] => Some(site),
            _ => None,
        }
    }
}
