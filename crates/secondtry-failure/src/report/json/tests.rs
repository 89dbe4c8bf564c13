use std::path::PathBuf;

use schemars::generate::SchemaSettings;

use super::*;

/// Compares a generated file with what is in the repository, or with `UPDATE_GENERATED=1` writes it.
#[expect(clippy::disallowed_methods, reason = "a test may read and write the repository")]
fn assert_generated(path: &str, expected: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var("UPDATE_GENERATED").is_ok_and(|value| value == "1") {
        std::fs::write(&path, expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{} is out of date: UPDATE_GENERATED=1 writes it", path.display());
}

#[test]
fn schema_in_the_repository_is_up_to_date() {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = generator.into_root_schema_for::<Document<'_>>();
    let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    assert_generated("schemas/report-1.schema.json", &text);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test may read the repository")]
fn every_member_is_documented() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/report-format.md");
    let page = std::fs::read_to_string(path).unwrap();
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = generator.into_root_schema_for::<Document<'_>>().to_value();
    let definitions = schema["$defs"].as_object().unwrap().values().chain([&schema]);
    let mut missing: Vec<&String> = definitions
        .flat_map(|definition| definition["properties"].as_object().unwrap().keys())
        .filter(|name| !page.contains(&format!("`{name}`")))
        .collect();
    missing.sort();
    assert_eq!(missing, [""; 0]);
}
