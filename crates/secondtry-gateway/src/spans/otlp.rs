//! Spans as OTLP writes them in JSON (opentelemetry-proto, `ExportTraceServiceRequest`; ids in hexadecimal digits, 64-bit
//! numbers as texts).

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use secondtry_failure::repair::RepairName;
use serde_json::{Value, json};

use super::Span;

#[cfg(test)]
mod tests;

/// The body that tells of `spans`.
pub(super) fn body(spans: &[Span], resource: &[(String, String)]) -> Vec<u8> {
    let resource: Vec<Value> = resource.iter().map(|(key, value)| text(key, value)).collect();
    let spans: Vec<Value> = spans.iter().map(written).collect();
    let scope = json!({"name": "secondtry", "version": env!("CARGO_PKG_VERSION")});
    json!({"resourceSpans": [{
        "resource": {"attributes": resource},
        "scopeSpans": [{"scope": scope, "spans": spans}],
    }]})
    .to_string()
    .into_bytes()
}

fn written(span: &Span) -> Value {
    // Names by the conventions for MCP, where there are any.
    let mut attributes = vec![
        text("mcp.method.name", "tools/call"),
        text("mcp.protocol.version", span.protocol),
        text("gen_ai.operation.name", "execute_tool"),
        text("secondtry.outcome", span.end.name()),
    ];
    let mut name = "tools/call".to_owned();
    if !span.tool.is_empty() {
        attributes.push(text("gen_ai.tool.name", &span.tool));
        name = format!("{name} {}", span.tool);
    }
    let names = |repairs: &[RepairName]| repairs.iter().map(|repair| repair.name()).collect();
    for (key, values) in [
        ("secondtry.repairs", names(&span.account.made)),
        ("secondtry.observed", names(&span.account.observed)),
        ("secondtry.rules", span.account.rules.clone()),
    ] {
        if !values.is_empty() {
            attributes.push(texts(key, &values));
        }
    }
    if span.end.is_failure() {
        attributes.push(text("error.type", "tool_error"));
    }
    let mut written = json!({
        "traceId": hexadecimal(&span.context.trace),
        "spanId": hexadecimal(&span.id),
        "name": name,
        "kind": SERVER,
        "startTimeUnixNano": nanoseconds(span.began),
        "endTimeUnixNano": nanoseconds(span.ended),
        "attributes": attributes,
        "status": if span.end.is_failure() { json!({"code": ERROR}) } else { json!({}) },
    });
    if let Some(parent) = &span.context.parent {
        written["parentSpanId"] = hexadecimal(parent).into();
    }
    if let Some(state) = &span.context.state {
        written["traceState"] = state.as_str().into();
    }
    written
}

fn text(key: &str, value: &str) -> Value {
    json!({"key": key, "value": {"stringValue": value}})
}

fn texts(key: &str, values: &[&str]) -> Value {
    let values: Vec<Value> = values.iter().map(|value| json!({"stringValue": value})).collect();
    json!({"key": key, "value": {"arrayValue": {"values": values}}})
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // A write to a string cannot fail.
        _ = write!(text, "{byte:02x}");
    }
    text
}

fn nanoseconds(time: SystemTime) -> String {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos().to_string()
}

/// `SPAN_KIND_SERVER`: it answers the client.
const SERVER: u8 = 2;

/// `STATUS_CODE_ERROR`.
const ERROR: u8 = 2;
