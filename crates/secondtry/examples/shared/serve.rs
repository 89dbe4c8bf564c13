//! Serves a server on stdio, or with `--http PORT` on `http://127.0.0.1:PORT/mcp` (0: any free port).

use std::error::Error;
use std::sync::Arc;

use rmcp::transport::stdio;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, ServiceExt};

/// Serves `server` until the client goes; over HTTP, a clone of it for each session.
#[expect(clippy::print_stderr, reason = "stderr is where a server may speak")]
pub(crate) async fn serve<S: ServerHandler + Clone>(server: S) -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            server.serve(stdio()).await?.waiting().await?;
            Ok(())
        }
        ["--http", port] => {
            let service: StreamableHttpService<S, LocalSessionManager> = StreamableHttpService::new(
                move || Ok(server.clone()),
                Arc::default(),
                StreamableHttpServerConfig::default(),
            );
            let routes = axum::Router::new().nest_service("/mcp", service);
            let listener = tokio::net::TcpListener::bind(("127.0.0.1", port.parse()?)).await?;
            eprintln!("listening on {}", listener.local_addr()?.port());
            axum::serve(listener, routes).await?;
            Ok(())
        }
        _ => Err("usage: [--http PORT]".into()),
    }
}
