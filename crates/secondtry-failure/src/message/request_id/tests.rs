use serde_json::json;

use super::*;

fn id(value: &Value) -> RequestId {
    RequestId::from_value(value).expect("an id")
}

#[test]
fn number_and_its_string_only_resemble() {
    let (number, string) = (id(&json!(7)), id(&json!("7")));
    assert_ne!(number, string);
    assert!(number.resembles(&string));
}

#[test]
fn fraction_zero_resembles_the_integer() {
    assert!(id(&json!(7.0)).resembles(&id(&json!(7))));
    assert!(!id(&json!(7.5)).resembles(&id(&json!(7))));
}

#[test]
fn null_is_no_id() {
    assert_eq!(RequestId::from_value(&json!(null)), None);
}
