//! A proxy to an HTTP API that answers, is busy (429), fails (500) and hangs.
//!
//! `cargo run -p secondtry --example rates` serves on stdio, with `-- --http 3000` over HTTP.

#[path = "shared/serve.rs"]
mod serve;
#[path = "shared/upstream.rs"]
mod upstream;

use std::error::Error;
use std::time::Duration;

use reqwest::header::RETRY_AFTER;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use secondtry::{Guard, GuardError, Parameters, ToolFailure};
use serde::Deserialize;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // The client knows TLS, so it wants to know whose, even where nothing is encrypted.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder().no_proxy().build()?;
    serve::serve(Rates::new(upstream::start().await?, http)?).await
}

#[derive(Clone)]
struct Rates {
    address: String,
    http: reqwest::Client,
    tool_router: ToolRouter<Self>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Pair {
    /// Currency against the euro
    currency: Currency,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schemars(inline)]
enum Currency {
    Chf,
    Gbp,
    Usd,
}

#[tool_router]
impl Rates {
    fn new(address: String, http: reqwest::Client) -> Result<Self, GuardError> {
        // Should the API ever find a way around the time limit of the client, the deadline ends the call.
        let guard = Guard::new().deadline(LIMIT * 3);
        let tool_router = guard.over(Self::tool_router())?;
        Ok(Self { address, http, tool_router })
    }

    #[tool(description = "Today's rate", annotations(read_only_hint = true))]
    async fn rate(&self, Parameters(pair): Parameters<Pair>) -> Result<String, ToolFailure> {
        self.ask("rate", pair).await
    }

    #[tool(description = "The rates of a year", annotations(read_only_hint = true))]
    async fn history(&self, Parameters(pair): Parameters<Pair>) -> Result<String, ToolFailure> {
        self.ask("history", pair).await
    }

    #[tool(description = "What the rate may become", annotations(read_only_hint = true))]
    async fn forecast(&self, Parameters(pair): Parameters<Pair>) -> Result<String, ToolFailure> {
        self.ask("forecast", pair).await
    }

    #[tool(description = "How much the rate moves", annotations(read_only_hint = true))]
    async fn volatility(&self, Parameters(pair): Parameters<Pair>) -> Result<String, ToolFailure> {
        self.ask("volatility", pair).await
    }

    async fn ask(&self, what: &str, pair: Pair) -> Result<String, ToolFailure> {
        let address = format!("{}/{what}?currency={:?}", self.address, pair.currency);
        let upstream = ToolFailure::upstream("the rates API");
        let response = match self.http.get(address).timeout(LIMIT).send().await {
            Ok(response) => response,
            Err(error) if error.is_timeout() => {
                return Err(upstream.did_not_answer(LIMIT).retry_later());
            }
            Err(error) if error.is_connect() => {
                return Err(upstream.could_not_be_reached().retry_later());
            }
            Err(error) => return Err(error.into()),
        };
        let status = response.status();
        if status.is_success() {
            return Ok(format!("{:?}: {}", pair.currency, response.text().await?));
        }
        let wait = response.headers().get(RETRY_AFTER).and_then(|wait| wait.to_str().ok());
        let failed = upstream.answered(status.as_u16());
        Err(match wait.and_then(|wait| wait.parse().ok()).map(Duration::from_secs) {
            Some(wait) => failed.retry_after(wait),
            None if status.is_server_error() => failed.retry_later(),
            None => failed.do_not_retry(),
        })
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Rates {
    secondtry::answer_malformed_calls!();
}

/// How long the API may take.
const LIMIT: Duration = Duration::from_secs(1);
