//! Tools at their worst: the server lives on, and every call is answered.

use std::panic::panic_any;
use std::time::Duration;

use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::wrapper::Json;
use rmcp::model::CallToolResult;
use rmcp::schemars::{self, JsonSchema};
use rmcp::{ErrorData as McpError, tool, tool_router};
use secondtry::{Guard, ToolFailure};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::client::{Client, Era, Served};
use crate::guard::{router, tool as tool_with};

/// Tools as rmcp's macros make them; what they fail by is theirs.
#[tool_router(router = hostile_tools)]
impl Served {
    #[tool(description = "Panics at once")]
    fn panics_while_called() -> String {
        panic!("secret of the house")
    }

    #[tool(description = "Panics after an await")]
    async fn panics_later(&self) -> String {
        tokio::task::yield_now().await;
        panic!("secret of the house")
    }

    #[tool(description = "Panics with a number")]
    async fn panics_with_a_number(&self) -> String {
        panic_any(7_u32)
    }

    #[tool(description = "Panics with something that panics when dropped")]
    async fn panics_with_a_grenade(&self) -> String {
        panic_any(Grenade)
    }

    #[tool(description = "Panics while what it holds is dropped")]
    async fn panics_in_drop(&self) -> String {
        let _grenade = Grenade;
        tokio::task::yield_now().await;
        "done".into()
    }

    #[tool(description = "Never returns, and panics when dropped")]
    async fn hangs_with_a_grenade(&self) -> String {
        let _grenade = Grenade;
        std::future::pending().await
    }

    #[tool(description = "Returns what cannot be serialised")]
    fn unserialisable() -> Json<Unserialisable> {
        Json(Unserialisable)
    }

    #[tool(description = "Works")]
    fn works() -> String {
        "done".into()
    }

    #[tool(description = "Blocks its thread for a moment")]
    fn blocks() -> String {
        std::thread::sleep(Duration::from_millis(200));
        "done".into()
    }
}

struct Grenade;

impl Drop for Grenade {
    fn drop(&mut self) {
        panic!("a panic in drop");
    }
}

#[derive(JsonSchema)]
struct Unserialisable;

impl Serialize for Unserialisable {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("no such form"))
    }
}

#[tokio::test]
async fn every_panic_is_answered_and_the_server_lives() {
    let mut client = Client::guarded(Served::hostile_tools()).await;
    for tool in [
        "panics_while_called",
        "panics_later",
        "panics_with_a_number",
        "panics_with_a_grenade",
        "panics_in_drop",
    ] {
        let text = client.failure_of(tool, json!({})).await;
        assert!(text.starts_with(&format!("`{tool}` broke off: a fault in the tool")), "{text}");
        assert!(text.contains("Details are in the log under reference"), "{text}");
        assert!(!text.contains("secret of the house"), "{text}");
        assert_eq!(client.call("works", json!({})).await["result"]["isError"], false);
    }
}

#[tokio::test]
async fn panic_in_drop_at_the_deadline_is_answered() {
    let guard = Guard::new().deadline(Duration::from_millis(50));
    let guarded = guard.over(Served::hostile_tools()).unwrap();
    let mut client = Client::to(guarded, Era::Legacy).await;
    let text = client.failure_of("hangs_with_a_grenade", json!({})).await;
    assert!(text.starts_with("`hangs_with_a_grenade` broke off"), "{text}");
}

#[tokio::test]
async fn unserialisable_result_is_a_failure_of_the_tool() {
    let mut client = Client::guarded(Served::hostile_tools()).await;
    let text = client.failure_of("unserialisable", json!({})).await;
    assert!(text.contains("serialize"), "{text}");
}

#[tokio::test]
async fn blocking_tool_is_answered_once_it_returns() {
    let guard = Guard::new().deadline(Duration::from_millis(50));
    let mut client = Client::to(guard.over(Served::hostile_tools()).unwrap(), Era::Legacy).await;
    let answer = client.call("blocks", json!({})).await;
    assert_eq!(answer["result"]["content"][0]["text"], "done");
}

