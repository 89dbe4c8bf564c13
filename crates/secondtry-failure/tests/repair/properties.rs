//! What holds for any answer, however odd.

use proptest::prelude::*;
use secondtry_failure::repair::{
    End, Mode, RepairSettings, coerce_arguments, ending_answer, refuse_arguments, repair_answer,
};
use serde_json::{Map, Value, json};

use super::known::{Listed, reference};

fn tool() -> Value {
    json!({
        "name": "book", "annotations": {"readOnlyHint": true},
        "inputSchema": {
            "type": "object", "required": ["day"], "additionalProperties": false,
            "properties": {
                "day": {"type": "string", "format": "date", "pattern": "^\\d{4}-\\d{2}-\\d{2}$"},
                "seats": {"type": "integer", "minimum": 1, "maximum": 9},
                "plan": {"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]},
                "who": {"type": "object", "properties": {"mail": {"type": "string"}}},
            },
        },
        "outputSchema": {"type": "object", "required": ["done"], "properties": {"done": {"type": "boolean"}}},
    })
}

fn text() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "`day` must be a day in the form YYYY-MM-DD. ",
        "1 validation error for book\nseats\n  Input should be less than 9 [type=less_than, input_value='x', input_type=str]\n",
        "Traceback (most recent call last):\n  File \"/srv/a.py\", line 3, in f\nKeyError: 'x'\n",
        "    at f (/app/x.js:1:2)\n",
        "[{\"code\": \"invalid_type\", \"expected\": \"string\", \"path\": [\"day\"], \"message\": \"Required\"}]",
        "<html><title>502</title></html>",
        "MCP error -32602: ",
        "missing field `day`",
        "'4' is not of type 'integer'",
        "password=hunter2abc ",
        "connection refused ",
        "HTTP 503 ",
        "10.0.0.3:80 ",
        "Internal error",
        "[withheld]",
        "{\"ok\": false, \"error\": \"no\"}",
        "é✖→ ",
        "\n",
        "seats",
    ]);
    let piece = prop_oneof![4 => pieces.prop_map(str::to_owned), 1 => ".{0,8}"];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    let names = prop::sample::select(vec![
        "content",
        "type",
        "text",
        "isError",
        "structuredContent",
        "resultType",
        "message",
        "code",
        "data",
        "path",
        "task",
        "_meta",
        "done",
        "resource",
        "errors",
        "x",
    ]);
    leaf.prop_recursive(3, 20, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(names.clone(), inner, 0..5)
                .prop_map(|members| members.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()),
        ]
    })
}

fn result() -> impl Strategy<Value = Value> {
    let content =
        prop::collection::vec(text().prop_map(|text| json!({"type": "text", "text": text})), 0..3);
    let structured = prop::option::of(any_json());
    (content, any::<bool>(), structured).prop_map(|(content, is_error, structured)| {
        let mut result = json!({"content": content, "isError": is_error});
        if let Some(structured) = structured {
            result["structuredContent"] = structured;
        }
        result
    })
}

fn error() -> impl Strategy<Value = Value> {
    (
        prop::sample::select(vec![-32602, -32603, -32000, 0, -32042]),
        text(),
        prop::option::of(any_json()),
    )
        .prop_map(|(code, message, data)| json!({"code": code, "message": message, "data": data}))
}

fn answer() -> impl Strategy<Value = Value> {
    let id = prop_oneof![4 => Just(json!(7)), 1 => any_json()];
    let member = prop_oneof![
        4 => result().prop_map(|result| vec![("result", result)]),
        4 => error().prop_map(|error| vec![("error", error)]),
        2 => any_json().prop_map(|any| vec![("result", any)]),
        1 => any_json().prop_map(|any| vec![("error", any)]),
        1 => (any_json(), any_json()).prop_map(|(one, other)| vec![("result", one), ("error", other)]),
        1 => Just(Vec::new()),
    ];
    (id, member).prop_map(|(id, members)| {
        let mut answer = Map::from_iter([("jsonrpc".into(), json!("2.0")), ("id".into(), id)]);
        answer.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
        answer.into()
    })
}

