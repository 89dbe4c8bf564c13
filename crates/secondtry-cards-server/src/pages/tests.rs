use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use secondtry_cards::built_in;
use secondtry_cards::day::Moment;
use secondtry_cards::store::open;
use tower::ServiceExt as _;

use super::*;
use crate::desk::{DeskSettings, Visitor};

async fn desk(name: &str, settings: DeskSettings) -> Arc<Desk> {
    let path =
        std::env::temp_dir().join(format!("secondtry-pages-{name}-{}.db", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let store = open(&path.display().to_string()).await.expect("a store");
    let desk = Desk::new(store, settings, || Moment::from_ms(1_800_000_000_000));
    desk.add_missing(built_in::all().expect("cards"), "test").await.expect("added");
    Arc::new(desk)
}

struct Got {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

async fn send(desk: &Arc<Desk>, request: Request<Body>) -> Got {
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

async fn get(desk: &Arc<Desk>, path: &str) -> Got {
    send(desk, Request::get(path).body(Body::empty()).expect("a request")).await
}

async fn post(desk: &Arc<Desk>, path: &str, form: &str) -> Got {
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
