//! Calls that test the server, whatever its tools: unknown names, ill-formed requests, other methods.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::super::kind::ProbeKind;
use super::super::random::Random;
use super::PlannedCall;
use super::request::{JsonText, PlannedRequest};

/// The calls; those that could reach a tool are aimed at `read_only`, or at a name that does not exist.
pub(super) fn calls(
    names: &HashSet<&str>,
    tools: &[Value],
    read_only: Option<&str>,
    seed: u64,
) -> Vec<PlannedCall> {
    let mut random = Random::new(seed, "server-wide");
    let mut far = format!("zz_{}", random.letters(8));
    while names.contains(far.as_str()) {
        far.push('z');
    }
    let target = read_only.unwrap_or(&far);
    let tool = read_only.map(str::to_owned);
    let call =
        |kind, params: &Value| planned(None, kind, PlannedRequest::Call(JsonText::of(params)));
    let aimed = |kind, params: &Value| PlannedCall { tool: tool.clone(), ..call(kind, params) };
    let method = |kind, method: &str, params: &Value| {
        let (method, params) = (method.to_owned(), JsonText::of(params));
        planned(None, kind, PlannedRequest::Method { method, params })
    };
    let mut calls = Vec::new();
    // Near to a tool that may be run, should a server guess what was meant.
    let listed = tools.iter().find_map(|tool| tool.get("name")?.as_str());
    if let Some(near) = read_only.or(listed).map(|name| misspelt(name, names)) {
        calls.push(call(ProbeKind::UnknownToolNear, &json!({"name": near, "arguments": {}})));
    }
    calls.push(call(ProbeKind::UnknownToolFar, &json!({"name": far, "arguments": {}})));
    calls.push(call(ProbeKind::NoName, &json!({"arguments": {}})));
    calls.push(call(ProbeKind::NameNotString, &json!({"name": 12345, "arguments": {}})));
    calls.push(aimed(
        ProbeKind::ArgumentsArray,
        &json!({"name": target, "arguments": ["unexpected"]}),
    ));
    calls.push(aimed(
        ProbeKind::ArgumentsString,
        &json!({"name": target, "arguments": "unexpected"}),
    ));
    calls.push(method(ProbeKind::UnknownMethod, "tools/zz_unknown", &json!({})));
    let cursor = format!("zz-{}", random.digits(12));
    calls.push(method(ProbeKind::BadCursor, "tools/list", &json!({"cursor": cursor})));
    let cut_off =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{far}","#);
    calls.push(planned(None, ProbeKind::MalformedJson, PlannedRequest::Raw(cut_off.into_bytes())));
    calls
}

fn planned(tool: Option<String>, kind: ProbeKind, request: PlannedRequest) -> PlannedCall {
    PlannedCall { tool, kind, parameter: None, constraint: None, request }
}

/// `name` with its last two characters swapped, or its last one twice; never another tool's name.
fn misspelt(name: &str, names: &HashSet<&str>) -> String {
    let mut chars: Vec<char> = name.chars().collect();
    let length = chars.len();
    if length > 2 {
        chars.swap(length - 1, length - 2);
    }
    let mut near: String = chars.into_iter().collect();
    if near == name || names.contains(near.as_str()) {
        near = name.chars().chain(name.chars().last().or(Some('z'))).collect();
    }
    while names.contains(near.as_str()) {
        near.push('z');
    }
    near
}
