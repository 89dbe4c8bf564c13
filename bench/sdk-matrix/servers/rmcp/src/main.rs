//! Serves the four tools on stdio, or with `--http PORT` on `http://127.0.0.1:PORT/mcp`.

use std::error::Error;
use std::sync::Arc;

use rmcp::ServiceExt;
use rmcp::transport::stdio;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::tools::FourTools;

mod tools;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            FourTools::new().serve(stdio()).await?.waiting().await?;
            Ok(())
        }
        ["--http", port] => serve_http(port.parse()?).await,
        _ => Err("usage: sdk-matrix-rmcp [--http PORT]".into()),
    }
}

async fn serve_http(port: u16) -> Result<(), Box<dyn Error>> {
    let service: StreamableHttpService<FourTools, LocalSessionManager> = StreamableHttpService::new(
        || Ok(FourTools::new()),
        Arc::default(),
        StreamableHttpServerConfig::default(),
    );
    let routes = axum::Router::new().nest_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    eprintln!("listening on {}", listener.local_addr()?.port());
    axum::serve(listener, routes).await?;
    Ok(())
}
