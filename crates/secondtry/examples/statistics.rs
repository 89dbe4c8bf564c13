//! Tools that panic on arguments that their schemas allow: by an index, by a slice, and after an await.
//!
//! `cargo run -p secondtry --example statistics` serves on stdio, with `-- --http 3000` over HTTP.

#[path = "shared/serve.rs"]
mod serve;

use std::error::Error;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use secondtry::{GuardError, Parameters};
use serde::Deserialize;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    serve::serve(Statistics::new()?).await
}

#[derive(Clone)]
struct Statistics {
    tool_router: ToolRouter<Self>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Numbers {
    /// The numbers
    numbers: Vec<f64>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Excerpt {
    /// The text
    text: String,
    /// How many bytes of it
    length: usize,
}

#[tool_router]
impl Statistics {
    fn new() -> Result<Self, GuardError> {
        Ok(Self { tool_router: secondtry::guard(Self::tool_router())? })
    }

    #[tool(description = "The largest number", annotations(read_only_hint = true))]
    fn largest(Parameters(Numbers { mut numbers }): Parameters<Numbers>) -> String {
        numbers.sort_by(f64::total_cmp);
        numbers[numbers.len() - 1].to_string()
    }

    #[tool(description = "The start of a text", annotations(read_only_hint = true))]
    fn excerpt(Parameters(Excerpt { text, length }): Parameters<Excerpt>) -> String {
        text[..length].to_owned()
    }

    #[tool(description = "The number in the middle", annotations(read_only_hint = true))]
    async fn median(Parameters(Numbers { mut numbers }): Parameters<Numbers>) -> String {
        tokio::task::yield_now().await;
        numbers.sort_by(f64::total_cmp);
        numbers[numbers.len() / 2].to_string()
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Statistics {
    secondtry::answer_malformed_calls!();
}
