//! The API that the proxy stands before: a real one on a port of its own, which answers, is busy, fails and hangs.

use std::future::pending;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use tokio::net::TcpListener;

/// Starts the API, and returns its address.
pub(crate) async fn start() -> std::io::Result<String> {
    let routes = Router::new()
        .route("/rate", get(|| async { "1.08" }))
        .route(
            "/history",
            get(|| async { (StatusCode::TOO_MANY_REQUESTS, [("retry-after", "30")], "slow down") }),
        )
        .route(
            "/forecast",
            get(|| async {
                (StatusCode::INTERNAL_SERVER_ERROR, "oracle at 10.0.3.7:5432 is gone")
            }),
        )
        .route("/volatility", get(pending::<String>));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async { axum::serve(listener, routes).await });
    Ok(address)
}
