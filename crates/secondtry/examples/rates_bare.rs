//! The tools of `rates` on rmcp alone: whatever the HTTP client says becomes an internal error.

#[path = "shared/serve.rs"]
mod serve;
#[path = "shared/upstream.rs"]
mod upstream;

use std::error::Error;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData as McpError, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // The client knows TLS, so it wants to know whose, even where nothing is encrypted.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder().no_proxy().build()?;
    serve::serve(Rates::new(upstream::start().await?, http)).await
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
    fn new(address: String, http: reqwest::Client) -> Self {
        Self { address, http, tool_router: Self::tool_router() }
    }

    #[tool(description = "Today's rate", annotations(read_only_hint = true))]
    async fn rate(&self, Parameters(pair): Parameters<Pair>) -> Result<String, McpError> {
        self.ask("rate", pair).await
    }

    #[tool(description = "The rates of a year", annotations(read_only_hint = true))]
    async fn history(&self, Parameters(pair): Parameters<Pair>) -> Result<String, McpError> {
        self.ask("history", pair).await
    }

    #[tool(description = "What the rate may become", annotations(read_only_hint = true))]
    async fn forecast(&self, Parameters(pair): Parameters<Pair>) -> Result<String, McpError> {
        self.ask("forecast", pair).await
    }

    #[tool(description = "How much the rate moves", annotations(read_only_hint = true))]
    async fn volatility(&self, Parameters(pair): Parameters<Pair>) -> Result<String, McpError> {
        self.ask("volatility", pair).await
    }

    async fn ask(&self, what: &str, pair: Pair) -> Result<String, McpError> {
        let address = format!("{}/{what}?currency={:?}", self.address, pair.currency);
        let failed = |error: reqwest::Error| McpError::internal_error(error.to_string(), None);
        let response = self.http.get(address).send().await.map_err(failed)?;
        let text = response.error_for_status().map_err(failed)?.text().await.map_err(failed)?;
        Ok(format!("{:?}: {text}", pair.currency))
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Rates {}
