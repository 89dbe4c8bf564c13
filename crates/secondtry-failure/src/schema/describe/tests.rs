use serde_json::json;

use super::*;
use crate::schema::fault::Pointer;

fn fault(constraint: Constraint) -> Fault {
    Fault { parameter: Pointer::root(), constraint, given: None }
}

#[test]
fn phrases_state_what_is_accepted() {
    for (constraint, phrase) in [
        (Constraint::Enum(vec![json!("EUR"), json!(3)]), r#"one of "EUR", 3"#),
        (Constraint::Type(vec![JsonType::Integer, JsonType::Null]), "an integer or null"),
        (Constraint::MinLength(1), "at least 1 character"),
        (
            Constraint::AdditionalProperties(vec!["a".into(), "b".into()]),
            "only the properties `a`, `b`",
        ),
        (
            Constraint::AnyOf(vec![
                vec![fault(Constraint::Type(vec![JsonType::String]))],
                vec![fault(Constraint::Type(vec![JsonType::Null]))],
            ]),
            "a string, or null",
        ),
    ] {
        assert_eq!(accepted(&fault(constraint)), phrase);
    }
}

#[test]
fn long_lists_say_how_many_more() {
    let values = (0..23).map(|number| json!(number)).collect();
    assert!(accepted(&fault(Constraint::Enum(values))).ends_with("19 and 3 more"));
}
