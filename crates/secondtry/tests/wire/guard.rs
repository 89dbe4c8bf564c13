//! Each thing that a guard does, on the wire.

use std::time::Duration;

use rmcp::ErrorData as McpError;
use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::model::{CallToolResult, ContentBlock, Tool};
use secondtry::{Failure, Guard, GuardError, HostFailure, ToolFailure};
use serde_json::{Value, json};

use crate::client::{Client, Era, Served};

/// A router with one tool that takes what `schema` says, and ends as `end` does.
pub(crate) fn router<E>(schema: Value, end: E) -> ToolRouter<Served>
where
    E: Fn() -> Result<CallToolResult, McpError> + Send + Sync + 'static,
{
    let mut router = ToolRouter::new();
    router.add_route(ToolRoute::new_dyn(tool(schema), move |_| {
        let ended = end().map(Into::into);
        Box::pin(async move { ended })
    }));
    router
}

pub(crate) fn tool(schema: Value) -> Tool {
    Tool::new("work", "Works", rmcp::model::object(schema))
}

#[expect(clippy::unnecessary_wraps, reason = "it stands for a tool that can fail")]
fn done() -> Result<CallToolResult, McpError> {
    Ok(CallToolResult::success(vec![ContentBlock::text("done")]))
}

fn open() -> Value {
    json!({"type": "object"})
}

#[tokio::test]
async fn all_faults_of_arguments_are_told_at_once() {
    let schema = json!({
        "type": "object",
        "properties": {"n": {"type": "integer", "maximum": 9}, "unit": {"enum": ["km", "mi"]}},
        "required": ["n", "unit"]
    });
    let mut client = Client::guarded(router(schema, || panic!("it must not run"))).await;
    assert_eq!(
        client.failure_of("work", json!({"n": 12, "unit": "KM"})).await,
        "`work` was not run: 2 arguments are wrong.\n\
         Argument `n` must be an integer of at most 9. You sent 12. Suggested value: 9.\n\
         Argument `unit` must be one of \"km\", \"mi\". You sent \"KM\". Suggested value: \"km\".\n\
         Call `work` again with the arguments {\"n\": 9, \"unit\": \"km\"}."
    );
}

#[tokio::test]
async fn valid_call_passes_untouched() {
    let mut client = Client::guarded(router(open(), done)).await;
    let answer = client.call("work", json!({"any": 1})).await;
    assert_eq!(
        answer["result"],
        json!({"content": [{"type": "text", "text": "done"}], "isError": false})
    );
}

#[tokio::test]
async fn protocol_error_of_a_tool_becomes_a_result() {
    for error in [
        McpError::invalid_params("no invoice INV-7", None),
        McpError::internal_error("no invoice INV-7", None),
        McpError::resource_not_found("no invoice INV-7", None),
    ] {
        let mut client = Client::guarded(router(open(), move || Err(error.clone()))).await;
        assert_eq!(client.failure_of("work", json!({})).await, "no invoice INV-7");
    }
}

#[tokio::test]
async fn internals_in_an_error_go_to_the_log() {
    let error =
        || McpError::internal_error("cannot connect to postgres://app:pw@10.0.3.7/prod", None);
    let mut client = Client::guarded(router(open(), move || Err(error()))).await;
    let text = client.failure_of("work", json!({})).await;
    assert!(!text.contains("10.0.3.7") && !text.contains("pw"), "{text}");
    assert!(text.contains("Details are in the log under reference"), "{text}");
}

#[tokio::test]
async fn host_failure_stays_a_protocol_error() {
    let end = || Err(HostFailure::out_of_memory().into());
    let mut client = Client::guarded(router(open(), end)).await;
    let error = &client.call("work", json!({})).await["error"];
    assert_eq!(error["code"], -32603);
    assert_eq!(error["message"], "The server is out of memory and did not run the tool");
    assert_eq!(error["data"]["dev.secondtry/failure"]["outcome"], "not-run");
}

#[tokio::test]
async fn url_elicitation_stays_a_protocol_error() {
    let end = || Err(McpError::new(rmcp::model::ErrorCode(-32042), "open the address", None));
    let mut client = Client::guarded(router(open(), end)).await;
    assert_eq!(client.call("work", json!({})).await["error"]["code"], -32042);
}

#[tokio::test]
async fn tool_failure_inside_an_error_becomes_itself_again() {
    let end = || Err(ToolFailure::not_found("page", "title", &"Rust").find_with("search").into());
    let mut client = Client::guarded(router(open(), end)).await;
    let answer = client.call("work", json!({})).await;
    assert_eq!(
        answer["result"]["_meta"]["dev.secondtry/failure"],
        json!({
            "rules": [], "retry": "changed-call", "outcome": "not-run",
            "faults": [{"parameter": "/title", "expected": "a page that exists"}],
        })
    );
    let text = "There is no page \"Rust\", which you sent as `title`. It must be an existing page. \
                Call `search` to find one, then call again with it.";
    assert_eq!(answer["result"]["content"][0]["text"], text);
}

