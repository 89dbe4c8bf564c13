use serde_json::json;

use super::super::base_call::base_call;
use super::*;

fn of(source: &Value) -> Vec<Mutation> {
    let schema = Schema::compile(source).expect("a schema");
    let base = base_call(source, 0).unwrap_or_else(|| panic!("no base call for {source}"));
    mutations(&schema, &base, 0)
}

/// The arguments of the mutations of `kind` at `at`.
fn arguments(source: &Value, kind: ProbeKind, at: &str) -> Vec<Value> {
    let all = of(source).into_iter();
    all.filter(|m| m.kind == kind && m.parameter.as_str() == at).map(|m| m.arguments).collect()
}

#[track_caller]
fn assert_planned(source: &Value, kind: ProbeKind, at: &str, expected: &[Value]) {
    assert_eq!(arguments(source, kind, at), expected, "{kind} {at} {source}");
}

#[test]
fn real_schemas_get_confirmed_mutations() {
    let text = include_str!("../../../tests/real_schemas.json");
    let tools: Vec<Value> = serde_json::from_str(text).unwrap();
    for tool in &tools {
        let source = &tool["inputSchema"];
        let schema = Schema::compile(source).unwrap();
        let all = of(source);
        for mutation in &all {
            let faults = schema.faults(&mutation.arguments);
            assert_eq!(faults.len(), if mutation.kind == ProbeKind::TwoFaults { 2 } else { 1 });
            assert!(
                faults.iter().any(|fault| fault.parameter == mutation.parameter),
                "{mutation:?}"
            );
        }
        let open = source["properties"].as_object().is_none_or(serde_json::Map::is_empty);
        assert!(!all.is_empty() || open, "{tool}");
    }
}

