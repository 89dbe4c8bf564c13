//! A server command behind an HTTP endpoint: a process for each session of the legacy era, and one for all requests that
//! stand alone.

mod legacy;
mod modern;
mod respond;
mod sessions;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hyper::header::HeaderValue;
use hyper::{HeaderMap, Method, Request, StatusCode, body::Incoming as Body};
use secondtry_failure::message::protocol_version::ProtocolVersion;
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::Instant;

use self::sessions::Sessions;
use super::gauges::{Gauge, Gauges};
use super::incoming::{Incoming, IncomingKind};
use super::intake::Intake;
use super::party::{Line, Means, Told};
use super::reply::{self, Reply};

/// One such endpoint.
pub(crate) struct CommandSite {
    means: Means,
    /// The same for requests that stand alone: nothing is remembered from one to the next.
    shared_means: Means,
    intake: Intake,
    gauges: Arc<Gauges>,
    sessions: Arc<Sessions>,
    shared: Mutex<Shared>,
    next_name: std::sync::atomic::AtomicU64,
    /// What tells the answers of one conversation from those of another, in the log.
    next_run: AtomicU32,
    /// Held by each conversation until its process is gone.
    alive: UnboundedSender<()>,
}

/// The conversation of all requests that stand alone.
#[derive(Default)]
struct Shared {
    line: Option<Line>,
    begun: Option<Instant>,
}

impl CommandSite {
    pub(crate) fn new(
        means: Means,
        limits: super::FrontLimits,
        gauges: Arc<Gauges>,
        alive: UnboundedSender<()>,
    ) -> Self {
        let intake = Intake::new(means.settings.now().limits.message);
        Self {
            shared_means: Means {
                settings: means.settings.without(secondtry_failure::repair::RepairName::Loop),
                idle: std::time::Duration::from_secs(365 * 24 * 60 * 60),
                ..means.clone()
            },
            means,
            intake,
            sessions: Arc::new(Sessions::new(limits.sessions)),
            gauges,
            shared: Mutex::default(),
            next_name: std::sync::atomic::AtomicU64::new(1),
            next_run: AtomicU32::new(std::process::id().wrapping_mul(4099)),
            alive,
        }
    }

    pub(crate) async fn answer(&self, request: Request<Body>) -> Reply {
        let (head, body) = request.into_parts();
        match head.method {
            Method::POST => {
                let open = self.gauges.hold(Gauge::OpenCalls);
                let taken = match self.intake.take(body).await {
                    Ok(taken) => taken,
                    Err(reply) => return reply,
                };
                let incoming = match Incoming::read(&taken.bytes) {
                    Ok(incoming) => incoming,
                    Err(no) => {
                        return reply::error(
                            StatusCode::BAD_REQUEST,
                            &Value::Null,
                            no.code,
                            &no.said,
                        );
                    }
                };
                if is_modern(&head.headers, &incoming) {
                    self.post_modern(&head.headers, &incoming, open).await
                } else {
                    self.post_legacy(&head.headers, incoming, open).await
                }
            }
            Method::GET => self.listen(&head.headers),
            Method::DELETE => self.end_session(&head.headers),
            _ => reply::method_not_allowed("POST, GET, DELETE"),
        }
    }

    /// Ends what would never end by itself.
    pub(crate) fn stop_listening(&self) {
        self.tell_all(|| Told::StopListening);
    }

    /// Ends every conversation.
    pub(crate) fn end(&self) {
        self.tell_all(|| Told::End);
    }

    fn tell_all(&self, told: impl Fn() -> Told) {
        self.sessions.each(|line| _ = line.tell(told()));
        let shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = &shared.line {
            line.tell(told());
        }
    }

    fn run(&self) -> u32 {
        self.next_run.fetch_add(1, Ordering::Relaxed)
    }
}

/// Whether a POST is made in the era in which each request stands alone.
fn is_modern(headers: &HeaderMap, incoming: &Incoming<'_>) -> bool {
    let told = match &incoming.kind {
        IncomingKind::Batch(_) => None,
        IncomingKind::Notice { version } => version.as_deref(),
        IncomingKind::Request(request) => request.version.as_deref(),
    };
    let named = header(headers, "mcp-protocol-version");
    told.is_some()
        || named.and_then(ProtocolVersion::from_name).is_some_and(ProtocolVersion::is_modern)
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| HeaderValue::to_str(value).ok())
}
