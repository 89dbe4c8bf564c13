use std::net::Ipv4Addr;

use secondtry_cards::built_in;

use super::fixture::DeskInFolder;
use super::*;

const NOBODY: Visitor = Visitor::At(IpAddr::V4(Ipv4Addr::LOCALHOST));

async fn desk(name: &str, settings: DeskSettings) -> DeskInFolder {
    DeskInFolder::new(&format!("desk-{name}"), settings).await
}

#[tokio::test]
async fn built_in_cards_are_added_once() {
    let desk = desk("once", DeskSettings::default()).await;
    assert_eq!(desk.add_missing(built_in::all().expect("cards"), "test").await.expect("added"), 0);
}

#[tokio::test]
async fn second_report_of_a_day_is_not_counted() {
    let desk = desk("day", DeskSettings::default()).await;
    let report = Report { card: "no-response", worked: true, note: None, client_key: None };
    assert_eq!(desk.report(&report, NOBODY).await.expect("kept"), Reported::Counted);
    assert_eq!(desk.report(&report, NOBODY).await.expect("kept"), Reported::SameDay);
}

#[tokio::test]
async fn note_waits_until_it_is_accepted() {
    let desk = desk("waits", DeskSettings::default()).await;
    let note = Some("it was the proxy");
    let report = Report { card: "no-response", worked: true, note, client_key: None };
    desk.report(&report, NOBODY).await.expect("kept");
    let page = desk.outcomes("no-response", 10).await.expect("a page");
    assert_eq!(page.items.iter().map(|outcome| outcome.note.clone()).collect::<Vec<_>>(), [None]);
}

#[tokio::test]
async fn secret_is_refused_before_it_is_counted() {
    let desk = desk("secret", DeskSettings::default()).await;
    let note = Some("token ghp_012345678901234567890123456789abcdef");
    let report = Report { card: "no-response", worked: true, note, client_key: None };
    let refused = desk.report(&report, NOBODY).await.expect_err("a secret");
    assert!(refused.to_string().starts_with("`note` holds what looks like a secret"), "{refused}");
}

#[tokio::test]
async fn twenty_first_report_at_once_is_too_often() {
    let desk = desk("often", DeskSettings::default()).await;
    let report = Report { card: "nothing", worked: true, note: None, client_key: None };
    for _ in 0..20 {
        assert_eq!(desk.report(&report, NOBODY).await.expect("taken"), Reported::UnknownCard);
    }
    let refused = desk.report(&report, NOBODY).await.expect_err("too often");
    assert!(refused.is_passing(), "{refused}");
    assert!(desk.report(&report, Visitor::Local).await.is_ok());
}

#[tokio::test]
async fn questions_are_taken_only_when_told_to() {
    let closed = desk("closed", DeskSettings::default()).await;
    assert!(matches!(closed.ask("why?", None, NOBODY).await, Err(Refused::NoQuestions)));
    let settings = DeskSettings { asks: true, is_unmoderated: true, ..DeskSettings::default() };
    let open = desk("open", settings).await;
    let question = open.ask("why?", None, NOBODY).await.expect("kept");
    let reply = Reply { text: "because", author: "somebody", kind: AuthorKind::Person };
    open.answer(&question.handle, &reply, NOBODY).await.expect("kept");
    let Asked::Answered(_, answers) = open.question(&question.handle).await.expect("there") else {
        panic!("not answered");
    };
    assert_eq!(answers[0].text, "because");
}
