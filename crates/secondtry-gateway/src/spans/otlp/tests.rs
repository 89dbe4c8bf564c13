use std::time::Duration;

use super::*;
use crate::spans::trace_context::TraceContext;
use crate::spans::{Account, CallEnd};

#[test]
fn span_is_written_as_collectors_read_it() {
    let began = UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    let context = TraceContext::read("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    let account = Account {
        made: vec![RepairName::Channel, RepairName::Message],
        observed: Vec::new(),
        rules: vec!["no-reason-given"],
    };
    let span = Span {
        tool: "book".to_owned(),
        protocol: "2025-11-25",
        context: context.expect("a context").with_state(Some("a=1")),
        id: [1; 8],
        began,
        ended: began + Duration::from_millis(5),
        end: CallEnd::Failed,
        account,
    };
    let body = body(&[span], &[("service.name".to_owned(), "s".to_owned())]);
    let body: Value = serde_json::from_slice(&body).expect("JSON");
    let text = |text: &str| json!({"stringValue": text});
    let attribute = |key: &str, value: &Value| json!({"key": key, "value": value});
    let list = |texts: &[&str]| {
        let values: Vec<Value> = texts.iter().map(|one| text(one)).collect();
        json!({"arrayValue": {"values": values}})
    };
    let expected = json!({
        "traceId": "4bf92f3577b34da6a3ce929d0e0e4736",
        "spanId": "0101010101010101",
        "parentSpanId": "00f067aa0ba902b7",
        "traceState": "a=1",
        "name": "tools/call book",
        "kind": 2,
        "startTimeUnixNano": "1700000000000000000",
        "endTimeUnixNano": "1700000000005000000",
        "attributes": [
            attribute("mcp.method.name", &text("tools/call")),
            attribute("mcp.protocol.version", &text("2025-11-25")),
            attribute("gen_ai.operation.name", &text("execute_tool")),
            attribute("secondtry.outcome", &text("failed")),
            attribute("gen_ai.tool.name", &text("book")),
            attribute("secondtry.repairs", &list(&["channel", "message"])),
            attribute("secondtry.rules", &list(&["no-reason-given"])),
            attribute("error.type", &text("tool_error")),
        ],
        "status": {"code": 2},
    });
    assert_eq!(body["resourceSpans"][0]["scopeSpans"][0]["spans"], json!([expected]));
    let resource = &body["resourceSpans"][0]["resource"]["attributes"];
    assert_eq!(*resource, json!([attribute("service.name", &text("s"))]));
}
