use serde_json::{Value, json};

use super::date::iso_day;
use super::{nearest_accepted, suggestion};
use crate::schema::compile::Schema;

/// The suggestion for the first fault of `arguments`.
fn suggested(property: &Value, given: &Value) -> Option<Value> {
    let schema =
        json!({"type": "object", "properties": {"it": property}, "additionalProperties": false});
    of_arguments(&schema, &json!({"it": given}))
}

fn of_arguments(schema: &Value, arguments: &Value) -> Option<Value> {
    let faults = Schema::compile(schema).unwrap().faults(arguments);
    suggestion(faults.first()?, schema).map(super::Suggestion::into_value)
}

#[test]
fn quoted_numbers_and_truths_lose_their_quotes() {
    for (kind, given, expected) in [
        ("integer", json!("5"), Some(json!(5))),
        ("integer", json!(" 12 "), Some(json!(12))),
        ("integer", json!("5.5"), None),
        ("integer", json!("five"), None),
        ("number", json!("2.50"), Some(json!(2.5))),
        ("number", json!("1,000"), None),
        ("boolean", json!("True"), Some(json!(true))),
        ("boolean", json!("yes"), None),
        ("string", json!(5), None),
        ("array", json!("[1, 2]"), Some(json!([1, 2]))),
        ("array", json!("{\"a\": 1}"), None),
        ("object", json!("{\"a\": 1}"), Some(json!({"a": 1}))),
    ] {
        assert_eq!(suggested(&json!({"type": kind}), &given), expected, "{kind} {given}");
    }
}

#[test]
fn a_value_that_breaks_another_rule_is_not_suggested() {
    assert_eq!(suggested(&json!({"type": "integer", "maximum": 9}), &json!("50")), None);
    let items = json!({"type": "array", "items": {"type": "string"}});
    assert_eq!(suggested(&items, &json!("[1]")), None);
}

#[test]
fn a_branch_that_fits_decides() {
    let either = json!({"anyOf": [{"type": "integer"}, {"type": "null"}]});
    assert_eq!(suggested(&either, &json!("5")), Some(json!(5)));
    let both = json!({"anyOf": [{"type": "integer"}, {"enum": ["5a"]}]});
    assert_eq!(suggested(&both, &json!("5")), Some(json!(5)));
}

#[test]
fn choices_are_found_by_spelling() {
    let currency = json!({"type": "string", "enum": ["USD", "EUR", "GBP"]});
    let units = json!({"enum": ["celsius", "fahrenheit", "kelvin"]});
    let twins = json!({"enum": ["cabin_a", "cabin-a"]});
    for (schema, given, expected) in [
        (&currency, json!("usd"), Some(json!("USD"))),
        (&currency, json!(" EUR"), Some(json!("EUR"))),
        (&currency, json!("USB"), None),
        (&units, json!("celcius"), Some(json!("celsius"))),
        (&units, json!("Fahrenhiet"), Some(json!("fahrenheit"))),
        (&units, json!("rankine"), None),
        (&units, json!(7), None),
        (&twins, json!("Cabin A"), None),
        (&json!({"enum": [1, 2, 3]}), json!("2"), Some(json!(2))),
        (&json!({"enum": ["1", "2"]}), json!(2), Some(json!("2"))),
        (&json!({"const": "asc"}), json!("ASC"), Some(json!("asc"))),
    ] {
        assert_eq!(suggested(schema, &given), expected, "{given}");
    }
}

#[test]
fn misspelt_properties_are_found() {
    let schema = json!({
        "type": "object",
        "properties": {"departure_date": {}, "seats": {}, "id": {}},
        "additionalProperties": false,
    });
    for (given, expected) in [
        (json!({"departureDate": 1}), Some(json!("departure_date"))),
        (json!({"departure_dat": 1}), Some(json!("departure_date"))),
        (json!({"saets": 1}), Some(json!("seats"))),
        (json!({"ids": 1}), None),
        (json!({"passengers": 1}), None),
    ] {
        assert_eq!(of_arguments(&schema, &given), expected, "{given}");
    }
}

