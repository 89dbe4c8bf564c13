//! Serves a desk over HTTP: MCP at `/mcp`, pages everywhere else.
//!
//! ```text
//! accept → admission → visitor → intake → mcp or pages
//! ```
//!
//! It asks for no authentication. Hosts and origins are checked, so that a page from elsewhere cannot reach what is meant for
//! this machine or this network alone; heads, bodies, connections and slow clients are bounded.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use secondtry::GuardError;
use tokio::net::TcpListener;

use self::admission::Admission;
use self::site::Site;
use crate::desk::Desk;

mod accept;
mod admission;
mod intake;
mod refusal;
mod site;
mod visitor;

/// How to be reached.
#[derive(Clone, Debug)]
pub struct Front {
    /// `HOST:PORT`.
    pub address: String,
    /// Origins whose pages may ask, as `https://app.example`; `*` for all. Pages on loopback always may.
    pub origins: Vec<String>,
    /// Names that this server goes by, as `cards.example` or with a port; `*` for any. Loopback names always count.
    pub hosts: Vec<String>,
    /// Whether a proxy stands before this server, so that `X-Forwarded-For` tells who asks.
    pub is_behind_proxy: bool,
    /// How much, and how long.
    pub limits: FrontLimits,
}

/// How much a client may send, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub struct FrontLimits {
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// How many connections may be open.
    pub connections: usize,
    /// How long open requests may take at the end.
    pub drain: Duration,
    /// How long a request may take to come, first its head, then its body.
    pub arrival: Duration,
    /// How long a client may take nothing of its answer.
    pub slow_reader: Duration,
}

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each variant's message says what it means")]
pub enum ListenError {
    #[error("cannot listen on `{address}`{}", hint(source))]
    Bind { address: String, source: io::Error },
    #[error("the tools cannot be served")]
    Guard(#[from] GuardError),
}

/// A front that clients can connect to.
#[derive(Debug)]
pub struct Listening {
    listener: TcpListener,
    address: SocketAddr,
    front: Front,
}

impl Front {
    /// Listens on `address`, with nothing but loopback let in.
    pub fn new(address: impl Into<String>) -> Self {
        Self {
            address: address.into(),
            origins: Vec::new(),
            hosts: Vec::new(),
            is_behind_proxy: false,
            limits: FrontLimits::default(),
        }
    }

    /// Takes the address.
    ///
    /// # Errors
    /// Where it is none, is in use, or is not this machine's.
    pub async fn bind(self) -> Result<Listening, ListenError> {
        let fail = |source| ListenError::Bind { address: self.address.clone(), source };
        let listener = TcpListener::bind(&self.address).await.map_err(fail)?;
        let address = listener.local_addr().map_err(fail)?;
        Ok(Listening { listener, address, front: self })
    }
}

impl Listening {
    /// Where clients connect to.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `end` is there, then until what is open is done. What is kept for a time only is forgotten every hour.
    ///
    /// # Errors
    /// Where the tools cannot be served at all.
    pub async fn serve(
        self,
        desk: Arc<Desk>,
        end: impl Future<Output = ()>,
    ) -> Result<(), ListenError> {
        let Self { listener, address, front } = self;
        let public_url = desk.settings().public_url.clone();
        let admission = Admission::new(&front, address.ip(), public_url.as_deref());
        let site = Site::new(&desk, admission, &front)?;
        let tidying = tokio::spawn(tidy(desk));
        accept::serve(listener, &site, front.limits, end).await;
        tidying.abort();
        Ok(())
    }
}

impl Default for FrontLimits {
    /// 64 KiB, 512 connections; 10 s to come, 30 s to be read, 10 s at the end.
    fn default() -> Self {
        Self {
            body: 64 * 1024,
            connections: 512,
            drain: Duration::from_secs(10),
            arrival: Duration::from_secs(10),
            slow_reader: Duration::from_secs(30),
        }
    }
}

/// Forgets what is kept for a time only, every hour.
pub async fn tidy(desk: Arc<Desk>) {
    loop {
        tokio::time::sleep(HOUR).await;
        if let Err(error) = desk.tidy().await {
            tracing::error!(%error, "what has expired could not be forgotten; it is tried again in an hour");
        }
    }
}

fn hint(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::AddrInUse => " (another program does; choose another port, or 0 for any)",
        io::ErrorKind::InvalidInput => " (write HOST:PORT, such as 127.0.0.1:8710)",
        _ => "",
    }
}

const HOUR: Duration = Duration::from_hours(1);
