//! Cards read, and reports about them.

use serde_json::{Value, json};

use super::bed::Served;
use super::client::{call, post, refused, told};

#[test]
fn report_with_the_same_key_counts_once() {
    let served = Served::start(&[]);
    let report = json!({"card": "no-response", "worked": true, "client_key": "run-7"});
    let first = told(&served, "report_outcome", &report);
    assert_eq!(
        first,
        json!({"card": "no-response", "outcome": "counted", "worked": 1, "tried": 1})
    );
    let second = told(&served, "report_outcome", &report);
    assert_eq!(
        second,
        json!({"card": "no-response", "outcome": "same_key", "worked": 1, "tried": 1})
    );
}

#[test]
fn client_counts_once_a_day_and_card() {
    let served = Served::start(&[]);
    let report = json!({"card": "no-response", "worked": false});
    assert_eq!(told(&served, "report_outcome", &report)["outcome"], "counted");
    let again = json!({"card": "no-response", "worked": true, "client_key": "another"});
    let again = told(&served, "report_outcome", &again);
    assert_eq!(
        again,
        json!({"card": "no-response", "outcome": "already_counted_today", "worked": 0, "tried": 1})
    );
    let other = json!({"card": "no-reason-given", "worked": true});
    assert_eq!(told(&served, "report_outcome", &other)["outcome"], "counted");
}

#[test]
fn clients_behind_a_proxy_count_each_for_themselves() {
    let served = Served::start(&["--behind-proxy"]);
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"report_outcome","arguments":{"card":"no-response","worked":true}}}"#;
    let outcomes = ["203.0.113.1", "203.0.113.2", "203.0.113.9, 203.0.113.1"].map(|from| {
        let header = format!("x-forwarded-for: {from}\r\n");
        let answer = post(&served, &header, call.as_bytes());
        let answer: Value = serde_json::from_str(&answer.body).expect("JSON");
        answer["result"]["structuredContent"]["outcome"].as_str().expect("a word").to_owned()
    });
    assert_eq!(outcomes, ["counted", "counted", "already_counted_today"]);
}

#[test]
fn card_is_read_with_its_text_and_counts() {
    let served = Served::start(&[]);
    told(&served, "report_outcome", &json!({"card": "no-response", "worked": true}));
    let result = call(&served, "get_card", &json!({"id": "no-response"}));
    let text = result["content"][0]["text"].as_str().expect("a text");
    assert!(
        text.starts_with("# A tool call is never answered\n\n`no-response`; rule; for "),
        "{text}"
    );
    assert!(text.contains("worked 1 of 1 times\n\n## "), "{text}");
    let card = &result["structuredContent"];
    assert_eq!((&card["id"], &card["tried"]), (&json!("no-response"), &json!(1)));
    assert!(card["markdown"].as_str().is_some_and(|markdown| markdown.contains("## Fix")));
}

#[test]
fn misspelt_card_is_told_with_the_nearest() {
    let served = Served::start(&[]);
    for (tool, arguments) in [
        ("get_card", json!({"id": "no-respons"})),
        ("report_outcome", json!({"card": "no-respons", "worked": true})),
    ] {
        let told = refused(&served, tool, &arguments);
        assert!(told.contains("the nearest is `no-response`; `find_cards` finds others"), "{told}");
    }
    let told = refused(&served, "get_card", &json!({"id": "quite another"}));
    assert_eq!(
        told,
        "There is no card \"quite another\", which you sent as `id`. It must be an existing card. Call `find_cards` to find one, then call again with it."
    );
}

#[test]
fn secret_and_personal_data_are_refused_whole() {
    let served = Served::start(&["--ask"]);
    let secret = "token ghp_012345678901234567890123456789abcdef";
    let report = json!({"card": "no-response", "worked": true, "note": secret});
    let said = refused(&served, "report_outcome", &report);
    assert!(said.starts_with("`note` holds what looks like a secret (line 1, "), "{said}");
    assert!(!said.contains("ghp_"), "{said}");
    let question = json!({"question": "why?", "context": "mail me at jane.doe@acme-pumps.com"});
    let said = refused(&served, "ask_markedet", &question);
    assert!(said.starts_with("`context` holds an e-mail address (line 1, "), "{said}");
    assert_eq!(served.bed().cards(&["pending"]), "Nothing waits.\n");
    assert_eq!(told(&served, "get_card", &json!({"id": "no-response"}))["tried"], 0);
}

#[test]
fn thirty_reports_in_a_row_are_limited() {
    let served = Served::start(&[]);
    let results: Vec<_> = (0..30)
        .map(|n| json!({"card": "no-response", "worked": true, "client_key": format!("k{n}")}))
        .map(|report| call(&served, "report_outcome", &report))
        .collect();
    let limited: Vec<_> = results.iter().filter(|result| result["isError"] == true).collect();
    // One more is let in every 20 seconds.
    assert!((8..=10).contains(&limited.len()), "{}", limited.len());
    let meta = &limited[0]["_meta"]["dev.secondtry/failure"];
    assert_eq!((&meta["retry"], &meta["outcome"]), (&json!("same-call"), &json!("not-run")));
    assert!(meta["retryAfterMs"].as_u64().is_some_and(|wait| wait <= 21_000), "{meta}");
    let text = limited[0]["content"][0]["text"].as_str().expect("a text");
    assert!(
        text.starts_with("Too many requests: the limit is 20 reports and questions at once"),
        "{text}"
    );
    // Reading goes on.
    told(&served, "get_card", &json!({"id": "no-response"}));
}

#[test]
fn search_without_words_or_error_is_told_what_it_needs() {
    let served = Served::start(&[]);
    let said = refused(&served, "find_cards", &json!({}));
    assert!(said.starts_with("At least one of `query` and `error` is needed"), "{said}");
    let said = refused(&served, "find_cards", &json!({"query": "x", "limit": 51}));
    assert!(said.contains("`limit`") && said.contains("50"), "{said}");
}
