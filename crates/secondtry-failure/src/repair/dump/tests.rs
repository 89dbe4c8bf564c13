use serde_json::{Value, json};

use super::{Breach, read, read_value};
use crate::repair::tests::Example;

fn example() -> Example {
    let arguments = json!({
        "amount": "49", "currency": "euros", "page": 0, "day": "3 April", "mail": "Dana",
        "leg": {"to": "OSL"}, "items": [{"count": "x"}],
    });
    let properties = json!({
        "amount": {}, "currency": {"type": "string"}, "page": {}, "day": {}, "mail": {}, "note": {},
        "leg": {"properties": {"to": {}, "from": {}}},
        "items": {"items": {"properties": {"count": {}}}},
    });
    Example::of(&properties, &arguments)
}

/// The keyword, or the words, that `text` is read as for each argument.
fn read_as(text: &str) -> Vec<(String, String)> {
    told(&read(text, &example().known(), false).breaches)
}

fn told(breaches: &[Breach]) -> Vec<(String, String)> {
    let tell = |breach: &Breach| match breach {
        Breach::Rule { fault, said: _ } => {
            (fault.parameter.to_string(), fault.constraint.keyword().to_owned())
        }
        Breach::Words { parameter, words } => (parameter.to_string(), words.clone()),
    };
    breaches.iter().map(tell).collect()
}

#[track_caller]
fn reads(text: &str, expected: &[(&str, &str)]) {
    let read = read_as(text);
    let read: Vec<(&str, &str)> =
        read.iter().map(|(at, rule)| (at.as_str(), rule.as_str())).collect();
    assert_eq!(read, expected, "{text}");
}

#[test]
fn zod_lists_are_read() {
    reads(
        r#"MCP error -32602: Invalid arguments for tool it: [
            {"code": "invalid_type", "expected": "number", "path": ["amount"], "message": "Invalid input: expected number, received string"},
            {"code": "invalid_value", "values": ["EUR"], "path": ["currency"], "message": "Invalid option"},
            {"code": "invalid_type", "expected": "string", "received": "undefined", "path": ["note"], "message": "Required"},
            {"origin": "number", "code": "too_small", "minimum": 1, "inclusive": true, "path": ["page"], "message": "Too small"},
            {"code": "unrecognized_keys", "keys": ["leg"], "path": [], "message": "Unrecognized key"},
            {"code": "invalid_format", "format": "email", "path": ["mail"], "message": "Invalid email"},
            {"code": "custom", "path": ["day"], "message": "No rooms on that day."}
        ]"#,
        &[
            ("/amount", "type"),
            ("/currency", "enum"),
            ("/note", "required"),
            ("/page", "minimum"),
            ("/leg", "additionalProperties"),
            ("/mail", "format"),
            ("/day", "No rooms on that day"),
        ],
    );
}

#[test]
fn zod_sentences_are_read() {
    reads(
        "MCP error -32602: Input validation error: Invalid arguments for tool it: Invalid input: expected number, received string at amount",
        &[("/amount", "type")],
    );
    reads("Invalid option: expected one of \"EUR\"|\"USD\" at currency", &[("/currency", "enum")]);
    reads("✖ Too small: expected number to be >=1\n  → at page", &[("/page", "minimum")]);
    reads("Number must be greater than or equal to 1 at page", &[("/page", "minimum")]);
    reads(
        "Invalid arguments for tool it: items[0].count: Invalid input: expected number, received string",
        &[("/items/0/count", "type")],
    );
    reads("The party was at home", &[]);
}

#[test]
fn pydantic_blocks_are_read() {
    reads(
        "2 validation errors for itArguments\nleg.from\n  Field required [type=missing, input_value={'to': 'OSL'}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2/v/missing\nday\n  Date should be in the future [type=date_future, input_value='3 April', input_type=str]",
        &[("/leg/from", "required"), ("/day", "must be a date in the future")],
    );
    let data = json!({"detail": [{"type": "greater_than_equal", "loc": ["body", "page"], "msg": "Input should be greater than or equal to 1", "ctx": {"ge": 1}}]});
    let dump = read_value(&data, &example().known(), false);
    assert_eq!(told(&dump.breaches), [("/page".to_owned(), "minimum".to_owned())]);
}

