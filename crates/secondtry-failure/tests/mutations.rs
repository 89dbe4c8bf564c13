//! Every planned call breaks the rule it names and nothing else: without that rule the schema accepts it.

use proptest::prelude::*;
use secondtry_failure::probe::ProbeKind;
use secondtry_failure::probe::base_call::base_call;
use secondtry_failure::probe::mutate::{Mutation, mutations};
use secondtry_failure::schema::compile::Schema;
use serde_json::{Value, json};

/// Where the keyword under test stands in the tool's schema.
#[derive(Clone, Copy, Debug)]
enum Place {
    AllOf,
    Draft7,
    Item,
    Nested,
    Optional,
    Reference,
    Required,
}

fn place() -> impl Strategy<Value = Place> {
    use Place::*;
    proptest::sample::select(vec![AllOf, Draft7, Item, Nested, Optional, Reference, Required])
}

/// A tool's schema with `leaf` at `place`, beside an argument that is of no interest.
fn tool(leaf: &Value, place: Place) -> Value {
    let with = |properties: Value, required: Value| json!({"type": "object", "properties": properties, "required": required});
    let other = json!({"type": "string"});
    match place {
        Place::AllOf => {
            with(json!({"other": other, "it": {"allOf": [{}, leaf]}}), json!(["other", "it"]))
        }
        Place::Draft7 => {
            let mut tool = with(json!({"other": other, "it": leaf}), json!(["it"]));
            tool["$schema"] = json!("http://json-schema.org/draft-07/schema#");
            tool
        }
        Place::Item => {
            with(json!({"them": {"type": "array", "items": leaf, "minItems": 1}}), json!(["them"]))
        }
        Place::Nested => {
            with(json!({"in": with(json!({"it": leaf}), json!(["it"]))}), json!(["in"]))
        }
        Place::Optional => with(json!({"other": other, "it": leaf}), json!(["other"])),
        Place::Reference => {
            let mut tool = with(json!({"it": {"$ref": "#/$defs/it"}}), json!(["it"]));
            tool["$defs"] = json!({"it": leaf});
            tool
        }
        Place::Required => with(json!({"other": other, "it": leaf}), json!(["other", "it"])),
    }
}

/// The mutations of `kind` of a tool with `leaf` at `place`, each checked against the schema without `keyword`.
#[track_caller]
fn checked(leaf: &Value, keyword: &str, kind: ProbeKind, place: Place) -> Vec<Mutation> {
    let source = tool(leaf, place);
    let mut without = leaf.clone();
    let keywords = without.as_object_mut().expect("a leaf of keywords");
    keywords.remove(keyword).expect("the keyword stands in the leaf");
    let schema = Schema::compile(&source).expect("within bounds");
    let without = Schema::compile(&tool(&without, place)).expect("within bounds");
    let base = base_call(&source, 1).unwrap_or_else(|| panic!("no base call for {source}"));
    assert!(schema.accepts(&base));
    let all = mutations(&schema, &base, 1);
    for mutation in &all {
        let faults = schema.faults(&mutation.arguments);
        assert!(!schema.accepts(&mutation.arguments));
        let expected = if mutation.kind == ProbeKind::TwoFaults { 2 } else { 1 };
        assert_eq!(faults.len(), expected, "{mutation:?} {source}");
        let named = |fault: &&_| {
            let fault: &secondtry_failure::schema::fault::Fault = fault;
            (&fault.parameter, &fault.constraint) == (&mutation.parameter, &mutation.constraint)
        };
        assert!(faults.iter().any(|fault| named(&fault)), "{mutation:?} {source}");
    }
    let of_kind: Vec<_> = all.into_iter().filter(|mutation| mutation.kind == kind).collect();
    let leaf_at = match place {
        Place::Item => "/them/0",
        Place::Nested => "/in/it",
        Place::AllOf | Place::Draft7 | Place::Optional | Place::Reference | Place::Required => {
            "/it"
        }
    };
    let inner = |mutation: &&Mutation| {
        let below = mutation.parameter.as_str().strip_prefix(leaf_at);
        // What a required property is missing from is the leaf itself.
        below.is_some_and(|below| keyword != "required" || !below.is_empty())
    };
    let of_kind: Vec<_> = of_kind.iter().filter(inner).cloned().collect();
    assert!(!of_kind.is_empty(), "no `{kind}` for {source} from {base}");
    let due: Vec<_> = of_kind.iter().filter(|m| m.constraint.keyword() == keyword).collect();
    assert!(!due.is_empty(), "`{kind}` breaks no `{keyword}` in {source}: {of_kind:?}");
    for mutation in due {
        assert!(without.accepts(&mutation.arguments), "{mutation:?} breaks more in {source}");
    }
    of_kind
}

