use serde_json::json;

use super::*;
use crate::schema::fault::{Constraint, JsonType};

fn told(schema: &Value, instance: &Value) -> Vec<(String, String)> {
    let schema = Schema::compile(schema).expect("within bounds");
    assert_eq!(schema.accepts(instance), schema.faults(instance).is_empty());
    let faults = schema.faults(instance).into_iter();
    faults.map(|f| (f.parameter.to_string(), f.constraint.keyword().to_owned())).collect()
}

#[track_caller]
fn assert_told(schema: &Value, instance: &Value, expected: &[(&str, &str)]) {
    let told = told(schema, instance);
    let told: Vec<_> = told.iter().map(|(at, keyword)| (at.as_str(), keyword.as_str())).collect();
    assert_eq!(told, expected, "{schema} {instance}");
}

#[test]
fn compiled_schema_is_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Schema>();
}

#[test]
fn faults_are_ordered_as_the_instance() {
    let schema = json!({
        "type": "object",
        "properties": {
            "a": {"type": "integer", "minimum": 3},
            "b": {"enum": ["x", "y"]},
            "c": {"type": "array", "items": {"type": "string", "minLength": 2}},
        },
        "required": ["a", "b", "z", "d"],
        "additionalProperties": false,
    });
    let instance = json!({"a": 1, "b": "q", "c": ["ok", 5, "n"], "e": 1, "f": 2});
    assert_told(
        &schema,
        &instance,
        &[
            ("/a", "minimum"),
            ("/b", "enum"),
            ("/c/1", "type"),
            ("/c/2", "minLength"),
            ("/e", "additionalProperties"),
            ("/f", "additionalProperties"),
            ("/z", "required"),
            ("/d", "required"),
        ],
    );
}

#[test]
fn references_and_all_of_become_plain_faults() {
    let schema = json!({
        "$defs": {"amount": {"type": "number", "exclusiveMinimum": 0}},
        "allOf": [
            {"properties": {"price": {"$ref": "#/$defs/amount"}}},
            {"if": {"properties": {"kind": {"const": "fee"}}, "required": ["kind"]},
             "then": {"required": ["reason"]}},
        ],
    });
    let instance = json!({"kind": "fee", "price": 0});
    assert_told(&schema, &instance, &[("/price", "exclusiveMinimum"), ("/reason", "required")]);
}

#[test]
fn any_of_keeps_the_faults_of_its_branches() {
    let schema = json!({"properties": {"id": {"anyOf": [{"type": "string"}, {"type": "null"}]}}});
    let faults = Schema::compile(&schema).unwrap().faults(&json!({"id": 3}));
    let at = Pointer::root().child("id");
    let branch = |kind| {
        vec![Fault {
            parameter: at.clone(),
            constraint: Constraint::Type(vec![kind]),
            given: Some(json!(3)),
        }]
    };
    let branches = vec![branch(JsonType::String), branch(JsonType::Null)];
    assert_eq!(
        faults,
        [Fault { parameter: at, constraint: Constraint::AnyOf(branches), given: Some(json!(3)) }]
    );
}

#[test]
fn one_of_shows_branches_that_fit_as_empty() {
    let schema = json!({"oneOf": [{"minimum": 1}, {"minimum": 2}, {"minimum": 9}]});
    let faults = Schema::compile(&schema).unwrap().faults(&json!(5));
    let [Fault { constraint: Constraint::OneOf(branches), .. }] = faults.as_slice() else {
        panic!("{faults:?}")
    };
    assert_eq!(branches.iter().map(Vec::len).collect::<Vec<_>>(), [0, 0, 1]);
}

#[test]
fn extra_property_is_told_with_the_known_ones() {
    let schema = json!({"properties": {"city": {}, "unit": {}, "old": false}, "additionalProperties": false});
    let faults = Schema::compile(&schema).unwrap().faults(&json!({"town": 1}));
    let known = vec!["city".to_owned(), "unit".to_owned()];
    assert_eq!(faults[0].constraint, Constraint::AdditionalProperties(known));
    let schema = json!({
        "$defs": {"place": {"properties": {"city": {}}}},
        "allOf": [{"$ref": "#/$defs/place"}],
        "properties": {"unit": {}},
        "unevaluatedProperties": false,
    });
    let faults = Schema::compile(&schema).unwrap().faults(&json!({"town": 1}));
    let known = vec!["unit".to_owned(), "city".to_owned()];
    assert_eq!(faults[0].constraint, Constraint::AdditionalProperties(known));
}

