//! The objects of a SARIF log, as far as a report needs them (OASIS SARIF 2.1.0, section 3).

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Log {
    #[serde(rename = "$schema")]
    pub(super) schema: &'static str,
    pub(super) version: &'static str,
    pub(super) runs: Vec<RunEntry>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunEntry {
    pub(super) tool: Tool,
    pub(super) invocations: [Invocation; 1],
    pub(super) column_kind: &'static str,
    pub(super) results: Vec<Sighting>,
    pub(super) properties: Properties,
}

#[derive(Serialize)]
pub(super) struct Properties {
    pub(super) server: String,
    pub(super) protocol: &'static str,
}

#[derive(Serialize)]
pub(super) struct Tool {
    pub(super) driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Driver {
    pub(super) name: &'static str,
    pub(super) semantic_version: &'static str,
    pub(super) rules: Vec<ReportingDescriptor>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportingDescriptor {
    pub(super) id: &'static str,
    pub(super) short_description: Message,
    pub(super) full_description: Message,
    pub(super) help: Help,
    pub(super) default_configuration: Configuration,
}

#[derive(Serialize)]
pub(super) struct Help {
    pub(super) text: &'static str,
    pub(super) markdown: &'static str,
}

#[derive(Serialize)]
pub(super) struct Configuration {
    pub(super) level: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invocation {
    pub(super) execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
pub(super) struct Notification {
    pub(super) level: &'static str,
    pub(super) message: Message,
}

/// `result`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sighting {
    pub(super) rule_id: &'static str,
    pub(super) rule_index: usize,
    pub(super) level: &'static str,
    pub(super) message: Message,
    pub(super) locations: Vec<Location>,
    pub(super) partial_fingerprints: Fingerprints,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) baseline_state: Option<&'static str>,
    pub(super) properties: ResultProperties,
}

#[derive(Serialize)]
pub(super) struct Message {
    pub(super) text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    pub(super) logical_locations: Vec<LogicalLocation>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogicalLocation {
    pub(super) name: String,
    pub(super) fully_qualified_name: String,
    pub(super) kind: &'static str,
}

#[derive(Serialize)]
pub(super) struct Fingerprints {
    #[serde(rename = "secondtry/v1")]
    pub(super) finding: String,
}

#[derive(Serialize)]
pub(super) struct ResultProperties {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) call: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reproduce: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) suggestion: Option<String>,
    pub(super) spec: String,
    pub(super) disputed: bool,
}