fn type_name() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec!["array", "boolean", "integer", "number", "object", "string"])
}

fn words(count: usize) -> impl Strategy<Value = Vec<String>> {
    proptest::collection::btree_set("[a-z]{1,8}", count).prop_map(|set| set.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn type_is_broken_by_a_container_and_a_scalar(name in type_name(), place in place()) {
        let kind = if matches!(place, Place::Item) { ProbeKind::Items } else { ProbeKind::Type };
        let found = checked(&json!({"type": name}), "type", kind, place);
        let given: Vec<_> = found
            .iter()
            .filter_map(|m| m.parameter.look_up(&m.arguments))
            .map(|value| value.is_object() || value.is_array())
            .collect();
        prop_assert!(given.contains(&true) && given.contains(&false), "{found:?}");
    }

    #[test]
    fn type_is_broken_by_null(name in type_name(), place in place()) {
        checked(&json!({"type": name}), "type", ProbeKind::Null, place);
    }

    #[test]
    fn integer_is_broken_by_a_fraction(least in -50..50, place in place()) {
        checked(&json!({"type": "integer", "minimum": least}), "type", ProbeKind::Fraction, place);
    }

    #[test]
    fn enum_is_broken_from_near_and_from_far(words in words(4), place in place()) {
        let leaf = json!({"type": "string", "enum": words});
        checked(&leaf, "enum", ProbeKind::EnumNear, place);
        checked(&leaf, "enum", ProbeKind::Enum, place);
    }

    #[test]
    fn enum_of_numbers_is_broken(numbers in proptest::collection::btree_set(0..1000, 1..6), place in place()) {
        checked(&json!({"enum": numbers}), "enum", ProbeKind::Enum, place);
    }

    #[test]
    fn const_is_broken(word in "[a-z]{0,6}", place in place()) {
        checked(&json!({"const": word}), "const", ProbeKind::Const, place);
    }

    #[test]
    fn minimum_is_broken(least in -1000..1000, name in proptest::sample::select(vec!["integer", "number"]), place in place()) {
        checked(&json!({"type": name, "minimum": least}), "minimum", ProbeKind::Minimum, place);
    }

    #[test]
    fn maximum_is_broken(most in -1000..1000_i32, step in 1..9, place in place()) {
        let leaf = json!({"type": "integer", "maximum": most, "multipleOf": step});
        checked(&leaf, "maximum", ProbeKind::Maximum, place);
    }

    #[test]
    fn exclusive_bounds_are_broken(least in -1000..1000, width in 2..50, place in place()) {
        let leaf = json!({"type": "number", "exclusiveMinimum": least, "exclusiveMaximum": least + width});
        checked(&leaf, "exclusiveMinimum", ProbeKind::ExclusiveMinimum, place);
        checked(&leaf, "exclusiveMaximum", ProbeKind::ExclusiveMaximum, place);
    }

    #[test]
    fn fractional_bounds_are_broken(least in -10.0..10.0_f64, width in 0.001..0.4_f64, place in place()) {
        let leaf = json!({"type": "number", "minimum": least, "maximum": least + width});
        checked(&leaf, "minimum", ProbeKind::Minimum, place);
        checked(&leaf, "maximum", ProbeKind::Maximum, place);
    }

    #[test]
    fn multiple_of_is_broken(step in proptest::sample::select(vec![json!(2), json!(5), json!(100), json!(0.5), json!(0.25)]), place in place()) {
        checked(&json!({"type": "number", "multipleOf": step}), "multipleOf", ProbeKind::MultipleOf, place);
    }

    #[test]
    fn lengths_are_broken(least in 1..40_u32, width in 0..40_u32, place in place()) {
        let leaf = json!({"type": "string", "minLength": least, "maxLength": least + width});
        checked(&leaf, "minLength", ProbeKind::MinLength, place);
        checked(&leaf, "maxLength", ProbeKind::MaxLength, place);
    }

    #[test]
    fn pattern_is_broken(pattern in pattern(), place in place()) {
        checked(&json!({"type": "string", "pattern": pattern}), "pattern", ProbeKind::Pattern, place);
    }

    #[test]
    fn item_counts_are_broken(least in 1..6, width in 0..6, place in place()) {
        let leaf = json!({"type": "array", "items": {"type": "string"}, "minItems": least, "maxItems": least + width});
        checked(&leaf, "minItems", ProbeKind::MinItems, place);
        checked(&leaf, "maxItems", ProbeKind::MaxItems, place);
    }

    #[test]
    fn unique_items_is_broken(name in proptest::sample::select(vec!["integer", "string", "object"]), least in 0..4, place in place()) {
        let leaf = json!({"type": "array", "items": {"type": name}, "minItems": least, "uniqueItems": true});
        let leaf = if name == "object" { json!({"type": "array", "uniqueItems": true}) } else { leaf };
        checked(&leaf, "uniqueItems", ProbeKind::UniqueItems, place);
    }

    #[test]
    fn contains_is_broken(word in "[a-z]{1,6}", place in place()) {
        let leaf = json!({"type": "array", "contains": {"const": word}});
        checked(&leaf, "contains", ProbeKind::Contains, place);
    }

    #[test]
    fn required_is_broken(words in words(3), place in place()) {
        let leaf = json!({"type": "object", "required": words});
        let found = checked(&leaf, "required", ProbeKind::Missing, place);
        let lacking = found.iter().filter(|m| words.contains(&m.parameter.leaf().unwrap())).count();
        prop_assert_eq!(lacking, 3);
    }

    #[test]
    fn closed_object_gets_two_extra_properties(words in words(3), place in place()) {
        let properties: Value = words.iter().map(|word| (word.clone(), json!({}))).collect();
        let leaf = json!({"type": "object", "properties": properties, "required": [words[0]], "additionalProperties": false});
        checked(&leaf, "additionalProperties", ProbeKind::Extra, place);
        checked(&leaf, "additionalProperties", ProbeKind::ExtraNear, place);
    }

    #[test]
    fn property_counts_are_broken(least in 1..5, width in 0..5, place in place()) {
        let leaf = json!({"type": "object", "minProperties": least, "maxProperties": least + width});
        checked(&leaf, "minProperties", ProbeKind::MinProperties, place);
        checked(&leaf, "maxProperties", ProbeKind::MaxProperties, place);
    }

    #[test]
    fn property_names_are_broken(most in 1..9, place in place()) {
        let leaf = json!({"type": "object", "propertyNames": {"pattern": format!("^[a-z]{{1,{most}}}$")}});
        checked(&leaf, "propertyNames", ProbeKind::PropertyNames, place);
    }

    #[test]
    fn any_of_is_broken(least in 0..100, place in place()) {
        let leaf = json!({"anyOf": [{"type": "integer", "minimum": least}, {"type": "null"}]});
        let found = checked(&leaf, "anyOf", ProbeKind::AnyOf, place);
        prop_assert!(found.len() >= 3, "{found:?}");
    }

    #[test]
    fn one_of_is_broken(words in words(2), place in place()) {
        let branch = |word: &String| json!({"type": "object", "properties": {"kind": {"const": word}, word: {"type": "string"}}, "required": ["kind", word]});
        let leaf = json!({"oneOf": [branch(&words[0]), branch(&words[1])]});
        checked(&leaf, "oneOf", ProbeKind::OneOf, place);
    }

    #[test]
    fn not_is_broken(word in "[a-z]{1,6}", place in place()) {
        checked(&json!({"type": "string", "not": {"const": word}}), "not", ProbeKind::Not, place);
    }

    #[test]
    fn dependent_required_is_broken(words in words(2), place in place()) {
        let keyword = if matches!(place, Place::Draft7) { "dependencies" } else { "dependentRequired" };
        let (first, second) = (&words[0], &words[1]);
        let leaf = json!({"type": "object", "properties": {first: {"type": "string"}, second: {"type": "string"}}, keyword: {first: [second]}});
        let source = tool(&leaf, place);
        let base = base_call(&source, 1).unwrap();
        let found = mutations(&Schema::compile(&source).unwrap(), &base, 1);
        let of_kind: Vec<_> = found.iter().filter(|m| m.kind == ProbeKind::DependentRequired).collect();
        prop_assert_eq!(of_kind.len(), 1, "{:?}", found);
        prop_assert_eq!(of_kind[0].parameter.leaf(), Some(second.clone()));
    }

    #[test]
    fn same_seed_gives_the_same_mutations(seed: u64, words in words(3)) {
        let source = json!({"properties": {"a": {"enum": words}, "b": {"type": "integer"}}, "required": ["a"]});
        let schema = Schema::compile(&source).unwrap();
        let once = || mutations(&schema, &base_call(&source, seed).unwrap(), seed);
        prop_assert_eq!(once(), once());
    }
}

fn pattern() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec![
        "^[A-Z]{3}$",
        "^\\d{4}-\\d{2}-\\d{2}$",
        "^[a-z0-9-]+$",
        "^(foo|bar)-[0-9]+$",
        "^#[0-9a-fA-F]{6}$",
        "^https?://",
        "^[^\\s@]+@[^\\s@]+\\.[a-z]{2,}$",
        "^(?=.*[A-Z])(?=.*\\d).{8,}$",
        "^\\w+$",
        "[0-9]",
        "^/[a-z/]*$",
        "^\\+?[1-9]\\d{1,14}$",
        "^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
    ])
}
