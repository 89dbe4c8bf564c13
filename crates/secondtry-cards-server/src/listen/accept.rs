//! Takes connections, and at the end lets them finish.

use std::convert::Infallible;
use std::future::Future;

use axum::body::Body;
use hyper::service::service_fn;
use secondtry_front::{self as front, ConnectionLimits};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::timeout;

use super::FrontLimits;
use super::site::Site;

/// Serves until `end`, then until everything open is done or `limits.drain` is over.
pub(super) async fn serve(
    listener: TcpListener,
    site: &Site,
    limits: FrontLimits,
    end: impl Future<Output = ()>,
) {
    let (stop, is_stopping) = watch::channel(false);
    let converse = |stream, peer| {
        let (site, is_stopping) = (site.clone(), is_stopping.clone());
        async move {
            let bounds = ConnectionLimits {
                head: MOST_HEAD,
                arrival: limits.arrival,
                slow_reader: limits.slow_reader,
            };
            let service = service_fn(|request: hyper::Request<hyper::body::Incoming>| {
                let site = site.clone();
                async move { Ok::<_, Infallible>(site.answer(request.map(Body::new), peer).await) }
            });
            front::converse(stream, service, bounds, is_stopping).await;
        }
    };
    let mut connections = front::accept(listener, limits.connections, TAKEN, end, converse).await;
    // Nobody is left to hear it where there are no connections.
    let _ = stop.send(true);
    let finish = async { while connections.join_next().await.is_some() {} };
    let _ = timeout(limits.drain, finish).await;
    connections.abort_all();
}

/// To whoever finds no place.
const TAKEN: &str = r#"{"error":"all connections are taken (try again in a moment)"}"#;

/// The longest head of a request, in bytes.
const MOST_HEAD: usize = 16 * 1024;
