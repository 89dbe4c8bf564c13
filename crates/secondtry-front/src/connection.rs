//! One connection, from its first request to its last answer.

use std::error::Error;
use std::time::Duration;

use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::watch;

use crate::stall::Stall;

/// What a client may do with a connection.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// The longest head of a request, in bytes.
    pub head: usize,
    /// How long a head may take to come.
    pub arrival: Duration,
    /// How long a client may take nothing of its answer.
    pub slow_reader: Duration,
}

/// Has `service` answer the requests on `stream`, until the client goes, or `is_stopping` holds and what is open is answered.
pub async fn converse<S, B>(
    stream: TcpStream,
    service: S,
    limits: ConnectionLimits,
    mut is_stopping: watch::Receiver<bool>,
) where
    S: Service<Request<Incoming>, Response = Response<B>>,
    S::Error: Into<Box<dyn Error + Send + Sync>>,
    B: Body + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.arrival)
        .max_buf_size(limits.head)
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
