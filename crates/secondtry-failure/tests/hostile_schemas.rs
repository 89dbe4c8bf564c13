//! Whatever a server calls a schema, planning ends soon, does not panic, and plans only what it can prove.

use std::time::Duration;

use proptest::prelude::*;
use secondtry_failure::probe::ProbeKind;
use secondtry_failure::probe::plan::{Options, Plan, plan};
use secondtry_failure::schema::compile::Schema;
use serde_json::{Map, Value, json};

fn planned(schema: &Value) -> Plan {
    let tool = json!({"name": "it", "inputSchema": schema, "annotations": {"readOnlyHint": true}});
    plan(&[tool], Options::default())
}

/// Plans for `schema` within the time that a debug build may take.
#[track_caller]
fn soon(schema: &Value) -> Plan {
    #[expect(clippy::disallowed_methods, reason = "a test of time reads the time")]
    let start = std::time::Instant::now();
    let planned = planned(schema);
    let took = start.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
    planned
}

/// Any JSON.
fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-9..9_i32).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        "[a-z]{0,3}".prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[a-c]{1,2}", inner, 0..4).prop_map(Value::from_iter),
        ]
    })
}

/// A schema that mostly makes sense, with any of the keywords and sometimes any value for them.
fn schema() -> impl Strategy<Value = Value> {
    let small = 0..4_u32;
    let leaf = prop_oneof![
        4 => proptest::sample::select(vec!["array", "boolean", "integer", "null", "number", "object", "string"])
            .prop_map(|name| json!({"type": name})),
        1 => Just(json!({"$ref": "#"})),
        1 => Just(json!({"$ref": "#/properties/a"})),
        1 => Just(json!({"$ref": "#/$defs/a"})),
        1 => any::<bool>().prop_map(Value::from),
        1 => proptest::collection::vec(json_value(), 1..4).prop_map(|all| json!({"enum": all})),
        1 => json_value().prop_map(|only| json!({"const": only})),
        1 => json_value(),
        2 => (-5..5_i32, small.clone()).prop_map(|(least, width)| json!({"minimum": least, "exclusiveMaximum": least + width.cast_signed()})),
        1 => (small.clone(), small).prop_map(|(least, most)| json!({"minLength": least, "maxLength": most, "minItems": least, "maxProperties": most})),
        1 => Just(json!({"pattern": "^[a-c]+$", "format": "date", "multipleOf": 0.3, "uniqueItems": true})),
    ];
    leaf.prop_recursive(4, 40, 4, |inner| {
        let named = proptest::collection::btree_map("[a-c]", inner.clone(), 0..4);
        let named = named.prop_map(|members| Value::Object(Map::from_iter(members)));
        let several = proptest::collection::vec(inner.clone(), 1..4).prop_map(Value::from);
        let required = proptest::collection::btree_set("[a-d]", 0..3).prop_map(|names| json!(names));
        let member = prop_oneof![
            5 => (proptest::sample::select(vec!["properties", "$defs", "dependentSchemas", "patternProperties"]), named),
            4 => (proptest::sample::select(vec!["anyOf", "oneOf", "allOf", "prefixItems"]), several),
            6 => (proptest::sample::select(vec!["items", "additionalProperties", "unevaluatedProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems"]), inner),
            4 => (Just("required"), required.clone()),
            1 => (Just("dependentRequired"), required.prop_map(|names| json!({"a": names}))),
            1 => (proptest::sample::select(vec!["type", "minimum", "default", "examples", "description"]), json_value()),
        ];
        proptest::collection::vec(member, 0..5).prop_map(|members| {
            members.into_iter().map(|(keyword, value)| (keyword.to_owned(), value)).collect()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_planned_is_proved(schema in schema()) {
        let planned = planned(&schema);
        let Ok(compiled) = Schema::compile(&schema) else {
            prop_assert!(planned.calls.iter().all(|call| call.constraint.is_none()));
            return Ok(());
        };
        for call in planned.calls.iter().filter(|call| call.parameter.is_some()) {
            let arguments = call.request.params().expect("a call").to_value()["arguments"].clone();
            let faults = compiled.faults(&arguments);
            match &call.constraint {
                Some(constraint) => {
                    let due = if call.kind == ProbeKind::TwoFaults { 2 } else { 1 };
                    prop_assert_eq!(faults.len(), due);
                    prop_assert!(faults.iter().any(|fault| fault.constraint == *constraint));
                }
                None => prop_assert!(compiled.accepts(&arguments)),
            }
        }
    }

    #[test]
    fn any_json_is_taken_for_a_tool(tool in json_value(), schema in json_value(), hints in json_value()) {
        plan(std::slice::from_ref(&tool), Options::default());
        plan(&[json!({"name": "it", "inputSchema": schema, "annotations": hints})], Options::default());
    }

    #[test]
    fn faults_and_acceptance_agree(schema in schema(), instance in json_value()) {
        if let Ok(compiled) = Schema::compile(&schema) {
            prop_assert_eq!(compiled.faults(&instance).is_empty(), compiled.accepts(&instance));
        }
    }
}

#[test]
fn thousands_of_required_properties_are_planned_soon() {
    let properties: Map<_, _> =
        (0..8000).map(|number| (format!("p{number}"), json!({"type": "string"}))).collect();
    let required: Vec<_> = properties.keys().cloned().collect();
    soon(&json!({"properties": properties, "required": required, "additionalProperties": false}));
}

#[test]
fn thousands_of_optional_properties_are_planned_soon() {
    let properties: Map<_, _> = (0..8000)
        .map(|number| (format!("p{number}"), json!({"type": "integer", "minimum": 1})))
        .collect();
    let planned = soon(&json!({"properties": properties}));
    assert!(planned.calls.len() > 200);
}

#[test]
fn long_list_of_values_is_planned_soon() {
    let values: Vec<_> = (0..20_000).map(|number| format!("value {number}")).collect();
    soon(
        &json!({"properties": {"a": {"enum": values}, "b": {"type": "array", "items": {"enum": values}}},
        "required": ["a"]}),
    );
}

#[test]
fn branches_in_branches_are_planned_soon() {
    let branches: Vec<_> =
        (0..40).map(|number| json!({"required": [format!("p{number}")], "properties": {"kind": {"const": number}}})).collect();
    let branch = json!({"oneOf": branches});
    let all = vec![branch; 40];
    soon(&json!({"properties": {"it": {"anyOf": all}}, "required": ["it"]}));
}

#[test]
fn recursion_on_all_sides_is_planned_soon() {
    let node = json!({"$ref": "#/$defs/node"});
    let properties: Map<_, _> =
        (0..30).map(|number| (format!("p{number}"), node.clone())).collect();
    for required in [json!([]), json!(["p1", "p2"])] {
        soon(&json!({
            "$defs": {"node": {"anyOf": [
                {"type": "object", "properties": properties, "required": required},
                {"type": "array", "items": node},
                {"type": "string"},
            ]}},
            "properties": {"it": node},
            "required": ["it"],
        }));
    }
}

#[test]
fn heavy_patterns_are_planned_soon() {
    let patterns = [
        "^(a+)+$",
        "^(?=(a|aa)+$)[a-z]{1,2000}$",
        "^(x{1,50}){1,50}$",
        "^(?:(?=a)a|(?=aa)aa)+$",
        "(a?){64}a{64}",
    ];
    let properties: Map<_, _> = (0..60)
        .map(|number| (format!("p{number}"), json!({"type": "string", "minLength": 3, "maxLength": 3000, "pattern": patterns[number % 5]})))
        .collect();
    let required: Vec<_> = properties.keys().cloned().collect();
    soon(&json!({"properties": properties, "required": required}));
}
