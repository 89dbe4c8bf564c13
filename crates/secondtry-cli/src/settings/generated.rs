//! What follows from the table of settings: the schema of the file, and the table of `docs/settings.md`.

use std::fmt::Write;

use secondtry_failure::repair::RepairName;
use serde_json::{Map, Value, json};

use super::file::SERVERS;
use super::table::{Kind, SETTINGS, Setting};

/// The JSON Schema of a file of settings. Editors check TOML by it.
pub(super) fn schema() -> String {
    let mut members: Map<String, Value> =
        SETTINGS.iter().map(|setting| (setting.name.to_owned(), member(setting))).collect();
    members.insert(SERVERS.to_owned(), crate::wrap::servers::schema());
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Settings of secondtry, version 1",
        "type": "object",
        "properties": members,
        "additionalProperties": false,
    });
    serde_json::to_string_pretty(&schema).expect("it is JSON") + "\n"
}

fn member(setting: &Setting) -> Value {
    let levels = ["error", "warning", "advice"];
    let mut schema = match setting.kind {
        Kind::List => json!({"anyOf": [
            {"type": "array", "items": {"type": "string"}},
            {"type": "string"},
        ]}),
        Kind::Number => json!({"type": "integer", "minimum": 0}),
        Kind::Switch => json!({"type": "boolean"}),
        Kind::Table if setting.name == "repair" => {
            let modes = json!({"enum": ["on", "observe", "off"]});
            let each = RepairName::ALL.map(|repair| (repair.name().to_owned(), modes.clone()));
            json!({
                "type": "object",
                "properties": Map::from_iter(each),
                "additionalProperties": false,
            })
        }
        Kind::Table => json!({
            "type": "object",
            "propertyNames": {"pattern": "^[a-z]+(-[a-z]+)*$"},
            "additionalProperties": {"enum": [levels[0], levels[1], levels[2], "off"]},
        }),
        Kind::Text if setting.name == "fail_on" => json!({"enum": levels}),
        Kind::Text if setting.name == "era" => json!({"enum": ["pass", "bridge"]}),
        Kind::Text => json!({"type": "string", "minLength": 1}),
        Kind::Time => json!({"anyOf": [
            {"type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(ms|s|m)?$"},
            {"type": "number", "exclusiveMinimum": 0},
        ]}),
    };
    schema["description"] = setting.about.into();
    if !setting.default.is_empty() {
        schema["default"] = match setting.kind {
            Kind::List | Kind::Table | Kind::Text | Kind::Time => setting.default.into(),
            Kind::Number | Kind::Switch => {
                serde_json::from_str(setting.default).expect("a default is of its kind")
            }
        };
    }
    schema
}

/// The table of `docs/settings.md`.
pub(super) fn table() -> String {
    let mut text = "| setting | flag | variable | value | default | meaning |\n| --- | --- | --- | --- | --- | --- |\n".to_owned();
    for setting in SETTINGS {
        let value = match setting.kind {
            Kind::List => "list of texts",
            Kind::Number => "number",
            Kind::Switch => "true or false",
            Kind::Table => "table",
            Kind::Text => "text",
            Kind::Time => "time",
        };
        let default = if setting.default.is_empty() {
            String::new()
        } else {
            format!("`{}`", setting.default)
        };
        let _ = writeln!(
            text,
            "| `{}` | `{}` | `{}` | {value} | {default} | {} |",
            setting.name,
            setting.flag(),
            setting.variable(),
            setting.about
        );
    }
    text
}