#[test]
fn days_are_read_where_they_mean_one_day() {
    for (given, expected) in [
        ("3 April 2026", Some("2026-04-03")),
        ("April 3, 2026", Some("2026-04-03")),
        ("Friday, 3rd of April 2026", Some("2026-04-03")),
        ("3 Sept 2026", Some("2026-09-03")),
        ("2026/04/03", Some("2026-04-03")),
        ("20260403", Some("2026-04-03")),
        ("2026-4-3", Some("2026-04-03")),
        ("2026-04-03T00:00:00Z", Some("2026-04-03")),
        ("13/04/2026", Some("2026-04-13")),
        ("04/13/2026", Some("2026-04-13")),
        ("03/04/2026", None),
        ("31 April 2026", None),
        ("29 February 2027", None),
        ("2026-04-03", None),
        ("2026-04-03T17:00:00Z", None),
        ("April 2026", None),
        ("tomorrow", None),
        ("", None),
        ("३ April 2026", None),
    ] {
        assert_eq!(iso_day(given).as_deref(), expected, "{given}");
    }
}

#[test]
fn a_pattern_is_met_by_another_form() {
    let day = json!({"type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}$"});
    assert_eq!(suggested(&day, &json!("3 April 2026")), Some(json!("2026-04-03")));
    let airport = json!({"type": "string", "pattern": "^[A-Z]{3}$"});
    assert_eq!(suggested(&airport, &json!("osl")), Some(json!("OSL")));
    assert_eq!(suggested(&airport, &json!("oslo")), None);
}

#[test]
fn referenced_parts_are_found() {
    let schema = json!({
        "type": "object",
        "properties": {"trip": {"$ref": "#/$defs/trip"}},
        "$defs": {
            "trip": {"type": "object", "properties": {"seats": {"$ref": "#/$defs/seats"}}},
            "seats": {"type": "integer", "maximum": 9},
        },
    });
    assert_eq!(of_arguments(&schema, &json!({"trip": {"seats": "4"}})), Some(json!(4)));
    assert_eq!(of_arguments(&schema, &json!({"trip": {"seats": "40"}})), None);
}

#[test]
fn other_names_of_a_choice_are_known() {
    let units = json!({"enum": ["ft", "kg", "lb", "mi"]});
    let currencies = json!({"enum": ["CHF", "EUR", "GBP", "USD"]});
    for (schema, given, expected) in [
        (&units, "miles", Some(json!("mi"))),
        (&units, "pounds", Some(json!("lb"))),
        (&currencies, "euros", Some(json!("EUR"))),
        (&currencies, "pounds", Some(json!("GBP"))),
        (&currencies, "yen", None),
        (&json!({"enum": ["CAD", "USD"]}), "dollars", None),
        (&json!({"enum": ["asc", "desc"]}), "descending", Some(json!("desc"))),
    ] {
        assert_eq!(suggested(schema, &json!(given)), expected, "{given}");
    }
}

#[test]
fn the_nearest_number_within_bounds_is_found() {
    let page = json!({"type": "integer", "minimum": 1, "maximum": 100});
    let step = json!({"type": "integer", "multipleOf": 15});
    for (schema, given, expected) in [
        (&page, json!(500), Some(json!(100))),
        (&page, json!(0), Some(json!(1))),
        (&page, json!(-3), None),
        (&json!({"type": "integer", "exclusiveMaximum": 10}), json!(10), Some(json!(9))),
        (&json!({"type": "number", "exclusiveMaximum": 10}), json!(10), None),
        (&json!({"type": "number", "maximum": 90}), json!(200), None),
        (&step, json!(40), Some(json!(45))),
        (&step, json!(4), Some(json!(15))),
        (&json!({"type": "integer", "multipleOf": 10}), json!(15), None),
        (&json!({"type": "integer", "maximum": 100, "multipleOf": 30}), json!(101), None),
    ] {
        let whole = json!({"properties": {"it": schema}});
        let faults = Schema::compile(&whole).unwrap().faults(&json!({"it": given}));
        assert_eq!(nearest_accepted(&faults[0], &whole), expected, "{schema} {given}");
        assert_eq!(suggested(schema, &given), None, "{schema} {given}");
    }
}

#[test]
fn a_prefix_that_is_always_there_is_added() {
    for (pattern, given, expected) in [
        ("^cus_[0-9]+$", "4471", Some(json!("cus_4471"))),
        ("^cus_[0-9]+$", "cust 4471", None),
        ("^ab?[0-9]+$", "1", None),
        ("^(a|b)[0-9]+$", "1", None),
    ] {
        assert_eq!(
            suggested(&json!({"pattern": pattern}), &json!(given)),
            expected,
            "{pattern} {given}"
        );
    }
}
