use super::*;

#[test]
fn value_is_found_where_it_stands() {
    let text = r#"{"a":1, "params" : {"_meta":{"progressToken": "t\u0031" }}}"#;
    let found = member_at(text, &["params", "_meta", "progressToken"]).expect("it is there");
    assert_eq!(found, r#""t\u0031""#);
    let place = place_of(text, found).expect("a slice of it");
    let changed = replaced(text, vec![(place, "7")]);
    assert_eq!(changed, br#"{"a":1, "params" : {"_meta":{"progressToken": 7 }}}"#);
}

#[test]
fn key_with_escapes_is_the_same_key() {
    assert_eq!(member(r#"{"i\u0064":5}"#, "id"), Some("5"));
}

#[test]
fn what_is_no_object_has_no_members() {
    for text in ["[1]", "7", "", "{\"a\":", "{\"a\":1}}"] {
        assert_eq!(member(text, "b"), None, "{text}");
    }
}

#[test]
fn deep_values_are_skipped_without_recursion() {
    let text = format!(r#"{{"deep":{}{},"id":9}}"#, "[".repeat(100), "]".repeat(100));
    assert_eq!(member(&text, "id"), Some("9"));
}
