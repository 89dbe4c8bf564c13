//! Lists in pages, while cards come in.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::bed::Served;
use super::client::{ask, told};

#[test]
fn page_of_found_cards_goes_on_over_inserts() {
    let served = Served::start(&[]);
    for n in 0..6 {
        served.bed().add(&format!("gear-{n}"));
    }
    let mut seen = Vec::new();
    let mut cursor = Value::Null;
    for page in 0..20 {
        let asked = json!({"query": "gear jammed", "limit": 2, "cursor": cursor});
        let mut found = told(&served, "find_cards", &asked);
        let cards = found["cards"].as_array().expect("a list");
        seen.extend(cards.iter().map(|card| card["id"].as_str().expect("an id").to_owned()));
        cursor = found["next"].take();
        if cursor.is_null() {
            break;
        }
        served.bed().add(&format!("gear-1{page}"));
    }
    let all: BTreeSet<&String> = seen.iter().collect();
    assert_eq!(all.len(), seen.len(), "one was shown twice: {seen:?}");
    assert!((0..6).all(|n| all.contains(&format!("gear-{n}"))), "one is missing: {seen:?}");
}

#[test]
fn list_of_resources_goes_on_over_inserts() {
    let served = Served::start(&[]);
    let listed = |cursor: &Value| {
        let params = if cursor.is_null() { json!({}) } else { json!({"cursor": cursor}) };
        let answer = ask(&served, "resources/list", &params)["result"].take();
        let names = answer["resources"].as_array().expect("a list").iter();
        let names: Vec<String> =
            names.map(|one| one["uri"].as_str().expect("a name").to_owned()).collect();
        (names, answer["nextCursor"].clone())
    };
    let (mut names, cursor) = listed(&Value::Null);
    assert!(cursor.is_string(), "the cards that come with the program fill more than a page");
    served.bed().add("aaa-first");
    served.bed().add("zzz-last");
    let (more, end) = listed(&cursor);
    assert!(more.contains(&"card:///zzz-last".to_owned()) && end.is_null());
    names.extend(more);
    let all: BTreeSet<&String> = names.iter().collect();
    assert_eq!(all.len(), names.len(), "one was listed twice");
    assert!(!all.contains(&"card:///aaa-first".to_owned()));
}

#[test]
fn resource_is_read_to_the_byte_or_is_not_found() {
    let served = Served::start(&[]);
    served.bed().add("gear");
    let file = std::fs::read_to_string(served.bed().folder().join("gear.md")).expect("a file");
    let read = ask(&served, "resources/read", &json!({"uri": "card:///gear"}));
    let expected = json!([{"uri": "card:///gear", "mimeType": "text/markdown", "text": file}]);
    assert_eq!(read["result"]["contents"], expected);
    for uri in ["card:///none", "card:///../etc/passwd", "file:///etc/passwd", ""] {
        let answer = ask(&served, "resources/read", &json!({"uri": uri}));
        assert_eq!(answer["error"]["code"], -32002, "{uri}");
        assert_eq!(answer["error"]["data"]["uri"], uri);
    }
    let answer = ask(&served, "resources/list", &json!({"cursor": "zz"}));
    assert_eq!(answer["error"]["code"], -32602);
    let answer = ask(&served, "resources/templates/list", &json!({}));
    assert_eq!(answer["result"]["resourceTemplates"][0]["uriTemplate"], "card:///{id}");
}

#[test]
fn questions_are_offered_only_when_told_to() {
    for (options, offered) in [(&[][..], false), (&["--ask", "--question-lifetime", "36h"], true)] {
        let served = Served::start(options);
        let list = ask(&served, "tools/list", &json!({}));
        let tools = list["result"]["tools"].as_array().expect("a list");
        let asks = tools.iter().find(|tool| tool["name"] == "ask_markedet");
        assert_eq!(asks.is_some(), offered);
        if let Some(asks) = asks {
            let description = asks["description"].as_str().expect("a text");
            assert!(description.contains("lives for 36 hours"), "{description}");
        }
        for tool in tools {
            // Clients complain about formats that JSON Schema does not have.
            assert!(!tool.to_string().contains("\"format\""), "{tool}");
            assert!(tool["outputSchema"].is_object() && tool["title"].is_string(), "{tool}");
            assert_eq!(tool["annotations"]["destructiveHint"], false);
        }
    }
}
