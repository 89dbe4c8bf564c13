use serde_json::{Value, json};

use super::*;
use crate::message::call_tool::call_tool_params;
use crate::message::tool::Tool;
use crate::schema::compile::Schema;
use crate::schema::fault::Constraint;

fn listed() -> ListedTool {
    let schema =
        json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    let definition = json!({"name": "t", "inputSchema": schema});
    let tool = Tool::from_definition(&definition).expect("a tool");
    ListedTool { tool, input: Schema::compile(&schema), output: None }
}

fn standing_of(arguments: &Value, kind: Option<&str>) -> Standing {
    let request = json!({"params": {"name": "t", "arguments": arguments}});
    let sent = Sent::ToolCall { id: 1.into(), params: call_tool_params(&request), request };
    let probe = kind.map(|kind| Probe {
        id: Some(1.into()),
        tool: Some("t".into()),
        kind: kind.into(),
        parameter: Some("/n".into()),
    });
    standing(&sent, Tools::Listed(Some(&listed())), probe.as_ref())
}

#[test]
fn validator_alone_decides_without_a_probe() {
    let missing = Fault {
        parameter: Pointer::from_escaped("/n"),
        constraint: Constraint::Required,
        given: None,
    };
    assert_eq!(standing_of(&json!({}), None), Standing::BadArguments(vec![missing]));
    assert_eq!(standing_of(&json!({"n": 1}), None), Standing::Valid { doubtful: None });
}

#[test]
fn probe_and_validator_must_agree() {
    assert!(matches!(standing_of(&json!({}), Some("missing")), Standing::BadArguments(_)));
    assert!(matches!(standing_of(&json!({"n": 1}), Some("missing")), Standing::Unjudged(_)));
    assert!(matches!(standing_of(&json!({}), Some("valid")), Standing::Unjudged(_)));
}

#[test]
fn value_probe_makes_a_valid_call_doubtful() {
    let doubtful = Doubtful { parameter: Pointer::from_escaped("/n"), kind: ProbeKind::UnknownId };
    assert_eq!(
        standing_of(&json!({"n": 1}), Some("unknown-id")),
        Standing::Valid { doubtful: Some(doubtful) }
    );
}

#[test]
fn unlisted_tool_is_unknown_only_with_a_list() {
    let request = json!({"params": {"name": "u"}});
    let sent = Sent::ToolCall { id: 1.into(), params: call_tool_params(&request), request };
    assert_eq!(standing(&sent, Tools::Listed(None), None), Standing::UnknownTool);
    assert!(matches!(standing(&sent, Tools::Unlisted, None), Standing::Unjudged(_)));
}