#[tokio::test]
async fn unknown_tool_and_malformed_call_are_invalid_params() {
    for era in [Era::Legacy, Era::Modern] {
        let guarded = secondtry::guard(router(open(), done)).unwrap();
        let mut client = Client::to(guarded, era).await;
        assert_eq!(client.call("wrok", json!({})).await["error"]["code"], -32602);
        for params in [
            json!({"name": "work", "arguments": [1]}),
            json!({"name": "work", "arguments": "text"}),
            json!({"name": 7}),
            json!({"arguments": {}}),
        ] {
            let answer = client.ask("tools/call", params.clone()).await;
            assert_eq!(answer["error"]["code"], -32602, "{params}: {answer}");
        }
        let unknown = client.ask("tools/run", json!({})).await;
        assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
    }
}

#[tokio::test]
async fn result_type_goes_with_the_era() {
    for (era, kind) in [(Era::Legacy, Value::Null), (Era::Modern, json!("complete"))] {
        let guarded = secondtry::guard(router(json!({"type": "object", "required": ["n"]}), done));
        let mut client = Client::to(guarded.unwrap(), era).await;
        let answer = client.call("work", json!({})).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        assert_eq!(answer["result"]["resultType"], kind, "{answer}");
    }
}

#[tokio::test]
async fn result_that_breaks_output_schema_is_told() {
    for structured in [Some(json!({"sum": "three"})), None] {
        let mut routes = ToolRouter::new();
        let output = json!({"type": "object", "properties": {"sum": {"type": "number"}}, "required": ["sum"]});
        let tool =
            tool(open()).with_raw_output_schema(std::sync::Arc::new(rmcp::model::object(output)));
        routes.add_route(ToolRoute::new_dyn(tool, move |_| {
            let mut result = CallToolResult::success(vec![ContentBlock::text("3")]);
            result.structured_content.clone_from(&structured);
            Box::pin(async move { Ok(result.into()) })
        }));
        let mut client = Client::guarded(routes).await;
        let text = client.failure_of("work", json!({})).await;
        assert!(text.starts_with("`work` answered, but"), "{text}");
        assert!(text.contains("do not repeat it"), "{text}");
    }
}

#[tokio::test]
async fn call_past_its_deadline_is_answered() {
    let mut routes = ToolRouter::new();
    routes.add_route(ToolRoute::new_dyn(tool(open()), |_| Box::pin(std::future::pending())));
    let guard = Guard::new().deadline_of("work", Duration::from_millis(50));
    let mut client = Client::to(guard.over(routes).unwrap(), Era::Legacy).await;
    let answer = client.call("work", json!({})).await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("`work` timed out: no answer came within 50 ms."), "{text}");
    assert_eq!(answer["result"]["_meta"]["dev.secondtry/failure"]["outcome"], "unknown");
}

#[test]
fn uncompilable_schema_names_the_tool_at_start() {
    for (schema, why) in [
        (json!({"type": "objekt"}), "at `/type`"),
        (json!({"$ref": "#"}), "leads back to itself"),
        (json!({"properties": {"a": {"$ref": "https://example.com/a.json"}}}), "leaves the schema"),
        (json!({"properties": {"a": {"pattern": "("}}}), ""),
    ] {
        let error = secondtry::guard(router(schema.clone(), done)).unwrap_err();
        assert_eq!(error.to_string(), "cannot compile the `inputSchema` of tool `work`");
        let cause = std::error::Error::source(&error).expect("a cause").to_string();
        assert!(cause.contains(why), "{schema}: {cause}");
    }
}

#[test]
fn deadline_for_no_tool_is_an_error() {
    let guard = Guard::new().deadline_of("wrok", Duration::from_secs(1));
    let error = guard.over(router(open(), done)).unwrap_err();
    assert!(matches!(error, GuardError::UnknownTool { .. }));
    assert_eq!(error.to_string(), "no tool `wrok` to set a deadline for (there are: `work`)");
}

#[test]
fn disabled_tool_stays_disabled() {
    let guarded = secondtry::guard(router(open(), done).with_disabled("work")).unwrap();
    assert!(guarded.is_disabled("work"));
}

#[test]
fn either_kind_of_failure_comes_from_one_tool() {
    let host: Failure = HostFailure::shutting_down().into();
    let tool: Failure = std::io::Error::other("disk").into();
    assert!(matches!(host, Failure::Host(_)));
    assert!(matches!(tool, Failure::Tool(_)));
}
