use secondtry_cards::card::Card;

use super::*;

const HOSTILE: &str = r#"---
title: "</title><script>alert(1)</script> \u202egnp.exe AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
id: hostile
status: accepted
products: ["<img src=x onerror=alert(1)>", "\"><b>"]
updated: 2026-11-30
---

## Error strings
- `</code><script>alert(2)</script>`

## Situation
<script>alert(3)</script> and <style>*{display:none}</style> and [a](javascript:alert(4)) ![b](https://a.example/p.png)

## Symptom
<iframe src="https://evil.example"></iframe>

## Cause
<!-- a comment --> <svg onload=alert(5)>

## Fix
[x]: javascript:alert(6)
[go][x] <javascript:alert(7)>

## Snippet
```html"><script>
</code></pre><script>alert(8)</script>
```

## Verify
text

## Sources
- <https://a.example/>
"#;

fn hostile() -> Card {
    // Front matter knows no `\u`; the character itself turns the direction of writing.
    Card::parse(HOSTILE.replace("\\u202e", "\u{202e}")).expect("a card")
}

fn assert_tame(text: &str) {
    for evil in [
        "<script",
        "<style",
        "<iframe",
        "<img",
        "<svg onload",
        "<b>",
        "javascript:alert(4)\"",
        "href=\"javascript",
        "onerror=alert(1)>",
    ] {
        assert!(!text.contains(evil), "{evil}: {text}");
    }
}

#[tokio::test]
async fn hostile_card_is_shown_as_text() {
    let desk =
        desk("hostile", DeskSettings { is_unmoderated: true, ..DeskSettings::default() }).await;
    desk.add_missing(vec![hostile()], "test").await.expect("added");
    let note = "worked=no&note=%3C%2Fp%3E%3Cscript%3Ealert(9)%3C%2Fscript%3E";
    assert_eq!(post(&desk, "/cards/hostile/outcomes", note).await.status, StatusCode::SEE_OTHER);
    for path in ["/cards/hostile", "/?kind=card", "/search?q=alert+gnp.exe", "/feed.atom"] {
        let got = get(&desk, path).await;
        assert_eq!(got.status, StatusCode::OK, "{path}");
        assert_tame(&got.text);
        assert!(got.text.contains("alert(1)"), "{path}: {}", got.text);
    }
    let page = get(&desk, "/cards/hostile").await.text;
    assert!(page.contains("&#60;script&#62;alert(9)&#60;/script&#62;"), "{page}");
    assert_eq!(get(&desk, "/cards/hostile.md").await.text, hostile().source());
}

#[tokio::test]
async fn typed_text_comes_back_as_text() {
    let desk = desk("typed", DeskSettings::default()).await;
    let evil = "%22%3E%3C%2Ftextarea%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E";
    for text in [
        get(&desk, &format!("/search?q={evil}&error={evil}")).await.text,
        post(&desk, "/search", &format!("q={evil}&error={evil}")).await.text,
        post(&desk, "/cards/no-response/outcomes", &format!("worked=yes&note={evil}+a%40corp.io"))
            .await
            .text,
    ] {
        assert_tame(&text);
        assert!(text.contains("alert(1)"), "{text}");
    }
}

#[tokio::test]
async fn refused_note_is_kept_in_the_form() {
    let desk = desk("kept", DeskSettings::default()).await;
    let note = "worked=no&note=line+one%0D%0Atoken+ghp_012345678901234567890123456789abcdef";
    let got = post(&desk, "/cards/no-response/outcomes", note).await;
    assert_eq!(got.status, StatusCode::BAD_REQUEST);
    assert!(
        got.text.contains("holds what looks like a secret (line 2, characters 7 to 46)"),
        "{}",
        got.text
    );
    assert!(
        got.text.contains(">line one\ntoken ghp_012345678901234567890123456789abcdef</textarea>"),
        "{}",
        got.text
    );
    assert!(get(&desk, "/cards/no-response").await.text.contains("Nobody has reported yet"));
}

#[tokio::test]
async fn host_that_is_none_is_not_repeated() {
    let desk = desk("host", DeskSettings::default()).await;
    for (host, base) in [("cards.example:8710", "http://cards.example:8710"), ("a<script>", "")] {
        let request = Request::get("/robots.txt").header("host", host);
        let got = send(&desk, request.body(Body::empty()).expect("a request")).await;
        assert!(got.text.ends_with(&format!("Sitemap: {base}/sitemap.xml\n")), "{}", got.text);
    }
}
