use serde_json::{Value, json};

use super::date::iso_day;
use super::{nearest_accepted, suggestion, under_another_name};
use crate::schema::compile::Schema;
use crate::schema::fault::{Constraint, Fault, Pointer};

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
        ("integer", json!("five"), Some(json!(5))),
        ("integer", json!("many"), None),
        ("integer", json!("1,000"), Some(json!(1000))),
        ("integer", json!("1,00"), None),
        ("number", json!("2.50"), Some(json!(2.5))),
        ("number", json!("1,000"), None),
        ("number", json!("1,000,000.5"), Some(json!(1_000_000.5))),
        ("boolean", json!("True"), Some(json!(true))),
        ("boolean", json!("yes"), Some(json!(true))),
        ("boolean", json!("maybe"), None),
        ("string", json!(5), Some(json!("5"))),
        ("string", json!(null), None),
        ("array", json!("[1, 2]"), Some(json!([1, 2]))),
        ("array", json!("{\"a\": 1}"), None),
        ("array", json!("red"), Some(json!(["red"]))),
        ("array", json!("red, blue"), None),
        ("integer", json!([7]), Some(json!(7))),
        ("integer", json!([7, 8]), None),
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
        (&units, json!("'kelvin' "), Some(json!("kelvin"))),
        (&json!({"enum": ["ab", "cd"]}), json!("\"ab\""), Some(json!("ab"))),
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
        (&json!({"type": "integer", "multipleOf": 10}), json!(15), Some(json!(20))),
        (
            &json!({"type": "integer", "maximum": 100, "multipleOf": 30}),
            json!(101),
            Some(json!(90)),
        ),
        (&json!({"type": "number", "minimum": 0, "maximum": 2.5}), json!(3.1), Some(json!(2.5))),
        (&json!({"type": "number", "multipleOf": 0.5}), json!(1.3), Some(json!(1.5))),
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

#[test]
fn numbers_lose_the_unit_that_is_asked_for() {
    for (name, description, given, expected) in [
        ("weight_kg", "", "2.5 kg", Some(json!(2.5))),
        ("weight_kg", "", "500 g", Some(json!(0.5))),
        ("timeoutMs", "", "2 seconds", Some(json!(2000))),
        ("length", "Length in minutes", "1.5 hours", Some(json!(90))),
        ("length", "Length in minutes or seconds", "2 hours", None),
        ("length", "", "2 hours", None),
        ("weight_kg", "", "3 m", None),
        ("weight_kg", "", "heavy", None),
        ("m", "", "3 m", None),
    ] {
        let part = json!({"type": "number", "description": description});
        let schema = json!({"properties": {name: part}});
        let found = of_arguments(&schema, &json!({name: given}));
        assert_eq!(found, expected, "{name} {given}");
    }
}

#[test]
fn amounts_are_counted_in_cents_where_cents_are_asked_for() {
    for (name, description, given, expected) in [
        ("amount_cents", "", json!(49.9), Some(json!(4990))),
        ("amount", "Amount in cents", json!(0.29), Some(json!(29))),
        ("amount", "Amount", json!(49.9), None),
        ("amount_cents", "", json!(49.999), None),
        ("percentage", "", json!(4.5), None),
    ] {
        let part = json!({"type": "integer", "description": description});
        let schema = json!({"properties": {name: part}});
        assert_eq!(of_arguments(&schema, &json!({name: given})), expected, "{name} {given}");
    }
}

#[test]
fn the_beginning_of_a_choice_is_enough() {
    let metric = json!({"enum": ["pressure", "temperature", "temperature_max"]});
    let state = json!({"enum": ["cancelled", "open"]});
    for (schema, given, expected) in [
        (&state, "cancel", Some(json!("cancelled"))),
        (&metric, "pres", Some(json!("pressure"))),
        (&metric, "temp", None),
        (&state, "can", None),
    ] {
        assert_eq!(suggested(schema, &json!(given)), expected, "{given}");
    }
}

#[test]
fn sizes_files_and_countries_have_other_names() {
    for (choices, given, expected) in [
        (json!(["L", "M", "S"]), "medium", Some(json!("M"))),
        (json!(["jpeg", "png"]), ".jpg", Some(json!("jpeg"))),
        (json!(["jpeg", "png"]), "image/png", Some(json!("png"))),
        (json!(["AT", "DE"]), "Germany", Some(json!("DE"))),
        (json!(["AT", "DE"]), "Atlantis", None),
        (json!(["monday", "tuesday"]), "Tue", Some(json!("tuesday"))),
    ] {
        assert_eq!(suggested(&json!({"enum": choices}), &json!(given)), expected, "{given}");
    }
}

