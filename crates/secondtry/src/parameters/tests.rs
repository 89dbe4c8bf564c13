use std::collections::HashMap;

use serde::Deserialize;
use serde_json::json;

use super::traced::place_of_failure;

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only the way to the failure counts")]
struct Whole {
    list: Vec<Option<Part>>,
    map: Option<HashMap<u8, Newtype>>,
    choice: Option<Choice>,
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only the way to the failure counts")]
struct Part {
    n: (u8, i16),
    c: Option<char>,
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only the way to the failure counts")]
struct Newtype(f32);

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only the way to the failure counts")]
enum Choice {
    A,
    B { deep: u8 },
}

#[test]
fn place_is_the_innermost_that_fails() {
    for (arguments, place) in [
        (json!({"list": [null, {"n": [1, "two"]}]}), "/list/1/n/1"),
        (json!({"list": [{"n": [1, 2], "c": "cc"}]}), "/list/0/c"),
        (json!({"list": [], "map": {"7": "x"}}), "/map/7"),
        (json!({"list": [], "choice": {"B": {"deep": 300}}}), "/choice"),
        (json!({"list": [{}]}), "/list/0"),
        (json!({}), ""),
        (json!({"list": 7}), "/list"),
    ] {
        let (found, _) = place_of_failure::<Whole>(&arguments).expect("it fails");
        assert_eq!(found.as_str(), place, "{arguments}");
    }
}

#[test]
fn what_can_be_read_has_no_such_place() {
    let arguments =
        json!({"list": [{"n": [1, -2], "c": "c"}, null], "map": {"7": 1.5}, "choice": "A"});
    assert!(place_of_failure::<Whole>(&arguments).is_none());
}
