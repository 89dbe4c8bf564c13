//! `--era bridge` with clients over HTTP: either era in front of a command of the other.

use serde_json::{Value, json};

use crate::Scenario;
use crate::client::text;
use crate::front::Front;
use crate::modern_scenarios::{asked, called, modern};

pub(crate) const ALL: &[Scenario] = &[
    ("modern_clients_talk_to_a_legacy_command", modern_clients_talk_to_a_legacy_command),
    ("legacy_client_talks_to_a_modern_command", legacy_client_talks_to_a_modern_command),
    ("url_in_front_of_clients_is_not_bridged", url_in_front_of_clients_is_not_bridged),
];

fn modern_clients_talk_to_a_legacy_command() {
    let front = Front::of_command(&["--era", "bridge"], "legacy");
    let client = modern(&front.client());
    let found = asked(&client, &json!(1), "server/discover", json!({})).message();
    assert_eq!(found["result"]["supportedVersions"], json!(["2026-07-28"]), "{found}");
    let list = asked(&client, &json!("l"), "tools/list", json!({})).message();
    assert_eq!(list["result"]["ttlMs"], 0, "{list}");
    let fine = called(&client, &json!(2), "good", &json!({})).message();
    assert_eq!((text(&fine), &fine["result"]["resultType"]), ("fine", &json!("complete")));
    let wrong = called(&client, &json!(3), "strict", &json!({"people": 0})).message();
    assert_eq!((&wrong["id"], &wrong["result"]["isError"]), (&json!(3), &json!(true)), "{wrong}");
    assert_eq!(front.end(), Some(0));
}

fn legacy_client_talks_to_a_modern_command() {
    let front = Front::of_command(&["--era", "bridge"], "modern");
    let client = front.client().begun();
    assert_eq!(text(&client.called("good", &json!({}))), "fine");
    let wrong = client.called("strict", &json!({"people": 0}));
    assert_eq!(wrong["result"]["isError"], true, "{wrong}");
    let unknown = client.called("nonesuch", &json!({}));
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
    assert_eq!(front.end(), Some(0));
}

fn url_in_front_of_clients_is_not_bridged() {
    let server = crate::url_server::start(|_, _| ());
    let front = Front::of_url(&["--era", "bridge"], &server.url("/mcp"));
    let greeting: Value = front.client().post(&crate::client::initialize()).message();
    assert_eq!(greeting["result"]["protocolVersion"], "2025-11-25");
    crate::front::wait_until("it says so", || front.stderr().contains("`--era bridge`"));
}
