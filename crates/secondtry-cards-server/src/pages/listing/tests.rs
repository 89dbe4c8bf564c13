use super::super::tests::{desk, get};
use super::*;
use crate::desk::DeskSettings;

#[tokio::test]
async fn every_card_stands_in_each_listing_once() {
    let desk = desk("listings", DeskSettings::default()).await;
    let lines = desk.list(None, 1000).await.expect("a list").items;
    for (path, ends) in [("/llms.txt", ".md)"), ("/llms-full.txt", ">\n"), ("/sitemap.xml", "<")] {
        let got = get(&desk, path).await;
        for line in &lines {
            let place = format!("/cards/{}{ends}", line.id);
            assert_eq!(got.text.matches(&place).count(), 1, "{path}: {place}");
        }
    }
}

#[tokio::test]
async fn known_listing_is_not_sent_again() {
    let desk = desk("known", DeskSettings::default()).await;
    for path in [
        "/llms.txt",
        "/llms-full.txt",
        "/sitemap.xml",
        "/feed.atom",
        "/robots.txt",
        "/cards/no-response",
        "/cards/no-response.md",
    ] {
        let first = get(&desk, path).await;
        let request =
            axum::http::Request::get(path).header("if-none-match", &first.headers["etag"]);
        let again =
            super::super::tests::send(&desk, request.body(Body::empty()).expect("a request")).await;
        assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""), "{path}");
    }
}

#[tokio::test]
async fn feed_and_map_name_the_lasting_address() {
    let settings = DeskSettings {
        public_url: Some("https://cards.example".into()),
        ..DeskSettings::default()
    };
    let desk = desk("lasting", settings).await;
    let feed = get(&desk, "/feed.atom").await.text;
    assert!(feed.contains("<id>https://cards.example/feed.atom</id>"), "{feed}");
    let map = get(&desk, "/sitemap.xml").await.text;
    assert!(map.contains("<loc>https://cards.example/cards/no-response</loc>"), "{map}");
    let page = get(&desk, "/cards/no-response").await.text;
    assert!(
        page.contains("<link rel=\"canonical\" href=\"https://cards.example/cards/no-response\">")
    );
}

#[test]
fn title_cannot_end_the_text_of_a_link() {
    assert_eq!(label("a](http://evil) \\"), "a\\](http://evil) \\\\");
}