#[test]
fn dependent_property_names_what_it_depends_on() {
    for schema in [
        json!({"dependentRequired": {"card": ["cvc"]}}),
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "dependencies": {"card": ["cvc"]}}),
    ] {
        let faults = Schema::compile(&schema).unwrap().faults(&json!({"card": "4"}));
        let constraint = Constraint::DependentRequired("card".to_owned());
        let parameter = Pointer::root().child("cvc");
        assert_eq!(faults, [Fault { parameter, constraint, given: None }]);
    }
}

#[test]
fn older_drafts_are_read_as_they_say() {
    let draft4 = "http://json-schema.org/draft-04/schema#";
    let schema =
        json!({"$schema": draft4, "properties": {"n": {"minimum": 1, "exclusiveMinimum": true}}});
    assert_told(&schema, &json!({"n": 1}), &[("/n", "exclusiveMinimum")]);
    let schema = json!({"$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"pair": {"items": [{"type": "string"}], "additionalItems": false}}});
    assert_told(&schema, &json!({"pair": [1]}), &[("/pair/0", "type")]);
    assert_told(&schema, &json!({"pair": ["a", "b"]}), &[("/pair", "maxItems")]);
    let unnamed = json!({"properties": {"pair": {"items": [{"type": "string"}]}}});
    assert!(Schema::compile(&unnamed).is_err());
    assert!(Schema::compile_as(&unnamed, Dialect::Draft7).is_ok());
}

#[test]
fn unversioned_dialect_is_draft_7() {
    let schema = json!({"$schema": "http://json-schema.org/schema#", "type": "object"});
    assert_eq!(Schema::compile(&schema).map(|schema| schema.dialect()), Ok(Dialect::Draft7));
}

#[test]
fn format_is_not_asserted() {
    let schema = json!({"properties": {"when": {"type": "string", "format": "date"}}});
    assert_told(&schema, &json!({"when": "soon"}), &[]);
}

#[test]
fn look_around_is_matched_with_a_limit() {
    let schema = json!({"type": "string", "pattern": "^(?=.*[A-Z]).{3,}$"});
    assert_told(&schema, &json!("abc"), &[("", "pattern")]);
    assert_told(&schema, &json!("aBc"), &[]);
    let bomb = Schema::compile(&json!({"pattern": "^(?:(?=a)a|(?=aa)aa)+$"})).unwrap();
    let instance = json!(format!("{}b", "a".repeat(60)));
    assert_eq!((bomb.faults(&instance), bomb.accepts(&instance)), (vec![], false));
}

#[test]
fn uncompilable_schema_is_told_apart() {
    for (schema, said) in [
        (json!({"$ref": "#/$defs/no"}), "`$ref` \"#/$defs/no\" leads nowhere in the schema"),
        (json!({"$ref": "#no"}), "`$ref` \"#no\" leads nowhere in the schema"),
        (
            json!({"properties": {"a": {"$ref": "other.json#/x"}}}),
            "`$ref` \"other.json#/x\" leaves the schema",
        ),
        (json!({"$ref": "http://192.0.2.1/x"}), "`$ref` \"http://192.0.2.1/x\" leaves the schema"),
        (json!({"$ref": "#"}), "a `$ref` leads back to itself without going into the value"),
        (json!({"$schema": "urn:mine"}), "unknown dialect \"urn:mine\" in `$schema`"),
        (json!({"$schema": 7}), "unknown dialect \"7\" in `$schema`"),
        (
            json!({"properties": {"a": {"type": "str"}}}),
            "value is not valid under any of the schemas listed in the 'anyOf' keyword at `/properties/a/type`",
        ),
        (json!({"properties": 3}), "value is not of type \"object\" at `/properties`"),
        (json!("object"), "value is not of types \"boolean\", \"object\""),
        (json!({"pattern": "("}), "value is not a \"regex\" at `/pattern`"),
        (json!({"pattern": "((a{99}){99}){99}"}), "over 8192 repeated atoms in one pattern"),
        (json!({"pattern": "a".repeat(5000)}), "over 4096 bytes in one pattern"),
        (json!({"enum": vec![0; 60_000]}), "over 50000 JSON values"),
        (
            json!({"anyOf": vec![json!({}); 300]}),
            "over 256 branches in one `allOf`, `anyOf` or `oneOf`",
        ),
    ] {
        let error = Schema::compile(&schema).expect_err("not compilable");
        assert_eq!(error.to_string(), said);
    }
}

#[test]
fn doubling_in_place_is_refused() {
    for keyword in ["anyOf", "allOf", "oneOf"] {
        let error = Schema::compile(&doubling(|next| json!({keyword: [next, next]})));
        assert_eq!(error.unwrap_err(), Uncompilable::OverBound(Bound::Expansion));
    }
}

#[test]
fn doubling_over_properties_is_compiled_once() {
    let schema = doubling(|next| json!({"properties": {"l": next, "r": next}}));
    let schema = Schema::compile(&schema).unwrap();
    let mut instance = json!(1);
    for _ in 0..12 {
        instance = json!({"l": instance, "r": instance});
    }
    assert!(schema.accepts(&instance));
}

#[test]
fn doubling_over_levels_of_the_instance_is_not_judged() {
    let branch = json!({"properties": {"x": {"$ref": "#"}}});
    let schema = json!({"anyOf": [{"allOf": [branch, {"required": ["no"]}]}, branch, branch]});
    let schema = Schema::compile(&schema).unwrap();
    let nested = |levels| (0..levels).fold(json!(1), |inner, _| json!({"x": inner}));
    assert!(schema.accepts(&nested(8)));
    assert_eq!(schema.faults(&nested(60)), []);
    assert!(!schema.accepts(&nested(60)));
}

#[test]
fn deep_schemas_and_instances_fit_a_small_stack() {
    let work = || {
        let recursive = json!({"$defs": {"node": {"type": "object",
            "properties": {"next": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]}}}},
            "$ref": "#/$defs/node"});
        let recursive = Schema::compile(&recursive).unwrap();
        for levels in [10, 90, 127, 128, 200] {
            let instance = (0..levels).fold(json!(1), |inner, _| json!({"next": inner}));
            _ = recursive.faults(&instance);
        }
        let deep = (0..47).fold(json!({}), |inner, _| json!({"properties": {"p": inner}}));
        assert!(Schema::compile(&deep).is_ok());
        let deep = (0..95).fold(json!({}), |inner, _| json!({"not": inner}));
        _ = Schema::compile(&deep).unwrap().faults(&json!({}));
        let deep = (0..5000).fold(json!({}), |inner, _| {
            Value::Object([("not".to_owned(), inner)].into_iter().collect())
        });
        assert_eq!(Schema::compile(&deep).unwrap_err(), Uncompilable::OverBound(Bound::Depth));
        // Dropping it recurses in serde_json, which is not what is tested.
        std::mem::forget(deep);
        let mut chain = json!({"$ref": "#/$defs/0", "$defs": {"5000": {}}});
        for link in 0..5000 {
            chain["$defs"][link.to_string()] =
                json!({"properties": {"p": {"$ref": format!("#/$defs/{}", link + 1)}}});
        }
        _ = Schema::compile(&chain).map(|schema| schema.accepts(&json!({})));
        for link in 0..5000 {
            chain["$defs"][link.to_string()] = json!({"$ref": format!("#/$defs/{}", link + 1)});
        }
        _ = Schema::compile(&chain).map(|schema| schema.accepts(&json!({})));
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

fn doubling(level: impl Fn(&Value) -> Value) -> Value {
    let mut defs = serde_json::Map::new();
    for at in 0..25 {
        let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
        defs.insert(format!("d{at}"), level(&next));
    }
    defs.insert("d25".to_owned(), json!({"type": "integer"}));
    json!({"$ref": "#/$defs/d0", "$defs": defs})
}
