use super::*;

fn told(text: &str) -> (String, Vec<String>) {
    let mut reading = Reading::default();
    read(text, &mut reading);
    (reading.prose, reading.names)
}

#[test]
fn issue_of_zod_3_becomes_sentences() {
    let text = r#"Bad: [{"code": "invalid_enum_value", "received": "x", "options": ["a", "b"], "path": ["kind"], "message": "Invalid enum value"}]"#;
    let (prose, names) = told(text);
    assert_eq!(prose, "Bad: \nInvalid enum value\none of: 'a', 'b', \nreceived x\n");
    assert_eq!(names, ["kind"]);
}

#[test]
fn union_of_zod_is_read_to_the_last_branch() {
    let text = r#"[{"code": "invalid_union", "unionErrors": [{"issues": [{"expected": "string", "path": ["v"], "message": "Required"}], "name": "ZodError"}], "path": ["v"], "message": "Invalid input"}]"#;
    let (prose, names) = told(text);
    assert!(prose.contains("expected string\n"), "{prose}");
    assert_eq!(names, ["v", "v"]);
}

#[test]
fn path_of_valibot_gives_its_keys() {
    let (_, names) = told(
        r#"[{"message": "Invalid", "path": [{"type": "object", "key": "factor", "value": 1}]}]"#,
    );
    assert_eq!(names, ["factor"]);
}

#[test]
fn pointer_and_list_of_ajv_are_read() {
    let (prose, names) = told(
        r#"[{"instancePath": "/fit/0", "keyword": "enum", "params": {"allowedValues": ["c"]}, "message": "must be equal"}]"#,
    );
    assert_eq!(prose, "must be equal\none of: 'c', \n");
    assert_eq!(names, ["fit", "0"]);
}

#[test]
fn block_of_pydantic_gives_place_and_value() {
    let (prose, names) = told(
        "1 validation error for addArguments\nfiles.0\n  Input should be a valid string [type=string_type, input_value=7, input_type=int]\n",
    );
    assert_eq!(prose, "\n\nInput should be a valid string\nreceived 7\n");
    assert_eq!(names, ["files", "0"]);
}

#[test]
fn missing_argument_of_pydantic_has_no_value() {
    let (prose, _) = told(
        "1 validation error for call[x]\na\n  Field required [type=missing, input_value={'b': 1}, input_type=dict]",
    );
    assert!(prose.ends_with("Field required\n"), "{prose}");
}

#[test]
fn errors_by_field_become_a_line_each() {
    let (prose, _) =
        told(r#"{"title": "Invalid", "errors": {"city": ["The city field is required."]}}"#);
    assert_eq!(prose, "city: The city field is required.\nInvalid\n");
}

#[test]
fn example_object_stays_as_it_is() {
    let text = r#"Send an object, e.g. {"expression": "1+2"}, not a string."#;
    assert_eq!(told(text), (text.to_owned(), vec![]));
}

#[test]
fn null_members_of_a_record_say_nothing() {
    assert_eq!(told(r#"{"value": null, "error": "no variable"}"#).0, "no variable\n");
}

#[test]
fn deep_and_cut_json_is_plain_text() {
    for text in ["[".repeat(5_000), "{\"a\":".repeat(5_000), r#"[{"message": "cut"#.to_owned()] {
        assert_eq!(told(&text).0, text);
    }
}

#[test]
fn needles_of_patterns_are_needed() {
    for pattern in [&PYDANTIC_HEADING, &PYDANTIC_FAULT] {
        pattern.assert_needles_are_needed();
    }
}

#[test]
fn key_of_serde_json_is_a_member_like_another() {
    for text in [
        r#"[{"$serde_json::private::RawValue": "1", "message": "too long", "path": ["name"]}]"#,
        r#"Refused: [{"$serde_json::private::RawValue": "1", "message": "too long", "path": ["name"]}]"#,
    ] {
        let mut told = Reading::default();
        read(text, &mut told);
        assert_eq!(told.names, ["name"], "{text}");
        assert!(told.prose.contains("too long"), "{text}: {}", told.prose);
    }
}
