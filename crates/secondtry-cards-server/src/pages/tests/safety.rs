use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use super::*;

fn form(path: &str, headers: &[(&str, &str)]) -> Request<Body> {
    let mut request = Request::post(path)
        .header("host", "cards.example:8710")
        .header("content-type", "application/x-www-form-urlencoded");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::from("worked=yes")).expect("a request")
}

#[tokio::test]
async fn form_from_another_site_is_refused() {
    let settings = DeskSettings {
        public_url: Some("https://lasting.example/x".into()),
        ..DeskSettings::default()
    };
    let desk = desk("foreign", settings).await;
    let path = "/cards/no-response/outcomes";
    for (headers, is_let_in) in [
        (&[("sec-fetch-site", "cross-site")][..], false),
        (&[("sec-fetch-site", "same-site")], false),
        (&[("sec-fetch-site", "cross-site"), ("origin", "http://cards.example:8710")], false),
        (&[("origin", "https://evil.example")], false),
        (&[("origin", "http://cards.example")], false),
        (&[("origin", "null")], false),
        (&[("origin", "https://lasting.example.evil.example")], false),
        (&[("sec-fetch-site", "same-origin"), ("origin", "http://cards.example:8710")], true),
        (&[("origin", "https://cards.example:8710")], true),
        (&[("origin", "https://lasting.example")], true),
        (&[], true),
    ] {
        let got = send(&desk, form(path, headers)).await;
        let expected = if is_let_in { StatusCode::SEE_OTHER } else { StatusCode::FORBIDDEN };
        assert_eq!(got.status, expected, "{headers:?}");
    }
}

#[tokio::test]
async fn every_answer_tells_the_browser_its_limits() {
    let desk = desk("policy", DeskSettings::default()).await;
    for path in [
        "/",
        "/cards/no-response",
        "/cards/no-response.md",
        "/style.css",
        "/favicon.svg",
        "/nowhere",
        "/llms.txt",
    ] {
        let headers = get(&desk, path).await.headers;
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(policy.starts_with("default-src 'none'; style-src 'self';"), "{path}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["referrer-policy"], "same-origin", "{path}");
        assert!(!headers.contains_key("set-cookie"), "{path}");
    }
}

#[tokio::test]
async fn problems_are_pages_with_their_status() {
    let desk = desk("problems", DeskSettings::default()).await;
    for (path, status) in [
        ("/nowhere", 404),
        ("/cards/nothing", 404),
        ("/cards/nothing.md", 404),
        ("/cards/nothing.json", 404),
        ("/cards/%FF", 404),
        ("/guides/nothing", 404),
        ("/?kind=nothing", 404),
        ("/?cursor=nonsense", 400),
        ("/search?q=x&cursor=nonsense", 400),
        ("/?kind=card&kind=rule", 400),
        ("/cards/no-response/outcomes", 405),
    ] {
        let got = get(&desk, path).await;
        assert_eq!(got.status.as_u16(), status, "{path}");
        assert!(got.text.contains("<h1>"), "{path}: {}", got.text);
        assert_eq!(got.headers["cache-control"], "no-store", "{path}");
    }
    for (path, body, status) in [
        ("/", "", 405),
        ("/cards/no-response/outcomes", "worked=maybe", 400),
        ("/cards/no-response/outcomes", "note=x", 400),
        ("/cards/nothing/outcomes", "worked=yes", 404),
        ("/search", "q=&error=", 400),
    ] {
        let got = post(&desk, path, body).await;
        assert_eq!(got.status.as_u16(), status, "{path} {body}");
        assert!(got.text.contains("<h1>"), "{path}: {}", got.text);
    }
    assert_eq!(post(&desk, "/", "").await.headers["allow"], "GET,HEAD");
}

#[tokio::test]
async fn long_texts_are_refused_with_a_page() {
    let desk = desk("long", DeskSettings::default()).await;
    let words = "x".repeat(2000);
    let got = get(&desk, &format!("/search?q={words}")).await;
    assert_eq!(got.status, StatusCode::BAD_REQUEST);
    assert!(got.text.contains("`query` has 2000 bytes; at most 1024"), "{}", got.text);
    let got = post(&desk, "/search", &format!("error={}", "x".repeat(70_000))).await;
    assert_eq!(got.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(got.text.contains("too long"), "{}", got.text);
    let got = post(&desk, "/search", &format!("error={}", "%E2%82%AC".repeat(5_400))).await;
    assert_eq!(got.status, StatusCode::OK);
}

#[tokio::test]
async fn reader_who_asks_too_often_is_told_when_to_come_back() {
    let desk = desk("often", DeskSettings::default()).await;
    let reader = Visitor::At(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)));
    let ask = async |visitor: Visitor| {
        let request = Request::get("/robots.txt").body(Body::empty()).expect("a request");
        let site = routes(Arc::clone(&desk)).layer(Extension(visitor));
        site.oneshot(request).await.expect("answered")
    };
    for _ in 0..120 {
        assert_eq!(ask(reader).await.status(), StatusCode::OK);
    }
    let refused = ask(reader).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.headers()["retry-after"], "1");
    let other = Visitor::At(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2)));
    assert_eq!(ask(other).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn request_without_a_visitor_is_answered_with_500() {
    let desk = desk("nobody", DeskSettings::default()).await;
    let request = Request::get("/").body(Body::empty()).expect("a request");
    let response = routes(Arc::clone(&*desk)).oneshot(request).await.expect("answered");
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
}

#[tokio::test]
async fn store_that_is_away_is_no_fault_of_the_reader() {
    let desk = desk("away", DeskSettings::default()).await;
    let page = Problem::Unavailable.page(&desk);
    assert_eq!(page.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(page.headers()["retry-after"], "5");
    let page = Problem::TooOften(Duration::from_millis(2500)).page(&desk);
    assert_eq!(page.headers()["retry-after"], "3");
}

#[tokio::test]
async fn tag_of_another_text_is_not_known() {
    let desk = desk("tag", DeskSettings::default()).await;
    let before = get(&desk, "/cards/no-response").await.headers["etag"].clone();
    post(&desk, "/cards/no-response/outcomes", "worked=yes").await;
    for (tag, status) in [(before.to_str().expect("text"), 200), ("\"x\", *", 304)] {
        let request = Request::get("/cards/no-response").header("if-none-match", tag);
        let got = send(&desk, request.body(Body::empty()).expect("a request")).await;
        assert_eq!(got.status.as_u16(), status, "{tag}");
    }
}

#[tokio::test]
async fn head_is_answered_without_a_text() {
    let desk = desk("head", DeskSettings::default()).await;
    let got = send(&desk, Request::head("/").body(Body::empty()).expect("a request")).await;
    assert_eq!((got.status, got.text.as_str()), (StatusCode::OK, ""));
}
