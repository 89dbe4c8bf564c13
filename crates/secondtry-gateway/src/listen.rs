//! Streamable HTTP in front of a server: any number of clients, in either era.
//!
//! Behind it is a command, of which each session of the legacy era gets a process of its own and all requests of
//! 2026-07-28 share one; or a URL, to which all passes as an HTTP intermediary passes it. On loopback unless told otherwise; pages of other origins are turned away.

mod accept;
mod accepts;
mod admission;
mod command_site;
mod cors;
mod gauges;
mod incoming;
mod intake;
mod line_cutter;
mod member;
mod mirrored_headers;
mod party;
mod reply;
mod sites;
mod streams;
mod url_site;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use secondtry_failure::transport::http::{HttpServer, OpenError};
use secondtry_failure::transport::stdio::ServerCommand;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use self::sites::Sites;
use crate::counters::Counters;
use crate::guard::Guard;
use crate::log::Log;
use crate::settings::LiveSettings;

/// A server, and the path under which it is served.
#[derive(Clone, Debug)]
pub struct Site {
    /// Such as `/mcp`.
    pub path: String,
    /// The server.
    pub server: Served,
    /// What is repaired.
    pub settings: LiveSettings,
}

/// What stands behind a path.
#[derive(Clone, Debug)]
pub enum Served {
    /// A process on stdio.
    Command(ServerCommand),
    /// A server on Streamable HTTP.
    Url(HttpServer),
}

/// Where and to whom everything is served.
#[derive(Clone, Debug)]
pub struct Front {
    /// The address to listen on, such as `127.0.0.1:8080`; port 0 for any that is free.
    pub address: String,
    /// Origins whose pages may ask, besides those on loopback; `*` for all.
    pub origins: Vec<String>,
    /// What is bounded.
    pub limits: FrontLimits,
}

/// What is bounded at the front, and where.
#[derive(Clone, Copy, Debug)]
pub struct FrontLimits {
    /// How many connections are held. One more is told to come back.
    pub connections: usize,
    /// How many sessions are open. One more is told to come back.
    pub sessions: usize,
    /// How long a session may lie idle before it ends.
    pub session_idle: Duration,
    /// How long the head of a request may take.
    pub head: Duration,
    /// How long a client may take nothing of what it is sent before its connection ends.
    pub slow_reader: Duration,
    /// How long open requests are waited for at the end.
    pub drain: Duration,
}

/// Why nothing was served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ListenError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Address {
        /// The address.
        address: String,
        /// Why not.
        source: io::Error,
    },
    /// Nothing can be sent to a server behind a URL.
    #[error(transparent)]
    Client(OpenError),
    /// The system refuses threads, signals or the like.
    #[error("cannot serve: {0}")]
    System(io::Error),
}

impl Default for FrontLimits {
    fn default() -> Self {
        Self {
            connections: 4096,
            sessions: 2048,
            session_idle: Duration::from_secs(30 * 60),
            head: Duration::from_secs(30),
            slow_reader: Duration::from_secs(60),
            drain: Duration::from_secs(30),
        }
    }
}

/// Serves `sites` until this process is told to end by a signal, and then until open requests have their answers.
pub fn run(
    front: &Front,
    sites: Vec<Site>,
    counters: &Arc<Counters>,
    log: &Arc<Log>,
    guard: Guard,
) -> Result<(), ListenError> {
    allow_files();
    let runtime = Builder::new_multi_thread()
        .enable_io()
        .enable_time()
        .build()
        .map_err(ListenError::System)?;
    let ended = runtime.block_on(async {
        let unable = |source| ListenError::Address { address: front.address.clone(), source };
        let listener = TcpListener::bind(&front.address).await.map_err(unable)?;
        let address = listener.local_addr().map_err(unable)?;
        say_where(address, &sites, log);
        let (sites, gone) = Sites::new(front, sites, address, (counters, log, guard))?;
        accept::serve(listener, Arc::new(sites), front.limits, log, gone)
            .await
            .map_err(ListenError::System)
    });
    runtime.shutdown_timeout(Duration::from_millis(100));
    ended
}

fn say_where(address: SocketAddr, sites: &[Site], log: &Log) {
    for site in sites {
        log.own_line(&format!("listening on http://{address}{}", site.path));
    }
    if !address.ip().is_loopback() {
        log.line(&format!(
            "{} is no loopback address: whoever reaches this machine can call the server's tools",
            address.ip()
        ));
    }
}

/// A session takes a connection and two pipes: as many files are allowed as the system lets a process have.
fn allow_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Where it stays low, connections are refused sooner.
    let _ = setrlimit(Resource::Nofile, limit);
}
