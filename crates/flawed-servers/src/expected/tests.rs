use serde_json::{Value, json};

use super::*;
use crate::arguments::faults;
use crate::catalogue::{CLEAN, server};
use crate::era::Eras;

#[test]
fn every_row_names_a_server_and_its_tool() {
    for row in EXPECTED {
        let server = server(row.server, Eras::Both).expect(row.server);
        let has = |name| server.tools.iter().any(|tool| tool.name() == name);
        assert!(row.tool.is_none_or(has), "{row:?}");
    }
}

#[test]
fn every_flaw_has_a_row() {
    for flaw in FLAWS {
        assert!(EXPECTED.iter().any(|row| row.server == flaw.name), "{}", flaw.name);
    }
}

#[test]
fn nothing_is_expected_of_the_clean_server() {
    for era in [Era::Legacy, Era::Modern] {
        for transport in [Transport::Http, Transport::Stdio] {
            assert_eq!(findings(CLEAN, era, transport), Some(Vec::new()));
        }
    }
}

#[test]
fn unknown_server_has_no_expectation() {
    assert_eq!(findings("spotless", Era::Modern, Transport::Stdio), None);
}

#[test]
fn base_call_of_every_tool_is_valid() {
    for name in names() {
        for tool in server(name, Eras::Both).expect(name).tools {
            let schema = &tool.definition["inputSchema"];
            let arguments = sample(schema).as_object().expect("arguments").clone();
            assert_eq!(faults(schema, &arguments), [], "{name}: {}", tool.name());
        }
    }
}

/// The value that a schema itself suggests: an example, an enum value, a default, or what its parts suggest.
fn sample(schema: &Value) -> Value {
    let first = |list: &Value| list.as_array().and_then(|list| list.first()).cloned();
    let suggested = first(&schema["examples"]).or_else(|| first(&schema["enum"]));
    match schema["type"].as_str() {
        _ if suggested.is_some() => suggested.unwrap_or_default(),
        Some("array") => json!([sample(&schema["items"])]),
        Some("object") => {
            let properties = schema["properties"].as_object().into_iter().flatten();
            properties.map(|(name, schema)| (name.clone(), sample(schema))).collect()
        }
        Some(_) | None => schema["default"].clone(),
    }
}
