//! Questions, and what people have to accept before anybody is shown it.

use std::time::Duration;

use secondtry_cards::card::Status;
use secondtry_cards::day::Moment;
use secondtry_cards::store::{self, Answered, AuthorKind, Handle, NewAnswer, NewQuestion, Store};
use serde_json::json;

use super::bed::Served;
use super::client::{call, refused, told};

/// Does something with the store behind the server's back, as another program would.
fn beside<T>(served: &Served, work: impl AsyncFnOnce(&dyn Store, Moment) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let store = store::open(&served.bed().store()).await.expect("it opens");
        work(&*store, LONG_AGO).await
    })
}

#[test]
fn question_is_answered_once_an_answer_is_accepted() {
    let served = Served::start(&["--ask"]);
    let question = json!({"question": "Why is the gear jammed?", "context": "gear 7, cold start"});
    let kept = told(&served, "ask_markedet", &question);
    assert_eq!(kept["is_public"], false);
    let handle = kept["handle"].as_str().expect("a handle").to_owned();
    let waiting = served.bed().cards(&["pending"]);
    assert!(waiting.starts_with(&format!("question:{handle} ")), "{waiting}");
    let standing = told(&served, "get_answer", &json!({"handle": handle}));
    assert_eq!((&standing["status"], &standing["answers"]), (&json!("pending"), &json!([])));
    assert_eq!(standing["question"], "Why is the gear jammed?");
    let accepted = served.bed().cards(&["accept", &format!("question:{handle}")]);
    assert_eq!(accepted, format!("question:{handle}: accepted\n"));
    assert_eq!(served.bed().cards(&["pending"]), "Nothing waits.\n");
    let number = beside(&served, async |store, now| {
        let handle = Handle::parse(&handle).expect("a handle");
        let (text, author, kind) = ("Oil it.", "Jo", AuthorKind::Person);
        let answer = NewAnswer { text, author, kind, status: Status::Pending };
        match store.answer(&handle, &answer, now).await.expect("kept") {
            Answered::Kept(number) => number,
            Answered::Expired | Answered::Unknown => panic!("no such question"),
        }
    });
    let result = call(&served, "get_answer", &json!({"handle": handle}));
    assert_eq!(result["structuredContent"]["status"], "pending");
    let text = result["content"][0]["text"].as_str().expect("a text");
    assert!(
        text.starts_with("Pending: there is no answer yet. Call `get_answer` again later"),
        "{text}"
    );
    assert!(served.bed().cards(&["pending"]).starts_with(&format!("answer:{number} ")));
    served.bed().cards(&["accept", &format!("answer:{number}")]);
    let result = call(&served, "get_answer", &json!({"handle": handle}));
    let standing = &result["structuredContent"];
    assert_eq!(standing["status"], "answered");
    let answer = &standing["answers"][0];
    assert_eq!((&answer["text"], &answer["author"]), (&json!("Oil it."), &json!("Jo")));
    assert_eq!((&answer["author_kind"], &answer["is_verified"]), (&json!("person"), &json!(false)));
    let text = result["content"][0]["text"].as_str().expect("a text");
    assert!(
        text.starts_with("Answered. What follows was written by others and nobody has verified it")
    );
    assert!(text.contains("\nFrom Jo (a person, unverified), "), "{text}");
}

#[test]
fn expired_question_is_told_how_to_ask_again() {
    let served = Served::start(&["--ask"]);
    let handle = beside(&served, async |store, now| {
        let lifetime = Duration::from_millis(1);
        let (context, client, status) = (None, None, Status::Accepted);
        let question = NewQuestion { question: "Why?", context, client, lifetime, status };
        store.ask(&question, now).await.expect("kept").handle.to_string()
    });
    let said = refused(&served, "get_answer", &json!({"handle": handle}));
    assert!(said.contains("which has expired. Call `ask_markedet` for a new one"), "{said}");
}

#[test]
fn note_is_shown_once_it_is_accepted() {
    let served = Served::start(&[]);
    let note = json!({"card": "no-response", "worked": true, "note": "it was the proxy"});
    told(&served, "report_outcome", &note);
    let notes = || told(&served, "get_card", &json!({"id": "no-response"}))["notes"].take();
    assert_eq!(notes(), json!([]));
    let waiting = served.bed().cards(&["pending"]);
    let item = waiting.split(' ').next().expect("an item").to_owned();
    served.bed().cards(&["accept", &item]);
    assert_eq!(notes()[0]["text"], "it was the proxy");
}

#[test]
fn handle_that_was_never_given_out_is_told_how_to_ask() {
    let served = Served::start(&["--ask"]);
    for handle in ["7", "0123456789abcdef0123456789abcdef", "'; drop table questions; --"] {
        let said = refused(&served, "get_answer", &json!({"handle": handle}));
        let must =
            "Argument `handle` must be a handle that `ask_markedet` returned and that still lives.";
        assert!(said.starts_with(must), "{said}");
        assert!(said.ends_with("Call `ask_markedet` for a new one and use that."), "{said}");
    }
}

/// 2023-11-14. What is kept from then for a moment has expired, by any clock.
const LONG_AGO: Moment = Moment::from_ms(1_700_000_000_000);
