//! A server behind a URL with TLS.

use serde_json::json;

use crate::Scenario;
use crate::client::text;
use crate::front::{Front, wait_until};
use crate::tls_server::TlsServer;
use crate::url_server::start;

pub(crate) const ALL: &[Scenario] = &[
    ("trusted_certificate_is_taken", trusted_certificate_is_taken),
    ("unknown_certificate_is_told", unknown_certificate_is_told),
];

fn trusted_certificate_is_taken() {
    let server = TlsServer::before(start(|_, _| ()));
    let variable = ("SSL_CERT_FILE", server.certificate().as_os_str());
    let front = Front::of_url_with(variable, &[], &server.url("/mcp"));
    let client = front.client().begun();
    assert_eq!(text(&client.called("good", &json!({}))), "fine");
    let wrong = client.called("strict", &json!({"people": 0}));
    assert_eq!(wrong["result"]["isError"], true, "the list was read over TLS, too: {wrong}");
    assert_eq!(front.end(), Some(0));
}

fn unknown_certificate_is_told() {
    let server = TlsServer::before(start(|_, _| ()));
    let front = Front::of_url(&[], &server.url("/mcp"));
    let answer = front.client().call(&json!(7), "good", &json!({}));
    let told = answer.message();
    assert_eq!((answer.status, &told["result"]["isError"]), (200, &json!(true)), "{told}");
    wait_until("the certificate is told", || front.stderr().contains("certificate"));
    assert!(server.inner.asked().is_empty());
}
