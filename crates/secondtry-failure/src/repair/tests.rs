//! What the tests of the steps share.

use serde_json::{Value, json};

use super::{KnownCall, Mode, RepairName, RepairSettings, repair_answer};
use crate::classify::run::ListedTool;
use crate::message::protocol_version::ProtocolVersion;
use crate::message::tool::Tool;

/// A tool and a call of it.
pub(super) struct Example {
    tool: ListedTool,
    request: Value,
}

impl Example {
    /// A call of `it`, whose `inputSchema` has `properties`.
    pub(super) fn of(properties: &Value, arguments: &Value) -> Self {
        let schema = json!({"type": "object", "properties": properties});
        Self::by(&json!({"name": "it", "inputSchema": schema}), arguments)
    }

    /// A call of the tool that `definition` shows.
    pub(super) fn by(definition: &Value, arguments: &Value) -> Self {
        let tool = ListedTool::new(Tool::from_definition(definition).unwrap());
        let params = json!({"name": definition["name"], "arguments": arguments});
        let request = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params});
        Self { tool, request }
    }

    /// The same call of a tool that only reads.
    pub(super) fn read_only(mut self) -> Self {
        self.tool.tool.definition["annotations"] = json!({"readOnlyHint": true});
        self
    }

    pub(super) fn known(&self) -> KnownCall<'_> {
        KnownCall {
            request: &self.request,
            tool: Some(&self.tool),
            has_list: true,
            protocol: ProtocolVersion::V2025_11_25,
            elapsed_ms: None,
        }
    }
}

/// A whole answer that fails with `text`.
pub(super) fn failure(text: &str) -> Value {
    let content = json!([{"type": "text", "text": text}]);
    json!({"jsonrpc": "2.0", "id": 7, "result": {"content": content, "isError": true}})
}

#[test]
fn answers_to_other_methods_are_left_alone() {
    let request = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list"});
    let example = Example::of(&json!({}), &json!({}));
    let known = KnownCall { request: &request, ..example.known() };
    let answer = json!({"id": 7, "result": {"tools": "none"}});
    assert_eq!(repair_answer(&answer, &known, &RepairSettings::all(Mode::On), &String::new), None);
}

#[test]
fn observed_flaws_are_counted_and_left() {
    let example = Example::of(&json!({"a": {"type": "integer"}}), &json!({"a": "x"}));
    let settings = RepairSettings::all(Mode::Observe);
    let made = repair_answer(&failure("oops"), &example.known(), &settings, &String::new).unwrap();
    assert_eq!(made.answer, None);
    assert_eq!(made.observed, [RepairName::Message]);
    assert_eq!(made.rules, ["no-reason-given"]);
}

#[test]
fn reference_is_asked_for_once() {
    let example = Example::of(&json!({}), &json!({}));
    let asked = std::cell::Cell::new(0);
    let reference = || {
        asked.set(asked.get() + 1);
        "r1".to_owned()
    };
    let mut answer = failure("dial tcp 10.0.0.1:5432: refused");
    let secret = json!({"type": "text", "text": "api_key=abcd1234abcd"});
    answer["result"]["content"].as_array_mut().unwrap().push(secret);
    let settings = RepairSettings::default();
    let made = repair_answer(&answer, &example.known(), &settings, &reference).unwrap();
    assert_eq!(asked.get(), 1);
    assert_eq!(made.withheld.unwrap().reference, "r1");
}

#[test]
fn settings_are_read_by_name() {
    for repair in RepairName::ALL {
        assert_eq!(RepairName::from_name(repair.name()), Some(repair));
    }
    let mut settings = RepairSettings::default();
    settings.set(RepairName::Shape, Mode::Off);
    assert!(!settings.is_on(RepairName::Shape) && settings.is_on(RepairName::Channel));
    assert_eq!(Mode::from_name("observe"), Some(Mode::Observe));
}