#[test]
fn codes_are_found_by_the_argument_that_they_are_for() {
    for (name, pattern, given, expected) in [
        ("country", "^[A-Z]{2}$", "Switzerland", Some(json!("CH"))),
        ("country", "^[A-Z]{3}$", "Switzerland", Some(json!("CHE"))),
        ("currency", "^[A-Z]{3}$", "euros", Some(json!("EUR"))),
        ("currency", "^[A-Z]{3}$", "dollars", None),
        ("language", "^[a-z]{2}$", "French", Some(json!("fr"))),
        ("team", "^[A-Z]{2}$", "Switzerland", None),
    ] {
        let schema = json!({"properties": {name: {"type": "string", "pattern": pattern}}});
        assert_eq!(of_arguments(&schema, &json!({name: given})), expected, "{name} {given}");
    }
}

#[test]
fn codes_lose_what_the_pattern_does_not_take() {
    for (pattern, given, expected) in [
        ("^[A-Z]{2}[0-9]{9}[A-Z]{2}$", "rr 123 456 785 ch", Some(json!("RR123456785CH"))),
        ("^\\+[1-9][0-9]{6,14}$", "+41 44 668-18-00", Some(json!("+41446681800"))),
        ("^\\+[1-9][0-9]{6,14}$", "0041446681800", Some(json!("+41446681800"))),
        ("^\\+[1-9][0-9]{6,14}$", "044 668 18 00", None),
        ("^\\+[1-9][0-9]{6,14}$", "+41 (0)44 668 18 00", None),
        ("^[0-9]+$", "-5", None),
        ("^[0-9]+$", "4.5", None),
        ("^[a-z0-9-]+$", "My Project", Some(json!("my-project"))),
        ("^[a-z0-9_-]+$", "My Project", None),
        ("^([01][0-9]|2[0-3]):[0-5][0-9]$", "6:30 pm", Some(json!("18:30"))),
        ("^([01][0-9]|2[0-3]):[0-5][0-9]$", "6pm", Some(json!("18:00"))),
        ("^([01][0-9]|2[0-3]):[0-5][0-9]$", "9:05", Some(json!("09:05"))),
        ("^([01][0-9]|2[0-3]):[0-5][0-9]$", "25:00", None),
        ("^([01][0-9]|2[0-3]):[0-5][0-9]$", "6", None),
        ("^[0-9]{2}:[0-9]{2}:[0-9]{2}$", "18h30", Some(json!("18:30:00"))),
    ] {
        let found = suggested(&json!({"type": "string", "pattern": pattern}), &json!(given));
        assert_eq!(found, expected, "{pattern} {given}");
    }
}

#[test]
fn forms_that_a_format_names_are_reached() {
    for (format, given, expected) in [
        ("date-time", "2 April 2026 9:00 UTC", Some(json!("2026-04-02T09:00:00Z"))),
        ("date-time", "2026-04-02 09:00 +0200", Some(json!("2026-04-02T09:00:00+02:00"))),
        ("date-time", "April 2, 2026 at 6:30 pm GMT", Some(json!("2026-04-02T18:30:00Z"))),
        ("date-time", "2026-04-02 09:00", None),
        ("date-time", "03/04/2026 09:00 UTC", None),
        ("date-time", "2026-04-02", None),
        ("date-time", "09:00 UTC", None),
        ("email", "Lea Brandt <lea@example.net>", Some(json!("lea@example.net"))),
        ("email", "mailto:lea@example.net", Some(json!("lea@example.net"))),
        ("email", "lea@example.net, bo@example.net", None),
        ("email", "Lea Brandt", None),
        ("email", "lea@localhost", None),
        ("uri", "pics.example.org/cat.png", Some(json!("https://pics.example.org/cat.png"))),
        ("uri", "www.example.org", Some(json!("https://www.example.org"))),
        ("uri", "cat.png", None),
        ("uri", "my cat.example.org", None),
        (
            "uuid",
            "{6F9619FF-8B86-D011-B42D-00CF4FC964FF}",
            Some(json!("6F9619FF-8B86-D011-B42D-00CF4FC964FF")),
        ),
        ("uuid", "6F9619FF", None),
    ] {
        let fault = Fault {
            parameter: Pointer::root().child("it"),
            constraint: Constraint::Format(format.into()),
            given: Some(json!(given)),
        };
        let schema = json!({"properties": {"it": {"type": "string", "format": format}}});
        let found = suggestion(&fault, &schema).map(super::Suggestion::into_value);
        assert_eq!(found, expected, "{format} {given}");
    }
}

#[test]
fn an_argument_under_another_name_is_found() {
    let schema = json!({
        "properties": {"customer_id": {"type": "string"}, "note": {"type": "string"}},
        "required": ["customer_id"],
    });
    for (arguments, expected) in [
        (json!({"customerId": "c1"}), Some("customerId")),
        (json!({"custmer_id": "c1", "other": 1}), Some("custmer_id")),
        (json!({"customer": "c1"}), Some("customer")),
        (json!({"customerId": 5}), None),
        (json!({"customerId": "c1", "CustomerID": "c2"}), None),
        (json!({"notes": "c1"}), None),
        (json!({}), None),
    ] {
        let faults = Schema::compile(&schema).unwrap().faults(&arguments);
        let found = under_another_name(&faults[0], &schema, &arguments);
        assert_eq!(found.as_ref().map(|(name, _)| name.as_str()), expected, "{arguments}");
    }
}
