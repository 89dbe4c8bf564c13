use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use secondtry_cards::built_in;
use tower::ServiceExt as _;

use super::*;
use crate::desk::fixture::DeskInFolder;
use crate::desk::{DeskSettings, Visitor};

mod hostile;
mod safety;

pub(super) async fn desk(name: &str, settings: DeskSettings) -> DeskInFolder {
    DeskInFolder::new(&format!("pages-{name}"), settings).await
}

pub(super) struct Got {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) text: String,
}

pub(super) async fn send(desk: &Arc<Desk>, request: Request<Body>) -> Got {
    let response = routes(Arc::clone(desk))
        .layer(Extension(Visitor::Local))
        .oneshot(request)
        .await
        .expect("answered");
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, 10_000_000).await.expect("a body");
    let text = String::from_utf8(bytes.to_vec()).expect("text");
    Got { status: parts.status, headers: parts.headers, text }
}

pub(super) async fn get(desk: &Arc<Desk>, path: &str) -> Got {
    send(desk, Request::get(path).body(Body::empty()).expect("a request")).await
}

pub(super) async fn post(desk: &Arc<Desk>, path: &str, form: &str) -> Got {
    let request = Request::post(path)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from(form.to_owned()))
        .expect("a request");
    send(desk, request).await
}

#[tokio::test]
async fn every_built_in_card_has_a_small_page() {
    let desk = desk("small", DeskSettings::default()).await;
    for card in built_in::all().expect("cards") {
        let got = get(&desk, &format!("/cards/{}", card.id())).await;
        assert_eq!(got.status, StatusCode::OK, "{}", card.id());
        assert!(got.text.len() < 50_000, "{}: {} bytes", card.id(), got.text.len());
    }
    for path in ["/", "/?kind=rule", "/search"] {
        let got = get(&desk, path).await;
        assert_eq!(got.status, StatusCode::OK, "{path}");
        assert!(got.text.len() < 50_000, "{path}: {} bytes", got.text.len());
    }
}

#[tokio::test]
async fn pasted_error_finds_its_card() {
    let desk = desk("find", DeskSettings::default()).await;
    let got =
        post(&desk, "/search", "q=&error=McpError%3A+MCP+error+-32001%3A+Request+timed+out").await;
    assert_eq!(got.status, StatusCode::OK);
    assert!(got.text.contains("href=\"/cards/no-response\""), "{}", got.text);
}

#[tokio::test]
async fn words_make_an_address_to_keep() {
    let desk = desk("words", DeskSettings::default()).await;
    let got = post(&desk, "/search", "q=never+answered+%26+%E2%82%AC&error=").await;
    let place = got.headers["location"].to_str().expect("text");
    assert_eq!(place, "/search?q=never%20answered%20%26%20%E2%82%AC");
    let found = get(&desk, place).await.text;
    assert!(found.contains("value=\"never answered &#38; €\""), "{found}");
    assert!(found.contains("href=\"/cards/no-response\""), "{found}");
}

#[tokio::test]
async fn report_is_counted_once_a_day() {
    let desk = desk("report", DeskSettings::default()).await;
    let first = post(&desk, "/cards/no-response/outcomes", "worked=yes&note=").await;
    assert_eq!(first.status, StatusCode::SEE_OTHER);
    assert_eq!(first.headers["location"], "/cards/no-response?report=counted#report");
    let page = get(&desk, "/cards/no-response?report=counted").await;
    assert!(page.text.contains("<strong>1 of 1</strong>"), "{}", page.text);
    assert!(page.text.contains("Your report counts"), "{}", page.text);
    let second = post(&desk, "/cards/no-response/outcomes", "worked=no").await;
    assert_eq!(second.headers["location"], "/cards/no-response?report=same-day#report");
}

#[tokio::test]
async fn card_is_given_out_to_the_byte() {
    let desk = desk("source", DeskSettings::default()).await;
    for card in built_in::all().expect("cards") {
        let got = get(&desk, &format!("/cards/{}.md", card.id())).await;
        assert_eq!(got.text, card.source());
        assert_eq!(got.headers["content-type"], "text/markdown; charset=utf-8");
    }
    let got = get(&desk, "/cards/no-response.json").await;
    let json: serde_json::Value = serde_json::from_str(&got.text).expect("JSON");
    assert_eq!((&json["id"], &json["tried"]), (&"no-response".into(), &0.into()));
}

