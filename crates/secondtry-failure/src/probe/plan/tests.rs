use serde_json::json;

use super::request::JsonText;
use super::*;

fn tool(name: &str, annotations: &Value) -> Value {
    let schema = json!({"type": "object",
        "properties": {"date": {"type": "string", "format": "date"}, "seats": {"type": "integer", "minimum": 1}},
        "required": ["date", "seats"]});
    json!({"name": name, "inputSchema": schema, "annotations": annotations})
}

/// The kinds of the calls aimed at `name`.
fn kinds<'p>(plan: &'p Plan, name: &str) -> Vec<&'p str> {
    let aimed = plan.calls.iter().filter(|call| call.tool.as_deref() == Some(name));
    aimed.map(|call| call.kind.name()).collect()
}

fn skipped(plan: &Plan) -> Vec<(Option<&str>, String)> {
    plan.skipped.iter().map(|skip| (skip.tool.as_deref(), skip.why.to_string())).collect()
}

#[test]
fn read_only_tool_gets_everything() {
    let plan = plan(&[tool("book", &json!({"readOnlyHint": true}))], Options::default());
    assert_eq!(
        kinds(&plan, "book"),
        [
            "valid",
            "missing",
            "type",
            "null",
            "fraction",
            "minimum",
            "past-date",
            "empty-string",
            "arguments-array",
            "arguments-string",
            "missing",
            "type",
            "type",
            "type",
            "null",
            "two-faults",
        ]
    );
    assert_eq!(plan.skipped, []);
}

