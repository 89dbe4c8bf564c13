//! `--era bridge` in front of a URL: either era talks to the other.

use serde_json::{Value, json};

use super::modern;
use crate::client::{Client, text};
use crate::scripted_server::ScriptedServer;
use crate::server;

pub(super) fn modern_client_talks_to_a_legacy_url() {
    let server = server::start(|_, _, _| false);
    let mut client = Client::start(&server.url("/mcp"), &["--era", "bridge"]);
    client.send(&modern::asked("d", "server/discover", json!({})));
    let found = client.answer("d");
    assert_eq!(found["result"]["supportedVersions"], json!(["2026-07-28"]), "{found}");
    client.send(&modern::asked("c", "tools/call", json!({"name": "good", "arguments": {}})));
    let fine = client.answer("c");
    assert_eq!((text(&fine), &fine["result"]["resultType"]), ("fine", &json!("complete")));
    assert_eq!(client.end().code, Some(0));
    let asked = server.asked();
    let call = asked.iter().find(|asked| asked.body.contains("tools/call")).expect("the call");
    assert_eq!(call.header("mcp-session-id"), Some("s-1"), "the bridge has shaken hands");
    let body: Value = serde_json::from_str(&call.body).expect("JSON");
    assert!(body["params"]["_meta"].is_null(), "{body}");
}

pub(super) fn legacy_client_talks_to_a_modern_url() {
    let server = ScriptedServer::start(modern::small);
    let mut client = Client::start(&server.url("/mcp"), &["--era", "bridge"]);
    client.greet();
    client.call("c", "t");
    assert_eq!(text(&client.answer("c")), "fine");
    assert_eq!(client.end().code, Some(0));
    let asked = server.asked();
    let call = asked.iter().find(|asked| asked.body.contains("tools/call")).expect("the call");
    assert_eq!(call.header("mcp-protocol-version"), Some("2026-07-28"));
    assert!(asked.iter().all(|asked| !asked.body.contains("\"initialize\"")));
}