fn arguments() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({"day": "2026-04-03"})),
        Just(json!({"day": "3 April 2026", "seats": "4"})),
        Just(json!({"day": "2026-04-03", "seats": "4", "who": {"mail": 4}})),
        Just(json!({"dya": "x", "plan": "c"})),
        any_json(),
    ]
}

fn request(arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "book", "arguments": arguments}})
}

fn all_settings() -> impl Strategy<Value = RepairSettings> {
    let mut strict = RepairSettings::all(Mode::On);
    strict.is_strict = true;
    prop_oneof![
        Just(RepairSettings::default()),
        Just(RepairSettings::all(Mode::On)),
        Just(RepairSettings::all(Mode::Observe)),
        Just(strict),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn repair_of_a_repair_changes_nothing(
        answer in answer(), arguments in arguments(), settings in all_settings(),
        protocol in prop::sample::select(vec!["2025-03-26", "2025-11-25", "2026-07-28"]),
    ) {
        let tool = tool();
        let listed = Listed::new([&tool]);
        let request = request(&arguments);
        let known = listed.known(&request, protocol);
        let Some(made) = repair_answer(&answer, &known, &settings, &reference) else { return Ok(()) };
        let Some(repaired) = made.answer else {
            prop_assert!(made.repairs.is_empty() && !made.observed.is_empty());
            return Ok(());
        };
        prop_assert!(repaired != answer, "nothing was changed: {repaired}");
        prop_assert_eq!(&repaired["id"], &json!(7));
        prop_assert!(repaired.get("result").is_some() != repaired.get("error").is_some());
        let again = repair_answer(&repaired, &known, &settings, &reference);
        let again = again.and_then(|again| again.answer);
        prop_assert_eq!(again, None, "{}", repaired);
    }

    #[test]
    fn any_value_is_taken_for_an_answer(answer in any_json(), arguments in arguments()) {
        let tool = tool();
        let listed = Listed::new([&tool]);
        let request = request(&arguments);
        let known = listed.known(&request, "2025-11-25");
        repair_answer(&answer, &known, &RepairSettings::default(), &reference);
    }

    #[test]
    fn refused_or_coerced_arguments_are_well_told(arguments in arguments(), odd in any_json()) {
        let tool = tool();
        let listed = Listed::new([&tool]);
        let settings = RepairSettings::all(Mode::On);
        for request in [request(&arguments), odd] {
            let known = listed.known(&request, "2026-07-28");
            if let Some(refusal) = refuse_arguments(&known, &settings) {
                prop_assert_eq!(&refusal["result"]["isError"], &json!(true));
                prop_assert_eq!(repair_answer(&refusal, &known, &settings, &reference).and_then(|made| made.answer), None);
            }
            if let Some(coerced) = coerce_arguments(&known, &settings) {
                let known = listed.known(&coerced, "2026-07-28");
                prop_assert_eq!(refuse_arguments(&known, &settings), None);
            }
            for end in [
                End::Cut,
                End::Deadline { after_ms: 1500 },
                End::DeadSession,
                End::Disconnected,
                End::Empty { status: 202 },
                End::Exited { code: None, signal: Some(9), is_restarted: true },
                End::Gone,
                End::OverLimit { limit: "64 MiB for one message", is_request: false },
                End::PipeClosed,
                End::Refused { status: 401 },
                End::Status { status: 503, retry_after_ms: Some(1000), body: Some("<html>") },
                End::Unreadable { body: Some("odd") },
            ] {
                let answer = ending_answer(end, &known);
                prop_assert!(answer.get("result").is_some() != answer.get("error").is_some());
                prop_assert_eq!(repair_answer(&answer, &known, &settings, &reference).and_then(|made| made.answer), None, "{}", answer);
            }
        }
    }
}
