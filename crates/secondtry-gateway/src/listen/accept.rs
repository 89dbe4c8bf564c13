//! Takes connections, and at the end lets them finish.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use hyper::service::service_fn;
use secondtry_front::{self as front, ConnectionLimits};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::FrontLimits;
use super::gauges::Gauge;
use super::sites::Sites;
use crate::log::Log;

/// The signals that end this process.
struct Endings {
    interrupt: Signal,
    terminate: Signal,
}

/// Serves until a signal comes, then until everything open is done.
pub(crate) async fn serve(
    listener: TcpListener,
    sites: Arc<Sites>,
    limits: FrontLimits,
    log: &Log,
    mut gone: UnboundedReceiver<()>,
) -> io::Result<()> {
    let mut endings = Endings {
        interrupt: signal(SignalKind::interrupt())?,
        terminate: signal(SignalKind::terminate())?,
    };
    let (stop, is_stopping) = watch::channel(false);
    let converse = |stream, _| {
        let (sites, is_stopping) = (Arc::clone(&sites), is_stopping.clone());
        async move {
            let _held = sites.gauges().hold(Gauge::Connections);
            let bounds = ConnectionLimits {
                head: MOST_HEAD,
                arrival: limits.head,
                slow_reader: limits.slow_reader,
            };
            let service = service_fn(|request| {
                let sites = Arc::clone(&sites);
                async move { Ok::<_, Infallible>(sites.answer(request).await) }
            });
            front::converse(stream, service, bounds, is_stopping).await;
        }
    };
    let mut connections =
        front::accept(listener, limits.connections, TAKEN, endings.next(), converse).await;
    log.own_line("told to end: no new connections are taken, open requests get their answers");
    let until = Instant::now() + limits.drain;
    // Nobody is left to hear it where there are no connections.
    let _ = stop.send(true);
    sites.stop_listening();
    while !sites.is_idle() {
        tokio::select! {
            () = sleep(BREATH) => (),
            () = sleep_until(until) => {
                log.own_line("open requests took too long; they end without waiting for the server");
                break;
            }
            () = endings.next() => break,
        }
    }
    sites.end();
    // What was open has its answer by now; it has yet to be written.
    let finish = async { while connections.join_next().await.is_some() {} };
    let _ = timeout(LAST_WORDS, finish).await;
    connections.abort_all();
    drop(connections);
    drop(sites);
    tokio::select! {
        // Nothing is ever sent: it ends when the last conversation has.
        _ = gone.recv() => (),
        () = sleep(LAST_PROCESSES) => (),
    }
    Ok(())
}

impl Endings {
    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => (),
            _ = self.terminate.recv() => (),
        }
    }
}

/// To whoever finds no place.
const TAKEN: &str = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"all connections of the proxy are taken"}}"#;

/// The longest head of a request, in bytes.
const MOST_HEAD: usize = 64 * 1024;

/// How long is waited for something that takes no time.
const BREATH: Duration = Duration::from_millis(20);

/// How long the last answers may take to be written.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How long the last processes may take to end: each is closed, told, and killed.
const LAST_PROCESSES: Duration = Duration::from_secs(16);