#[tokio::test]
async fn list_shows_every_card_over_its_pages() {
    let desk = desk("list", DeskSettings::default()).await;
    for kind in ["card", "rule"] {
        let mut seen = 0;
        let mut path = format!("/?kind={kind}");
        loop {
            let text = get(&desk, &path).await.text;
            seen += text.matches("<li><a href=\"/cards/").count();
            let Some(at) = text.find("cursor=") else { break };
            let cursor = &text[at + 7..at + text[at..].find('"').expect("an end")];
            path = format!("/?kind={kind}&cursor={cursor}");
        }
        let all = built_in::all().expect("cards");
        assert_eq!(seen, all.iter().filter(|card| card.kind().name() == kind).count(), "{kind}");
    }
}

#[tokio::test]
async fn guide_is_a_page_and_a_text() {
    let desk = desk("guide", DeskSettings::default()).await;
    for guide in guide::all() {
        let path = format!("/guides/{}", guide.id());
        let page = get(&desk, &path).await;
        assert!(page.text.contains(&format!("<h1>{}</h1>", guide.title())), "{path}");
        assert!(page.text.len() < 50_000, "{path}: {} bytes", page.text.len());
        assert_eq!(get(&desk, &format!("{path}.md")).await.text, guide.source());
        assert!(get(&desk, "/guides/").await.text.contains(&format!("href=\"{path}\"")));
    }
}

#[tokio::test]
async fn questions_are_pages_only_when_told_to() {
    let closed = desk("no-questions", DeskSettings::default()).await;
    let handle = "0".repeat(32);
    for path in ["/ask", "/questions", &format!("/questions/{handle}")] {
        assert_eq!(get(&closed, path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    for path in ["/ask", &format!("/questions/{handle}/answers")] {
        let got = post(&closed, path, "question=why&answer=so").await;
        assert_eq!(got.status, StatusCode::NOT_FOUND, "{path}");
    }
    assert!(!get(&closed, "/").await.text.contains("/questions"));
}

#[tokio::test]
async fn question_is_asked_and_answered_on_pages() {
    let settings = DeskSettings { asks: true, is_unmoderated: true, ..DeskSettings::default() };
    let desk = desk("questions", settings).await;
    let asked = post(&desk, "/ask", "question=Why%3F&context=%3Cb%3Ea").await;
    let place = asked.headers["location"].to_str().expect("text").to_owned();
    let place = place.strip_suffix("?done=asked").expect("a question").to_owned();
    assert!(get(&desk, "/questions?answered=no").await.text.contains(&place));

    let answered =
        post(&desk, &format!("{place}/answers"), "answer=%3Cscript%3Eso&author=%3Ci%3EA").await;
    assert_eq!(answered.status, StatusCode::SEE_OTHER, "{}", answered.text);
    let page = get(&desk, &place).await.text;
    assert!(page.contains("<bdi>&#60;script&#62;so</bdi>"), "{page}");
    assert!(page.contains("A person, “<bdi>&#60;i&#62;A</bdi>”"), "{page}");
    assert!(page.contains("not verified") && page.contains("<bdi>&#60;b&#62;a</bdi>"), "{page}");
    assert!(get(&desk, "/questions?answered=yes").await.text.contains(&place));

    let secret = post(&desk, &format!("{place}/answers"), "answer=mail+me%40corp.io").await;
    assert_eq!(secret.status, StatusCode::BAD_REQUEST);
    assert!(secret.text.contains("holds an e-mail address"), "{}", secret.text);
    assert!(secret.text.contains(">mail me@corp.io</textarea>"), "{}", secret.text);
}

#[tokio::test]
async fn question_waits_until_it_is_accepted() {
    let desk = desk("waits", DeskSettings { asks: true, ..DeskSettings::default() }).await;
    let asked = post(&desk, "/ask", "question=Why%3F").await;
    let place = asked.headers["location"].to_str().expect("text").to_owned();
    let page = get(&desk, &place).await.text;
    assert!(page.contains("listed once somebody has accepted it"), "{page}");
    let handle = place.split(['/', '?']).nth(2).expect("a handle");
    assert!(!get(&desk, "/questions").await.text.contains(handle));
}