#[test]
fn required_enum_and_integer_are_broken_one_at_a_time() {
    let source = json!({
        "properties": {"currency": {"enum": ["USD", "EUR"]}, "amount": {"type": "integer", "minimum": 1}},
        "required": ["currency", "amount"],
    });
    let told: Vec<_> =
        of(&source).iter().map(|m| (m.kind.name(), m.arguments.to_string())).collect();
    let told: Vec<_> = told.iter().map(|(kind, text)| (*kind, text.as_str())).collect();
    assert_eq!(
        told,
        [
            ("missing", r#"{"amount":10}"#),
            ("missing", r#"{"currency":"USD"}"#),
            ("enum-near", r#"{"amount":10,"currency":"usd"}"#),
            ("enum", r#"{"amount":10,"currency":"zz_rtwhls"}"#),
            ("type", r#"{"amount":{"unexpected":true},"currency":"USD"}"#),
            ("type", r#"{"amount":"not a number","currency":"USD"}"#),
            ("null", r#"{"amount":null,"currency":"USD"}"#),
            ("fraction", r#"{"amount":10.5,"currency":"USD"}"#),
            ("minimum", r#"{"amount":0,"currency":"USD"}"#),
            ("two-faults", r#"{"currency":"usd"}"#),
        ]
    );
}

#[test]
fn draft_4_bound_is_broken_at_the_bound_itself() {
    let source = json!({"$schema": "http://json-schema.org/draft-04/schema#", "properties":
        {"n": {"type": "integer", "minimum": 3, "exclusiveMinimum": true}}, "required": ["n"]});
    assert_planned(&source, ProbeKind::ExclusiveMinimum, "/n", &[json!({"n": 3})]);
}

#[test]
fn closed_tuples_are_broken_in_every_dialect() {
    for tuple in [
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"at": {"type": "array",
            "items": [{"type": "number"}, {"type": "number"}], "additionalItems": false}}, "required": ["at"]}),
        json!({"properties": {"at": {"type": "array",
            "prefixItems": [{"type": "number"}, {"type": "number"}], "items": false}}, "required": ["at"]}),
    ] {
        assert_planned(&tuple, ProbeKind::MaxItems, "/at", &[json!({"at": [1, 1, 1]})]);
        let second = [json!({"at": [1, {"unexpected": true}]}), json!({"at": [1, "not a number"]})];
        assert_planned(&tuple, ProbeKind::Items, "/at/1", &second);
    }
}

#[test]
fn conditions_are_broken_where_they_hold() {
    let source = json!({
        "properties": {"kind": {"enum": ["card", "cash"]}, "number": {"type": "string", "minLength": 4}},
        "required": ["kind"],
        "if": {"properties": {"kind": {"const": "card"}}, "required": ["kind"]},
        "then": {"required": ["number"]},
        "else": {"required": ["till"], "properties": {"till": {"type": "integer"}}},
    });
    assert_planned(&source, ProbeKind::Missing, "/number", &[json!({"kind": "card"})]);
    assert_planned(&source, ProbeKind::Missing, "/till", &[json!({"kind": "cash"})]);
}

#[test]
fn dependent_schema_is_broken_beside_its_trigger() {
    let source = json!({
        "properties": {"card": {"type": "string"}},
        "dependentSchemas": {"card": {"required": ["cvc"], "properties": {"cvc": {"type": "integer"}}}},
    });
    assert_planned(&source, ProbeKind::Missing, "/cvc", &[json!({"card": "example"})]);
}

#[test]
fn optional_object_is_filled_before_it_is_broken() {
    let source = json!({"properties": {"filter": {"type": "object",
        "properties": {"field": {"type": "string"}, "limit": {"type": "integer"}}, "required": ["field"]}}});
    assert_planned(&source, ProbeKind::Missing, "/filter/field", &[json!({"filter": {}})]);
    let limit = json!({"filter": {"field": "example", "limit": null}});
    assert_planned(&source, ProbeKind::Null, "/filter/limit", &[limit]);
}

#[test]
fn objects_in_arrays_are_broken_inside() {
    let source = json!({"properties": {"edits": {"type": "array", "items": {"type": "object",
        "properties": {"line": {"type": "integer", "minimum": 1}}, "required": ["line"]}}}, "required": ["edits"]});
    assert_planned(&source, ProbeKind::Missing, "/edits/0/line", &[json!({"edits": [{}]})]);
    assert_planned(
        &source,
        ProbeKind::Minimum,
        "/edits/0/line",
        &[json!({"edits": [{"line": 0}]})],
    );
}

#[test]
fn branches_are_broken_from_within_and_told_as_the_choice() {
    let source = json!({"properties": {"shape": {"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}},
            "required": ["kind", "radius"]},
        {"type": "object", "properties": {"kind": {"const": "square"}, "side": {"type": "number"}},
            "required": ["kind", "side"]},
    ]}}, "required": ["shape"]});
    let all = arguments(&source, ProbeKind::OneOf, "/shape");
    assert!(all.contains(&json!({"shape": {"radius": 1}})), "{all:?}");
    assert!(all.contains(&json!({"shape": ["unexpected"]})), "{all:?}");
}

#[test]
fn alternatives_of_required_properties_are_all_left_out() {
    let source = json!({"properties": {"id": {"type": "string"}, "name": {"type": "string"}},
        "anyOf": [{"required": ["id"]}, {"required": ["name"]}]});
    assert_planned(&source, ProbeKind::AnyOf, "", &[json!({})]);
}

#[test]
fn recursion_is_followed_a_few_levels_only() {
    let source = json!({
        "$defs": {"node": {"type": "object", "properties": {"name": {"type": "string"},
            "children": {"type": "array", "items": {"$ref": "#/$defs/node"}}}, "required": ["name"]}},
        "properties": {"tree": {"$ref": "#/$defs/node"}},
        "required": ["tree"],
    });
    let all = of(&source);
    assert!(all.iter().any(|m| m.parameter.as_str() == "/tree/children/0/name"), "{all:?}");
    assert!(all.iter().all(|m| m.parameter.tokens().count() <= 8), "{all:?}");
}

#[test]
fn map_values_are_broken_under_an_invented_name() {
    let source = json!({"properties": {"labels": {"type": "object", "additionalProperties": {"type": "string"}}},
        "required": ["labels"]});
    let null = json!({"labels": {"example": null}});
    assert_planned(&source, ProbeKind::Null, "/labels/example", &[null]);
}

#[test]
fn large_schema_keeps_one_of_every_kind() {
    let mut properties = serde_json::Map::new();
    for number in 0..120 {
        properties.insert(format!("p{number:03}"), json!({"type": "integer", "minimum": 0}));
    }
    properties.insert("zz_last".to_owned(), json!({"type": "string", "pattern": "^[a-z]+$"}));
    let all = of(&json!({"properties": properties, "required": ["p000"]}));
    assert_eq!(all.len(), MAX_MUTATIONS);
    for kind in [ProbeKind::Missing, ProbeKind::Minimum, ProbeKind::Pattern, ProbeKind::TwoFaults] {
        assert!(all.iter().any(|m| m.kind == kind), "{kind}");
    }
}

#[test]
fn call_that_is_not_accepted_has_no_mutations() {
    let schema = Schema::compile(&json!({"required": ["a"]})).unwrap();
    assert_eq!(mutations(&schema, &json!({}), 0), []);
}
