use serde_json::{Value, json};

use super::{refuse_arguments, refuse_malformed, refuse_unknown_tool};
use crate::repair::tests::Example;
use crate::repair::{FAILURE_META, KnownCall, RepairSettings};

fn refusal(properties: &Value, arguments: &Value) -> Option<Value> {
    refuse_arguments(&Example::of(properties, arguments).known(), &RepairSettings::default())
}

#[test]
fn all_faults_are_told_at_once() {
    let properties =
        json!({"seats": {"type": "integer", "maximum": 9}, "class": {"enum": ["first", "second"]}});
    let answer = refusal(&properties, &json!({"seats": 12, "class": "frist"})).unwrap();
    assert_eq!(answer["id"], 7);
    assert_eq!(
        answer["result"]["content"][0]["text"],
        "`it` was not run: 2 arguments are wrong.\nArgument `class` must be one of \"first\", \"second\". You sent \"frist\". Suggested value: \"first\".\nArgument `seats` must be an integer of at most 9. You sent 12. Suggested value: 9.\nCall `it` again with the arguments {\"class\": \"first\", \"seats\": 9}."
    );
    assert_eq!(
        answer["result"]["_meta"][FAILURE_META],
        json!({
            "rules": [], "retry": "changed-call", "outcome": "not-run",
            "faults": [
                {"parameter": "/class", "expected": "one of \"first\", \"second\"", "suggestion": "first"},
                {"parameter": "/seats", "expected": "an integer of at most 9", "suggestion": 9},
            ],
        })
    );
}

#[test]
fn number_in_a_string_alone_is_passed_on() {
    let properties =
        json!({"seats": {"type": "integer", "maximum": 9}, "price": {"type": ["number", "null"]}});
    for (arguments, is_refused) in [
        (json!({"seats": "4"}), false),
        (json!({"price": "4.5"}), false),
        (json!({"seats": "40"}), true),
        (json!({"seats": "four"}), true),
        (json!({"seats": "4", "price": "x"}), true),
        (json!({"seats": 4}), false),
    ] {
        assert_eq!(refusal(&properties, &arguments).is_some(), is_refused, "{arguments}");
    }
}

#[test]
fn unjudged_calls_are_passed_on() {
    let faulty = json!({"name": "it", "inputSchema": {"type": "objekt", "required": ["a"]}});
    let example = Example::by(&faulty, &json!({}));
    let settings = RepairSettings::default();
    assert_eq!(refuse_arguments(&example.known(), &settings), None);
    let unlisted = KnownCall { tool: None, has_list: false, ..example.known() };
    assert_eq!(refuse_arguments(&unlisted, &settings), None);
    assert_eq!(refuse_arguments(&KnownCall { tool: None, ..example.known() }, &settings), None);
}

#[test]
fn many_faults_are_cut_short() {
    let properties = json!({"all": {"items": {"type": "integer"}}});
    let all: Vec<Value> = (0..400).map(|n| json!([n])).collect();
    let answer = refusal(&properties, &json!({"all": all})).unwrap();
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("`it` was not run: 400 arguments are wrong."), "{text}");
    assert!(text.contains("There are 388 more faults"), "{text}");
    assert!(text.len() < 4096, "{}", text.len());
}

#[test]
fn malformed_calls_are_told_by_their_flaw() {
    for (params, expected) in [
        (
            json!({"name": "it", "arguments": [1]}),
            Some("`arguments` must be an object, not an array"),
        ),
        (json!({"arguments": {}}), Some("`name` is missing; it must be the name of a tool")),
        (json!({"name": 4}), Some("`name` must be a string, not a number")),
        (json!(null), Some("`params` must be an object with the `name` of a tool, not null")),
        (json!({"name": "it"}), None),
    ] {
        let request = json!({"id": 1, "method": "tools/call", "params": params});
        let example = Example::of(&json!({}), &json!({}));
        let answer = refuse_malformed(&KnownCall { request: &request, ..example.known() });
        let message = answer.map(|answer| answer["error"]["message"].as_str().unwrap().to_owned());
        assert_eq!(message, expected.map(|text| format!("Invalid params: {text}")));
    }
}

#[test]
fn unknown_tools_are_told_with_the_nearest() {
    let example = Example::by(&json!({"name": "track_mutee"}), &json!({}));
    let message =
        |names: &[&str]| refuse_unknown_tool(&example.known(), names)["error"]["message"].clone();
    assert_eq!(
        message(&["track_mute", "sing"]),
        "Unknown tool: `track_mutee`; did you mean `track_mute`?"
    );
    assert_eq!(message(&["sing"]), "Unknown tool: `track_mutee`; there are `sing`");
    assert_eq!(message(&[]), "Unknown tool: `track_mutee`");
}
