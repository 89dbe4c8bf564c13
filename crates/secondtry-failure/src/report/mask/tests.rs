use serde_json::json;

use super::*;

#[test]
fn password_in_a_connection_string_is_masked() {
    let text = "cannot reach postgres://app:hunter2secret@db.invalid/x today";
    let masked = Mask::Hide.text(text);
    assert!(!masked.contains("hunter2secret") && masked.contains("[masked]"), "{masked}");
    assert_eq!(Mask::Show.text(text), text);
}

#[test]
fn member_that_names_a_secret_is_masked() {
    let value = json!({"api_key": "x", "rows": [{"password": "y", "user": "z"}], "secret": 3});
    let expected = json!({"api_key": "[masked]", "rows": [{"password": "[masked]", "user": "z"}], "secret": 3});
    assert_eq!(Mask::Hide.value(&value), expected);
}
