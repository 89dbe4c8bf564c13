//! An `inputSchema` is no JSON Schema for an object.

use serde_json::Value;

use crate::classify::run::{ListedTool, Run};
use crate::judge::rule::{
    Breach, Group, Level, Look, Observation, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::message::protocol_version::ProtocolVersion;
use crate::schema::compile::{Schema, Uncompilable};
use crate::schema::dialect::Dialect;

pub(super) const RULE: Rule = Rule {
    code: "input-schema-invalid",
    group: Group::Definition,
    page: include_str!("input_schema_invalid.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "server/tools#tool", Strength::Must),
    is_server_wide: false,
    look: Look::Run(look),
};

fn look(run: &Run) -> Vec<Observation> {
    let tools = run.tools.iter().map(|listed| Observation {
        tool: Some(listed.tool.name.clone()),
        exchange: None,
        verdict: verdict(listed, run.version()),
    });
    tools.collect()
}

fn verdict(listed: &ListedTool, version: ProtocolVersion) -> Verdict {
    let got = match listed.tool.definition.get("inputSchema") {
        None => "no `inputSchema`".to_owned(),
        Some(schema @ Value::Object(members)) => match members.get("type") {
            Some(Value::String(kind)) if kind == "object" => {
                match broken(listed, schema, version) {
                    Ok(None) => return Verdict::Passed,
                    Ok(Some(why)) => why,
                    Err(CannotTell) => return Verdict::CouldNotJudge,
                }
            }
            None => "an `inputSchema` without `\"type\": \"object\"`".to_owned(),
            Some(other) => format!("an `inputSchema` whose `type` is {other}"),
        },
        Some(_) => "an `inputSchema` that is no object".to_owned(),
    };
    Verdict::found(Breach {
        got,
        expected: "a JSON Schema with `\"type\": \"object\"` at its root, valid in its dialect (2020-12 unless `$schema` names another)".into(),
        advice: "compile the schema in a test with a validator for its dialect".into(),
        ..Breach::default()
    })
}

/// Our limits, or a dialect that is not known to us.
struct CannotTell;

fn broken(
    listed: &ListedTool,
    schema: &Value,
    version: ProtocolVersion,
) -> Result<Option<String>, CannotTell> {
    match &listed.input {
        // A reference that leads nowhere is another rule's matter.
        Ok(_) | Err(Uncompilable::ExternalRef(_) | Uncompilable::UnresolvableRef(_)) => Ok(None),
        Err(Uncompilable::OverBound(_) | Uncompilable::UnknownDialect(_)) => Err(CannotTell),
        Err(error @ (Uncompilable::EndlessReference | Uncompilable::Invalid { .. })) => {
            // Before 2025-11-25 no dialect was named, so any will do.
            let is_older_dialect = version < ProtocolVersion::V2025_11_25
                && [Dialect::Draft4, Dialect::Draft6, Dialect::Draft7, Dialect::Draft201909]
                    .into_iter()
                    .any(|dialect| Schema::compile_as(schema, dialect).is_ok());
            Ok((!is_older_dialect).then(|| format!("an `inputSchema` that is not valid: {error}")))
        }
    }
}
