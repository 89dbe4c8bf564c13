//! Calls that become spans, whatever becomes of them. The collector is a server like any other.

use serde_json::{Value, json};

use crate::Scenario;
use crate::front::Front;
use crate::scripted_server::{Asked, ScriptedServer, say, whole};
use crate::url_server::start;

pub(crate) const ALL: &[Scenario] = &[
    ("call_that_passes_unread_is_a_span", call_that_passes_unread_is_a_span),
    ("coerced_call_names_its_repair", coerced_call_names_its_repair),
];

fn call_that_passes_unread_is_a_span() {
    let spans = spans_of(&[], "fault", &json!({}));
    assert_eq!(spans, [("unread".to_owned(), json!(null))]);
}

fn coerced_call_names_its_repair() {
    let spans = spans_of(&["--repair", "coercion=on"], "strict", &json!({"people": "2"}));
    assert_eq!(spans, [("worked".to_owned(), json!([{"stringValue": "coercion"}]))]);
}

/// Outcome and repairs of each span of one call.
fn spans_of(options: &[&str], tool: &str, arguments: &Value) -> Vec<(String, Value)> {
    let collector =
        ScriptedServer::start(|_, stream| say(stream, &whole("200 OK", "application/json", "{}")));
    let server = start(|_, stream| {
        say(stream, &whole("401 Unauthorized", "text/plain", "who are you?"));
    });
    let variable = ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url(""));
    let variable = (variable.0, variable.1.as_ref());
    let front = Front::of_url_with(variable, options, &server.url("/mcp"));
    front.client().begun().call(&json!(7), tool, arguments);
    assert_eq!(front.end(), Some(0));
    collector.asked().iter().flat_map(spans_in).collect()
}

fn spans_in(asked: &Asked) -> Vec<(String, Value)> {
    let body: Value = serde_json::from_str(&asked.body).expect("JSON");
    let spans = body["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().expect("spans");
    let told = |span: &Value| {
        let attribute = |key: &str| {
            let attributes = span["attributes"].as_array().expect("attributes");
            let found = attributes.iter().find(|attribute| attribute["key"] == key);
            found.map_or(Value::Null, |attribute| attribute["value"].clone())
        };
        let outcome = attribute("secondtry.outcome")["stringValue"].as_str().map(str::to_owned);
        (
            outcome.expect("an outcome"),
            attribute("secondtry.repairs")["arrayValue"]["values"].clone(),
        )
    };
    spans.iter().map(told).collect()
}