#[test]
fn values_lead_to_the_only_argument_that_has_them() {
    reads("Input validation error: 'euros' is not one of ['EUR', 'USD']", &[("/currency", "enum")]);
    reads("0 is less than the minimum of 1", &[("/page", "minimum")]);
    reads("'49' is not of type 'number', 'null'", &[("/amount", "type")]);
    reads("'x' does not match '^[0-9]+$'", &[("/items/0/count", "pattern")]);
    reads("'note' is a required property", &[("/note", "required")]);
    reads("'nowhere' is not of type 'number'", &[]);
}

#[test]
fn ajv_is_read_in_both_forms() {
    reads(
        "data/page must be >= 1, data must have required property 'note'",
        &[("/page", "minimum"), ("/note", "required")],
    );
    reads(
        r#"[{"instancePath": "/currency", "keyword": "enum", "params": {"allowedValues": ["EUR"]}, "message": "must be equal to one of the allowed values"}]"#,
        &[("/currency", "enum")],
    );
}

#[test]
fn decoders_are_read() {
    reads(
        "failed to deserialize parameters: missing field `note` at line 1 column 9",
        &[("/note", "required")],
    );
    reads("unknown variant `euros`, expected one of `EUR`, `USD`", &[("/currency", "enum")]);
    reads("unknown field `leg`, expected `to` or `from`", &[("/leg", "additionalProperties")]);
    reads("invalid type: string \"49\", expected f64", &[("/amount", "type")]);
    reads("json: cannot unmarshal string into Go struct field Args.items.count of type int", &[]);
    reads(
        "json: cannot unmarshal string into Go struct field Args.amount of type float64",
        &[("/amount", "type")],
    );
    reads(
        "validating \"arguments\": validating root: validating /properties/page: minimum: 0 is less than 1",
        &[("/page", "minimum")],
    );
    reads("validating root: required: missing properties: [\"note\"]", &[("/note", "required")]);
    reads(
        "Cannot deserialize value of type `int` from String \"49\": not a valid `int` value",
        &[("/amount", "type")],
    );
    reads(
        "Cannot deserialize value of type `com.x.Cur` from String \"euros\": not one of the values accepted for Enum class: [EUR, USD]\n at [Source: x] (through reference chain: com.x.Args[\"currency\"])",
        &[("/currency", "enum")],
    );
    reads(
        "Unrecognized field \"leg\" (class com.x.Args), not marked as ignorable (2 known properties: \"page\", \"day\"])",
        &[("/leg", "additionalProperties")],
    );
}

#[test]
fn what_a_dump_does_not_hold_is_kept() {
    let text = "Floor 1 is closed.\nInput validation error: 0 is less than the minimum of 1";
    let dump = read(text, &example().known(), false);
    assert_eq!(dump.rest, "Floor 1 is closed.");
    assert!(!dump.holds_all(text));
    assert_eq!(read("Floor 1 is closed.", &example().known(), true), super::Dump::default());
}

#[test]
fn a_rule_of_the_server_joins_the_schema() {
    let example = example();
    let dump = read("'euros' is not one of ['EUR', 'USD']", &example.known(), false);
    let told = dump.breaches[0].tell(&example.known());
    assert_eq!(
        told.sentences,
        "Argument `currency` must be one of \"EUR\", \"USD\". You sent \"euros\". Suggested value: \"EUR\"."
    );
    assert_eq!(told.fault.suggestion, Some(Value::from("EUR")));
}

