use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::schema::compile::Schema;

const NEWEST: Dialect = Dialect::Draft202012;

#[test]
fn common_schema_is_plain() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "city": {"type": "string", "minLength": 1, "description": "Where."},
            "days": {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 7}, {"type": "null"}], "default": null},
            "units": {"enum": ["metric", "imperial"]},
            "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
        },
        "required": ["city"],
        "additionalProperties": false,
    });
    assert!(is_plain(&schema, NEWEST));
    for fine in [
        json!({"city": "Bergen"}),
        json!({"city": "Bergen", "days": 7, "units": "metric", "tags": ["a", "b"]}),
        json!({"city": "Bergen", "days": null}),
    ] {
        assert!(accepts(&schema, &fine), "{fine}");
    }
    for broken in [
        json!({}),
        json!({"city": ""}),
        json!({"city": "Bergen", "days": 8}),
        json!({"city": "Bergen", "units": "kelvin"}),
        json!({"city": "Bergen", "tags": ["a", "b", "c", "d"]}),
        json!({"city": "Bergen", "country": "Norway"}),
        json!("Bergen"),
    ] {
        assert!(!accepts(&schema, &broken), "{broken}");
    }
}

#[test]
fn what_needs_the_validator_is_not_plain() {
    for schema in [
        json!({"$ref": "#/$defs/a", "$defs": {"a": {}}}),
        json!({"type": "text"}),
        json!({"type": []}),
        json!({"type": ["string", "string"]}),
        json!({"properties": {"a": {"pattern": "^a"}}}),
        json!({"properties": []}),
        json!({"required": ["a", "a"]}),
        json!({"required": [1]}),
        json!({"minLength": -1}),
        json!({"minimum": "1"}),
        json!({"items": [{}]}),
        json!({"anyOf": []}),
        json!({"oneOf": [{}]}),
        json!({"properties": {"a": {"$schema": "https://json-schema.org/draft/2020-12/schema"}}}),
        json!(1),
    ] {
        assert!(!is_plain(&schema, NEWEST), "{schema}");
    }
    assert!(!is_plain(&json!({}), Dialect::Draft4));
}

#[test]
fn numbers_that_lose_digits_are_left_to_the_validator() {
    let schema = json!({"maximum": 1.5});
    assert!(accepts(&schema, &json!(1)));
    assert!(!accepts(&schema, &json!(2)));
    assert!(!accepts(&json!({"minimum": 1.5}), &json!(u64::MAX)));
    assert!(accepts(&json!({"minimum": 1}), &json!(u64::MAX)));
    assert!(!accepts(&json!({"type": "integer"}), &json!(1.0)), "the validator takes it");
}

fn some_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..4).prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-3.0_f64..4.0).prop_map(Value::from),
        (-3_i32..4).prop_map(|number| Value::from(f64::from(number))),
        "[a-cé]{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-c]", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Schemas of these keywords and some more, with values that are mostly right.
fn some_schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![Just(json!({})), any::<bool>().prop_map(Value::from)];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let name = prop::sample::select(vec![
            "array", "boolean", "integer", "null", "number", "object", "string", "text",
        ]);
        let keyword = prop_oneof![
            (prop::sample::select(vec!["additionalProperties", "items", "not"]), inner.clone()),
            (
                prop::sample::select(vec!["allOf", "anyOf", "oneOf"]),
                prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from)
            ),
            (
                Just("properties"),
                prop::collection::btree_map("[a-c]", inner, 0..4)
                    .prop_map(|members| Value::Object(members.into_iter().collect()))
            ),
            (Just("type"), name.clone().prop_map(Value::from)),
            (Just("type"), prop::collection::vec(name, 0..3).prop_map(Value::from)),
            (Just("required"), prop::collection::vec("[a-c]", 0..3).prop_map(Value::from)),
            (Just("enum"), prop::collection::vec(some_value(), 0..3).prop_map(Value::from)),
            (prop::sample::select(vec!["const", "default"]), some_value()),
            (
                prop::sample::select(vec![
                    "exclusiveMaximum",
                    "exclusiveMinimum",
                    "maxItems",
                    "maxLength",
                    "maxProperties",
                    "maximum",
                    "minItems",
                    "minLength",
                    "minProperties",
                    "minimum",
                ]),
                prop_oneof![
                    (-1_i64..4).prop_map(Value::from),
                    (-1.0_f64..3.0).prop_map(Value::from)
                ]
            ),
            (Just("uniqueItems"), any::<bool>().prop_map(Value::from)),
        ];
        prop::collection::vec(keyword, 0..5).prop_map(|keywords| {
            Value::Object(
                keywords.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
            )
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn plain_schema_compiles_and_agrees(schema in some_schema(), instance in some_value()) {
        for dialect in [Dialect::Draft7, Dialect::Draft201909, NEWEST] {
            if is_plain(&schema, dialect) {
                let validator = super::super::compile::build(&schema, dialect);
                let validator = validator.map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert!(!accepts(&schema, &instance) || validator.is_valid(&instance));
            }
        }
        // What is said of an instance does not depend on who says it.
        if let Ok(schema) = Schema::compile(&schema) {
            prop_assert_eq!(schema.accepts(&instance), schema.faults(&instance).is_empty());
        }
    }
}
