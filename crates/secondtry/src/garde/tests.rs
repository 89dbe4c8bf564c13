use garde::Validate;
use serde::Deserialize;
use serde_json::json;

use super::*;
use crate::answer::own_failure;

#[derive(Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
struct Stay {
    #[garde(dive)]
    guests: Vec<Guest>,
    #[garde(range(min = 1, max = 30))]
    night_count: u8,
}

#[derive(Deserialize, Validate)]
struct Guest {
    #[garde(length(min = 2))]
    name: String,
}

#[test]
fn all_broken_rules_are_told_by_the_names_of_the_arguments() {
    let arguments = json!({"guests": [{"name": "Ada"}, {"name": "B"}], "nightCount": 31});
    let stay: Stay = serde_json::from_value(arguments.clone()).unwrap();
    assert_eq!((stay.guests[1].name.as_str(), stay.night_count), ("B", 31));
    let error = broken(&stay.validate().unwrap_err(), &arguments);
    let failure = own_failure(&error).expect("a failure of ours");
    let text = failure.to_string();
    assert!(
        text.contains("Argument `guests[1].name`: length is lower than 2. You sent \"B\"."),
        "{text}"
    );
    assert!(text.contains("Argument `nightCount`: greater than 30. You sent 31."), "{text}");
    assert!(text.ends_with("Call again with all of them corrected."), "{text}");
}
