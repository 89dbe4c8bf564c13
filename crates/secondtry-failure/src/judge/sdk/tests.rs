use serde_json::{Value, json};

use super::advice::WAYS;
use super::{Sdk, advice, sdk_of};
use crate::classify::run::runs;
use crate::judge::rules;
use crate::transcript::read::read;

/// The SDK told from one answer to one call.
fn told(params: &Value, answer: &Value, capabilities: &Value) -> Option<Sdk> {
    let lines = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": capabilities}}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}),
        answer.clone(),
    ];
    let text = lines.map(|line| line.to_string()).join("\n");
    sdk_of(&runs(&read(text.as_bytes()).unwrap())[0])
}

fn result(text: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": 2, "result": {"isError": true, "content": [{"type": "text", "text": text}]}})
}

fn error(code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": 2, "error": {"code": code, "message": message}})
}

fn named() -> Value {
    json!({"name": "divide", "arguments": {}})
}

#[test]
fn refused_arguments_tell_the_sdk() {
    let none = json!({});
    for (text, sdk) in [
        (
            "MCP error -32602: Input validation error: Invalid arguments for tool divide: Required at a",
            Sdk::TypeScript1,
        ),
        (
            "Input validation error: Invalid arguments for tool divide: a: Invalid input: expected number",
            Sdk::TypeScript2,
        ),
        (
            "Error executing tool divide: 1 validation error for divideArguments\na\n  Field required",
            Sdk::Python2,
        ),
        ("1 validation error for call[divide]\na\n  Missing required argument", Sdk::Fastmcp),
        ("failed to deserialize parameters: missing field `a`", Sdk::Rmcp),
        ("Tool 'divide' execution failed: Cannot divide by zero", Sdk::FastmcpNpm),
    ] {
        assert_eq!(told(&named(), &result(text), &none), Some(sdk), "{text}");
    }
}

#[test]
fn malformed_calls_tell_the_sdk() {
    let none = json!({});
    let zod = "[\n  {\n    \"expected\": \"string\",\n    \"code\": \"invalid_type\",\n    \"path\": []\n  }\n]";
    for (code, text, sdk) in [
        (-32603, zod, Sdk::TypeScript1),
        (-32602, "Invalid tools/call request: [ { } ]", Sdk::TypeScript2),
        (-32601, "tools/call", Sdk::Rmcp),
        (-32601, "No handler is implemented for custom requests.", Sdk::RustMcpSdk),
        (0, "handling 'tools/call': unmarshaling: json", Sdk::Go),
    ] {
        assert_eq!(told(&json!({}), &error(code, text), &none), Some(sdk), "{text}");
    }
}

#[test]
fn experimental_capabilities_tell_the_first_python_sdk() {
    let text = "Input validation error: 'a' is a required property";
    let first = json!({"experimental": {}, "tools": {"listChanged": false}});
    let second = json!({"tools": {"listChanged": false}});
    assert_eq!(told(&named(), &result(text), &first), Some(Sdk::Python1));
    assert_eq!(told(&named(), &result(text), &second), Some(Sdk::Python2));
}

#[test]
fn a_servers_own_words_tell_nothing() {
    let answer = result("`a` must be a number, got \"x\".");
    assert_eq!(told(&named(), &answer, &json!({})), None);
}

#[test]
fn every_way_belongs_to_a_rule() {
    for (rule, sdks, _) in WAYS {
        assert!(rules::by_code(rule).is_some(), "{rule}");
        assert!(!sdks.is_empty(), "{rule}");
    }
    assert!(advice("no-reason-given", Sdk::Python2).unwrap().contains("ToolError"));
    assert_eq!(advice("no-reason-given", Sdk::Pmcp), None);
}