#[test]
fn parsers_of_languages_are_read() {
    let arguments =
        json!({"day": "3 April 2026", "at": "2026-04-03 10:00", "size": "x", "on": "yes"});
    let properties = json!({"day": {}, "at": {}, "size": {}, "on": {}});
    let example = Example::of(&properties, &arguments);
    for (text, at, rule) in [
        ("Invalid isoformat string: '3 April 2026'", "/day", "format"),
        ("time data '3 April 2026' does not match format '%Y-%m-%d'", "/day", "format"),
        ("time data '3 April 2026' does not match format '%H:%M'", "/day", "pattern"),
        ("invalid literal for int() with base 10: 'x'", "/size", "type"),
        ("could not convert string to float: 'x'", "/size", "type"),
        (
            r#"parsing time "2026-04-03 10:00" as "2006-01-02T15:04:05Z07:00": cannot parse " 10:00" as "T""#,
            "/at",
            "format",
        ),
        (r#"parsing time "3 April 2026" as "2006-01-02": cannot parse it"#, "/day", "format"),
        (r#"strconv.Atoi: parsing "x": invalid syntax"#, "/size", "type"),
        (r#"strconv.ParseBool: parsing "yes": invalid syntax"#, "/on", "type"),
        ("Text '3 April 2026' could not be parsed at index 0", "/day", "format"),
        (r#"For input string: "x""#, "/size", "type"),
        (
            "The JSON value could not be converted to System.Int32. Path: $.size | LineNumber: 0",
            "/size",
            "type",
        ),
        ("$.size: must have a maximum value of 100", "/size", "maximum"),
        ("$.size: string found, integer expected", "/size", "type"),
        (r#"$.on: does not have a value in the enumeration ["a", "b"]"#, "/on", "enum"),
        ("$.day: does not match the regex pattern ^[0-9]+$", "/day", "pattern"),
        ("$.day: must be at most 8 characters long", "/day", "maxLength"),
        ("Expected `int`, got `str` - at `$.size`", "/size", "type"),
        ("Expected `str` of length <= 8 - at `$.day`", "/day", "maxLength"),
        ("Invalid RFC3339 encoded date - at `$.day`", "/day", "format"),
        ("{'size': ['Not a valid integer.']}", "/size", "type"),
        ("{'on': ['Must be one of: a, b.']}", "/on", "enum"),
        ("'Yes' was expected", "/on", "const"),
    ] {
        let read = told(&read(text, &example.known(), false).breaches);
        assert_eq!(read, [(at.to_owned(), rule.to_owned())], "{text}");
    }
}

#[test]
fn words_of_the_author_stay() {
    let arguments = json!({"at": "6:30 pm"});
    let example = Example::of(&json!({"at": {"type": "string"}}), &arguments);
    let call = example.known();
    let text = r#"[{"code": "invalid_format", "format": "regex", "pattern": "/^([01]\\d|2[0-3]):[0-5]\\d$/", "path": ["at"], "message": "Use 24-hour hh:mm"}]"#;
    let told = read(text, &call, false).breaches[0].tell(&call);
    assert_eq!(
        told.sentences,
        "Use 24-hour hh:mm. Argument `at` must be a time of 24 hours in the form hh:mm. You sent \"6:30 pm\". Suggested value: \"18:30\"."
    );
}

#[test]
fn of_equal_values_the_schema_tells_which_is_meant() {
    let arguments = json!({"name": "Lea", "mail": "Lea"});
    let properties = json!({"name": {"type": "string"}, "mail": {"format": "email"}});
    let example = Example::of(&properties, &arguments);
    let read = told(&read("'Lea' is not a 'email'", &example.known(), false).breaches);
    assert_eq!(read, [("/mail".to_owned(), "format".to_owned())]);
}

#[test]
fn bounds_of_machine_types_are_known() {
    let arguments = json!({"size": 500});
    let example = Example::of(&json!({"size": {"type": "integer"}}), &arguments);
    let call = example.known();
    let told =
        read("invalid value: integer `500`, expected u8", &call, false).breaches[0].tell(&call);
    assert_eq!(
        told.sentences,
        "Argument `size` must be an integer of at most 255. You sent 500. Suggested value: 255."
    );
}
