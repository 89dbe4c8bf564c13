//! Serves a desk to the one client that started this program, on standard input and output.

use std::future::Future;
use std::sync::Arc;

use rmcp::ServiceExt as _;
use rmcp::service::{QuitReason, ServerInitializeError};
use secondtry::GuardError;

use crate::desk::{Desk, Visitor};
use crate::listen::tidy;
use crate::tools::CardsServer;

/// Why nothing is served any more.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each variant's message says what it means")]
pub enum StdioError {
    #[error("the client did not begin as one of MCP does")]
    Beginning(#[source] Box<ServerInitializeError>),
    #[error("the server broke off")]
    BrokeOff,
    #[error("the tools cannot be served")]
    Guard(#[from] GuardError),
}

/// Serves until the client closes, or until `end` is there.
///
/// # Errors
/// Where the client speaks no MCP, or the tools cannot be served at all.
pub async fn serve(desk: Arc<Desk>, end: impl Future<Output = ()>) -> Result<(), StdioError> {
    let server = CardsServer::new(Arc::clone(&desk), Visitor::Local)?;
    let tidying = tokio::spawn(tidy(desk));
    let conversation = async {
        let running = match server.serve(rmcp::transport::stdio()).await {
            Ok(running) => running,
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(StdioError::Beginning(Box::new(error))),
        };
        match running.waiting().await {
            Ok(QuitReason::JoinError(_)) | Err(_) => Err(StdioError::BrokeOff),
            Ok(_) => Ok(()),
        }
    };
    let ended = tokio::select! {
        ended = conversation => ended,
        () = end => Ok(()),
    };
    tidying.abort();
    ended
}
