//! Takes connections, and at the end lets them finish.

use std::convert::Infallible;
use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::FrontLimits;
use super::site::Site;
use super::stall::Stall;

/// Serves until `end`, then until everything open is done or `limits.drain` is over.
pub(super) async fn serve(
    listener: TcpListener,
    site: &Site,
    limits: FrontLimits,
    end: impl Future<Output = ()>,
) {
    let (stop, is_stopping) = watch::channel(false);
    let places = Arc::new(Semaphore::new(limits.connections));
    let mut connections = JoinSet::new();
    let mut end = std::pin::pin!(end);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => break,
            Some(_) = connections.join_next() => continue,
        };
        // Most often no file is left: one that is closed makes room.
        let Ok((stream, peer)) = accepted else {
            sleep(BREATH).await;
            continue;
        };
        // An answer goes out as soon as it is there.
        let _ = stream.set_nodelay(true);
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            connections.spawn(turn_away(stream));
            continue;
        };
        let (site, is_stopping) = (site.clone(), is_stopping.clone());
        connections.spawn(async move {
            converse(stream, peer.ip(), &site, limits, is_stopping).await;
            drop(place);
        });
    }
    drop(listener);
    // Nobody is left to hear it where there are no connections.
    let _ = stop.send(true);
    let finish = async { while connections.join_next().await.is_some() {} };
    let _ = timeout(limits.drain, finish).await;
    connections.abort_all();
}

async fn converse(
    stream: TcpStream,
    peer: IpAddr,
    site: &Site,
    limits: FrontLimits,
    mut is_stopping: watch::Receiver<bool>,
) {
    let service = service_fn(|request: hyper::Request<hyper::body::Incoming>| {
        let site = site.clone();
        async move { Ok::<_, Infallible>(site.answer(request.map(Body::new), peer).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.arrival)
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
    const BODY: &str = r#"{"error":"all connections are taken (try again in a moment)"}"#;
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
const MOST_HEAD: usize = 16 * 1024;

/// How long is waited for something that takes no time.
const BREATH: Duration = Duration::from_millis(20);

/// How long the words to somebody turned away may take to be written.
const LAST_WORDS: Duration = Duration::from_secs(2);
