//! A failure that a tool returns, without the guard: as text and as facts.

use std::time::Duration;

use rmcp::handler::server::wrapper::Json;
use rmcp::schemars::{self, JsonSchema};
use rmcp::{tool, tool_router};
use secondtry::{HostFailure, ToolFailure};
use serde::Serialize;
use serde_json::json;

use crate::client::{Client, Era, Served};

#[derive(JsonSchema, Serialize)]
struct Rate {
    rate: f64,
}

#[tool_router(router = failing_tools)]
impl Served {
    #[tool(description = "Asks for a rate")]
    async fn rate(&self) -> Result<Json<Rate>, ToolFailure> {
        Err(ToolFailure::upstream("the rates API")
            .answered(429)
            .retry_after(Duration::from_secs(30)))
    }

    #[tool(description = "Reads a file")]
    fn read() -> Result<String, ToolFailure> {
        Ok(std::fs::read_to_string("/srv/secret/prices.csv")?)
    }

    #[tool(description = "Is not there yet")]
    fn index() -> Result<String, HostFailure> {
        Err(HostFailure::not_started("the index is being read").retry_after(Duration::from_secs(5)))
    }
}

#[tokio::test]
async fn failure_is_a_result_with_text_and_facts_alone() {
    for (era, kind) in [(Era::Legacy, None), (Era::Modern, Some("complete"))] {
        let mut client = Client::to(Served::failing_tools(), era).await;
        let mut expected = json!({
            "content": [{
                "type": "text",
                "text": "The rates API answered HTTP 429 (too many requests). Send the same call again in 30 s."
            }],
            "isError": true,
            "_meta": {"dev.secondtry/failure": {
                "rules": [], "retry": "same-call", "outcome": "not-run", "retryAfterMs": 30000, "faults": [],
            }},
        });
        if let Some(kind) = kind {
            expected["resultType"] = kind.into();
        }
        assert_eq!(client.call("rate", json!({})).await["result"], expected);
    }
}

#[tokio::test]
async fn question_mark_gives_nothing_away() {
    let mut client = Client::to(Served::failing_tools(), Era::Legacy).await;
    let text = client.failure_of("read", json!({})).await;
    assert!(
        text.starts_with("The tool failed: something that it needs on the server is missing."),
        "{text}"
    );
    assert!(!text.contains("prices"), "{text}");
}

#[tokio::test]
async fn host_failure_is_an_internal_error() {
    let mut client = Client::to(Served::failing_tools(), Era::Legacy).await;
    let answer = client.call("index", json!({})).await;
    assert_eq!(answer["error"]["code"], -32603);
    assert_eq!(answer["error"]["data"]["dev.secondtry/failure"]["retryAfterMs"], 5000);
}