#[test]
fn tool_that_may_write_gets_only_what_cannot_run() {
    let plan = plan(&[tool("book", &json!({}))], Options::default());
    let sent: Vec<_> = plan
        .calls
        .iter()
        .filter(|call| call.tool.is_some())
        .map(|call| (call.kind.name(), call.request.params().unwrap().as_str()))
        .collect();
    let wrong =
        r#"{"name":"book","arguments":{"date":{"unexpected":true},"seats":{"unexpected":true}}}"#;
    assert_eq!(sent, [("safe-missing", r#"{"name":"book","arguments":{}}"#), ("safe-type", wrong)]);
    assert_eq!(
        plan.skipped,
        [Skipped { tool: Some("book".to_owned()), why: SkipReason::NotReadOnly }]
    );
}

#[test]
fn malformed_calls_reach_no_tool_that_may_write() {
    let tools = [tool("book", &json!({})), tool("wipe", &json!({"destructiveHint": true}))];
    for call in plan(&tools, Options::default()).calls {
        let params = call.request.params().map(JsonText::to_value).unwrap_or_default();
        let reaches = ["book", "wipe"].iter().any(|name| params["name"] == *name);
        let safe = matches!(call.kind, ProbeKind::SafeMissing | ProbeKind::SafeType);
        assert!(!reaches || safe, "{call:?}");
    }
    let tools = [tool("book", &json!({})), tool("look", &json!({"readOnlyHint": true}))];
    let aimed = plan(&tools, Options::default()).calls;
    let aimed = aimed.iter().find(|call| call.kind == ProbeKind::ArgumentsString).unwrap();
    assert_eq!(aimed.tool.as_deref(), Some("look"));
}

#[test]
fn destructive_tool_is_left_alone_until_asked_for() {
    let tools = [tool("wipe", &json!({"destructiveHint": true, "readOnlyHint": true}))];
    let with = |include_destructive, allow_writes| Options {
        allow_writes,
        include_destructive,
        ..Options::default()
    };
    let none = plan(&tools, with(false, true));
    assert_eq!(kinds(&none, "wipe"), Vec::<&str>::new());
    assert_eq!(none.skipped[0].why, SkipReason::Destructive);
    assert_eq!(kinds(&plan(&tools, with(true, false)), "wipe"), ["safe-missing", "safe-type"]);
    assert_eq!(kinds(&plan(&tools, with(true, true)), "wipe")[0], "valid");
}

#[test]
fn tool_without_required_arguments_has_no_safe_call() {
    for schema in [
        json!({"type": "object", "properties": {"a": {"type": "string"}}}),
        json!({"type": "object", "minProperties": 1}),
    ] {
        let plan = plan(&[json!({"name": "ping", "inputSchema": schema})], Options::default());
        assert_eq!(kinds(&plan, "ping"), Vec::<&str>::new());
        assert_eq!(plan.skipped[0].why, SkipReason::NothingSafe);
    }
    // Whatever is sent for `it` is of the right type, so only the empty call is safe.
    let schema = json!({"type": "object", "required": ["it"], "properties": {"it": {}}});
    let plan = plan(&[json!({"name": "set", "inputSchema": schema})], Options::default());
    assert_eq!(kinds(&plan, "set"), ["safe-missing"]);
}

#[test]
fn server_wide_calls_come_with_any_tools() {
    let plan = plan(&[], Options::default());
    let kinds: Vec<_> = plan.calls.iter().map(|call| call.kind.name()).collect();
    assert_eq!(
        kinds,
        [
            "unknown-tool-far",
            "no-name",
            "name-not-string",
            "arguments-array",
            "arguments-string",
            "unknown-method",
            "bad-cursor",
            "malformed-json",
        ]
    );
    let last = plan.calls.last().unwrap();
    let PlannedRequest::Raw(bytes) = &last.request else { panic!("{last:?}") };
    assert!(serde_json::from_slice::<Value>(bytes).is_err() && !bytes.contains(&b'\n'));
}

#[test]
fn unknown_names_are_no_names_of_tools() {
    let names = ["add", "ad", "dda", "adda", "addaa", "addd"];
    let tools: Vec<_> =
        names.iter().map(|name| tool(name, &json!({"readOnlyHint": true}))).collect();
    for call in plan(&tools, Options::default()).calls {
        if matches!(call.kind, ProbeKind::UnknownToolFar | ProbeKind::UnknownToolNear) {
            let name = call.request.params().unwrap().to_value()["name"].clone();
            assert!(!names.iter().any(|known| name == *known), "{name}");
        }
    }
}

#[test]
fn every_situation_of_every_tool_comes_before_the_rest() {
    let read_only = json!({"readOnlyHint": true});
    let plan = plan(&[tool("a", &read_only), tool("b", &read_only)], Options::default());
    let place = |tool: &str, kind, nth| {
        let all = plan.calls.iter().enumerate();
        let mut of_kind = all.filter(|(_, c)| c.tool.as_deref() == Some(tool) && c.kind == kind);
        of_kind.nth(nth).unwrap().0
    };
    assert!(place("b", ProbeKind::Valid, 0) < place("a", ProbeKind::Type, 1));
    assert!(place("b", ProbeKind::Missing, 1) < place("a", ProbeKind::TwoFaults, 0));
    assert_eq!(plan.calls.last().unwrap().kind, ProbeKind::MalformedJson);
}

#[test]
fn hostile_definitions_are_skipped_with_the_reason() {
    let tools = [
        json!(null),
        json!({"name": 5}),
        json!({"name": "none"}),
        json!({"name": "text", "inputSchema": "object", "annotations": {"readOnlyHint": true}}),
        json!({"name": "text", "inputSchema": {}}),
        json!({"name": "ref", "inputSchema": {"$ref": "http://192.0.2.1/"}, "annotations": []}),
        json!({"name": "no", "inputSchema": false, "annotations": {"readOnlyHint": true}}),
        json!({"name": "hint", "inputSchema": {"required": ["a"]}, "annotations": {"readOnlyHint": "true"}}),
        json!({"name": "", "inputSchema": {}, "annotations": {"readOnlyHint": true}}),
    ];
    let plan = plan(&tools, Options::default());
    let told = skipped(&plan);
    let told: Vec<_> = told.iter().map(|(tool, why)| (*tool, why.as_str())).collect();
    let unlisted =
        "no readOnlyHint: valid calls and single faults not sent (--allow-writes sends them)";
    assert_eq!(
        told,
        [
            (None, "no name that is a string"),
            (None, "no name that is a string"),
            (Some("none"), "no inputSchema"),
            (Some("text"), "inputSchema: value is not of types \"boolean\", \"object\""),
            (Some("text"), "an earlier tool has the same name"),
            (Some("ref"), "inputSchema: `$ref` \"http://192.0.2.1/\" leaves the schema"),
            (Some("no"), "no call found that inputSchema accepts"),
            (Some("hint"), unlisted),
        ]
    );
}

#[test]
fn same_seed_gives_the_same_plan() {
    let tools = [tool("book", &json!({"readOnlyHint": true}))];
    let with = |seed| plan(&tools, Options { seed, ..Options::default() });
    assert_eq!(with(7), with(7));
    assert_ne!(with(7), with(8));
}

#[test]
fn request_is_written_with_its_id() {
    let request = PlannedRequest::call("a\"b", &json!({"x": 1}));
    let whole = json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call",
        "params": {"name": "a\"b", "arguments": {"x": 1}}});
    assert_eq!(request.with_id(&json!(3)), Some(whole));
    assert_eq!(PlannedRequest::Raw(b"{".to_vec()).with_id(&json!(3)), None);
}
