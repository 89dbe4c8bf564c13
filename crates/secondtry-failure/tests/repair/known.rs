//! What the cases say of a call, made ready for the repair.

use secondtry_failure::classify::run::ListedTool;
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::tool::Tool;
use secondtry_failure::repair::{KnownCall, Mode, RepairName, RepairSettings};
use serde_json::Value;

pub(crate) struct Listed {
    tools: Vec<ListedTool>,
}

impl Listed {
    pub(crate) fn new<'v>(definitions: impl IntoIterator<Item = &'v Value>) -> Self {
        let tools = definitions.into_iter().filter_map(Tool::from_definition);
        Self { tools: tools.map(ListedTool::new).collect() }
    }

    pub(crate) fn known<'a>(&'a self, request: &'a Value, protocol: &str) -> KnownCall<'a> {
        let name = request.pointer("/params/name").and_then(Value::as_str);
        KnownCall {
            request,
            tool: self.tools.iter().find(|listed| Some(listed.tool.name.as_str()) == name),
            has_list: !self.tools.is_empty(),
            protocol: ProtocolVersion::from_name(protocol).unwrap_or(ProtocolVersion::V2025_11_25),
            elapsed_ms: Some(40),
        }
    }
}

/// Reads `{"channel": "off", "strict": true}`.
pub(crate) fn settings(said: &Value) -> RepairSettings {
    let mut settings = RepairSettings::default();
    for (name, value) in said.as_object().into_iter().flatten() {
        if name == "strict" {
            settings.is_strict = value == true;
        } else {
            let mode = Mode::from_name(value.as_str().expect("a string")).expect("a mode");
            settings.set(RepairName::from_name(name).expect("a repair"), mode);
        }
    }
    settings
}

pub(crate) fn reference() -> String {
    "ref-1".into()
}
