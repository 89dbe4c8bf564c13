//! Takes connections, and at the end lets them finish.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::FrontLimits;
use super::gauges::Gauge;
use super::sites::Sites;
use super::stall::Stall;
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
    let places = Arc::new(Semaphore::new(limits.connections));
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = endings.next() => break,
            Some(_) = connections.join_next() => continue,
        };
        // Most often no file is left: one that is closed makes room.
        let Ok((stream, _)) = accepted else {
            sleep(BREATH).await;
            continue;
        };
        // An answer goes out as soon as it is there.
        let _ = stream.set_nodelay(true);
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            connections.spawn(turn_away(stream));
            continue;
        };
        let (sites, is_stopping) = (Arc::clone(&sites), is_stopping.clone());
        connections.spawn(async move {
            let _held = sites.gauges().hold(Gauge::Connections);
            converse(stream, &sites, limits, is_stopping).await;
            drop(place);
        });
    }
    drop(listener);
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

async fn converse(
    stream: TcpStream,
    sites: &Arc<Sites>,
    limits: FrontLimits,
    mut is_stopping: watch::Receiver<bool>,
) {
    let service = service_fn(|request| {
        let sites = Arc::clone(sites);
        async move { Ok::<_, Infallible>(sites.answer(request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(Stall::new(stream, limits.slow_reader)), service);
    let mut connection = std::pin::pin!(connection);
    // A connection that breaks concerns its client alone.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = is_stopping.wait_for(|is_stopping| *is_stopping) => (),
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// All places are taken.
async fn turn_away(mut stream: TcpStream) {
    const BODY: &str = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"all connections of the proxy are taken"}}"#;
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{BODY}",
        BODY.len()
    );
    let _ = timeout(LAST_WORDS, async {
        let _ = stream.write_all(answer.as_bytes()).await;
        let _ = stream.shutdown().await;
    })
    .await;
}

/// The longest head of a request, in bytes.
const MOST_HEAD: usize = 64 * 1024;

/// How long is waited for something that takes no time.
const BREATH: Duration = Duration::from_millis(20);

/// How long the last answers may take to be written.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How long the last processes may take to end: each is closed, told, and killed.
const LAST_PROCESSES: Duration = Duration::from_secs(16);