#[tokio::test]
async fn cancelled_call_gets_no_answer_and_the_next_one_does() {
    let guard = Guard::new().deadline(Duration::from_secs(30));
    let mut client = Client::to(guard.over(hanging()).unwrap(), Era::Legacy).await;
    let id = client.begin("tools/call", json!({"name": "work", "arguments": {"hang": true}})).await;
    let cancel = json!({"requestId": id, "reason": "enough"});
    client
        .tell(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel}))
        .await;
    let next = client.call("work", json!({})).await;
    assert_eq!(next["result"]["isError"], false, "{next}");
}

#[tokio::test]
async fn giant_arguments_reach_the_tool() {
    let mut routes = ToolRouter::new();
    let schema = json!({"type": "object", "properties": {"text": {"type": "string"}}});
    routes.add_route(ToolRoute::new_dyn(tool_with(schema), |context| {
        let length = context.arguments.as_ref().and_then(|all| Some(all["text"].as_str()?.len()));
        Box::pin(async move {
            match length {
                Some(8_000_000) => Err(McpError::internal_error("the disk is full", None)),
                other => Err(McpError::internal_error(format!("{other:?} bytes"), None)),
            }
        })
    }));
    let mut client = Client::guarded(routes).await;
    let text = client.failure_of("work", json!({"text": "x".repeat(8_000_000)})).await;
    assert_eq!(text, "the disk is full");
    let text = client.failure_of("work", json!({"text": ["x".repeat(4_000_000)]})).await;
    assert!(text.len() < 1000, "{} bytes", text.len());
    assert!(text.contains("`text` must be a string"), "{text}");
}

#[tokio::test]
async fn recursive_schema_is_judged_within_bounds() {
    let schema = json!({
        "type": "object",
        "properties": {"tree": {"$ref": "#/$defs/node"}},
        "$defs": {"node": {"type": "object", "properties": {
            "left": {"$ref": "#/$defs/node"}, "right": {"$ref": "#/$defs/node"}, "n": {"type": "integer"}
        }}}
    });
    let mut client = Client::guarded(router(schema, || Ok(CallToolResult::success(vec![])))).await;
    let mut tree = json!({"n": "seven"});
    for _ in 0..50 {
        tree = json!({"left": tree, "right": {"n": 1}});
    }
    let text = client.failure_of("work", json!({"tree": tree})).await;
    assert!(text.contains("must be an integer"), "{text}");
}

#[tokio::test]
async fn answers_keep_apart_under_many_calls() {
    let mut client = Client::guarded(Served::hostile_tools()).await;
    let mut open = Vec::new();
    for at in 0..50 {
        let tool = if at % 2 == 0 { "panics_later" } else { "works" };
        open.push((tool, client.begin("tools/call", json!({"name": tool, "arguments": {}})).await));
    }
    // Answers come in any order, and this client passes over what it does not wait for.
    let (tool, last) = open[49];
    assert_eq!(client.answer(last).await["result"]["isError"], Value::Bool(tool != "works"));
}

#[tokio::test]
async fn error_of_many_megabytes_is_cut() {
    let error =
        || McpError::internal_error(format!("at /srv/app/main.rs:1 {}", "x".repeat(5 << 20)), None);
    let mut client = Client::guarded(router(json!({"type": "object"}), move || Err(error()))).await;
    let text = client.failure_of("work", json!({})).await;
    assert!(text.len() < 1 << 20, "{} bytes", text.len());
    assert!(!text.contains("/srv/app"), "{}", &text[..200]);
}

#[tokio::test]
async fn failure_of_ours_never_carries_structured_content() {
    let end = || {
        let mut result: CallToolResult =
            ToolFailure::rate_limited("1 a day", Duration::from_secs(1)).into();
        result.structured_content = Some(json!({"left": 0}));
        Ok(result)
    };
    let mut client = Client::guarded(router(json!({"type": "object"}), end)).await;
    client.failure_of("work", json!({})).await;
}

fn hanging() -> ToolRouter<Served> {
    let mut routes = ToolRouter::new();
    routes.add_route(ToolRoute::new_dyn(tool_with(json!({"type": "object"})), |context| {
        let hangs = context.arguments.is_some_and(|all| all.contains_key("hang"));
        Box::pin(async move {
            if hangs {
                std::future::pending::<()>().await;
            }
            Ok(CallToolResult::success(vec![]).into())
        })
    }));
    routes
}
