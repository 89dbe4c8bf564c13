use serde_json::json;

use super::*;
use crate::judge::facts::Breach;
use crate::schema::fault::Pointer;

fn named(text: &str, pointer: &str, arguments: &Value) -> Option<bool> {
    let parameter = Pointer::from_escaped(pointer);
    let broken = Broken::Argument { parameter: &parameter, breach: Breach::Value };
    let call = GradedCall { tool: "read_query", input_schema: &Value::Null, arguments, broken };
    names(&Reading::of(text, call.tool), &call)
}

#[test]
fn common_word_list_is_sorted() {
    assert!(COMMON.is_sorted());
}

#[test]
fn noun_of_the_same_spelling_names_the_argument() {
    for text in [
        "path outside the root",
        "Path is empty",
        "see input.path.value",
        "--path is needed",
        "Access denied - path unknown",
        "参数path无效",
        "Undefined $path",
    ] {
        assert_eq!(named(text, "/path", &json!({})), Some(true), "{text}");
    }
}

#[test]
fn word_inside_something_else_is_no_name() {
    for text in [
        "no such file_path",
        "open '/srv/path/x' failed",
        "GET https://a.example/path failed",
        "stderr: bad path",
        "    at path (index.js:3:1)",
        "the paths",
        "PATH",
        "Bad Path here",
    ] {
        assert_eq!(named(text, "/path", &json!({})), Some(false), "{text}");
    }
}

#[test]
fn word_of_a_value_or_the_tool_is_no_name() {
    let arguments = json!({"query": "drop query now"});
    assert_eq!(named("near 'drop query now'", "/query", &arguments), Some(false));
    assert_eq!(named("Only SELECT may be sent to read_query", "/query", &arguments), Some(false));
}

#[test]
fn common_words_need_a_mark() {
    for (text, leaf, expected) in [
        ("expected a string", "/a", false),
        ("'a'", "/a", true),
        ("Required at a", "/a", true),
        ("a must be a number", "/a", true),
        ("Need two (x, y) points", "/x", true),
        ("Cannot deliver to anyone", "/to", false),
        ("parameter to is missing", "/to", true),
        ("invalid value: integer `1`", "/value", false),
        ("key and value are required", "/value", true),
        ("Key \"zzz\" is unknown", "/key", true),
    ] {
        assert_eq!(named(text, leaf, &json!({"key": "zzz"})), Some(expected), "{text}");
    }
}

#[test]
fn pointers_and_dotted_paths_end_in_the_name() {
    for text in [
        "validating /properties/limit: type",
        "data/limit must be integer",
        "Path: $.limit | LineNumber: 0",
        "Go struct field Args.limit of type int",
        "(through reference chain: Order[\"limit\"])",
    ] {
        assert_eq!(named(text, "/limit", &json!({})), Some(true), "{text}");
    }
}

#[test]
fn item_is_named_by_its_array() {
    assert_eq!(named("tags must hold strings", "/tags/1", &json!({})), Some(true));
    assert_eq!(named("tags must hold strings", "", &json!({})), None);
    assert_eq!(named("Argument `x[0]` must be a number.", "/x/0", &json!({})), Some(true));
}

#[test]
fn needles_of_patterns_are_needed() {
    for pattern in [&COMPOUND_BEFORE, &COMPOUND_AFTER] {
        pattern.assert_needles_are_needed();
    }
}
