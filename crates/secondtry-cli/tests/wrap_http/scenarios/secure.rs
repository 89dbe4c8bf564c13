//! A server with TLS.

use serde_json::json;

use crate::client::{Client, initialize, text};
use crate::server;
use crate::tls_server::TlsServer;

pub(super) fn trusted_certificate_is_taken() {
    let server = TlsServer::before(server::start(|_, _, _| false));
    let variable = ("SSL_CERT_FILE", server.certificate().as_os_str());
    let mut client = Client::start_with(variable, &server.url("/mcp"), &[]);
    client.greet();
    client.call("c", "good");
    assert_eq!(text(&client.answer("c")), "fine");
    assert_eq!(client.end().code, Some(0));
}

pub(super) fn unknown_certificate_is_told() {
    let server = TlsServer::before(server::start(|_, _, _| false));
    let mut client = Client::start(&server.url("/mcp"), &[]);
    client.send(&initialize());
    assert!(client.answer("i")["error"].is_object(), "{}", client.answer("i"));
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    client.call("c", "good");
    assert_eq!(client.answer("c")["result"]["isError"], true, "{}", client.answer("c"));
    let ended = client.end();
    assert!(ended.stderr.contains("certificate"), "{}", ended.stderr);
    assert!(server.inner.asked().is_empty());
}
