use super::*;

#[test]
fn raw_html_is_shown_as_text() {
    let made = to_html("<script>alert(1)</script>\n\na <b onclick=x>b</b>", 2);
    assert!(!made.contains("<script") && !made.contains("<b"), "{made}");
    assert!(made.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{made}");
}

#[test]
fn links_with_other_schemes_become_text() {
    for url in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java&#10;script:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "//evil.example/x",
        "\\\\evil.example",
        "&#1;javascript:alert(1)",
    ] {
        let made = to_html(&format!("[go](<{url}>) ![see](<{url}>)"), 2);
        assert!(!made.contains("<a") && !made.contains("<img"), "{url}: {made}");
        assert!(made.contains("go") && made.contains("see"), "{url}: {made}");
    }
}

#[test]
fn links_to_the_web_and_this_site_stay() {
    for url in [
        "https://a.example/x?y=1#z",
        "http://a.example",
        "mailto:a@b.example",
        "/cards/x",
        "#fix",
        "x:y/z",
    ] {
        let made = to_html(&format!("[go]({url})"), 2);
        assert_eq!(made.contains("<a href="), url != "x:y/z", "{url}: {made}");
    }
}

#[test]
fn picture_becomes_a_link_to_it() {
    let made = to_html("![a picture](https://a.example/p.png)", 2);
    assert_eq!(made, "<p><a href=\"https://a.example/p.png\">a picture</a></p>\n");
}

#[test]
fn picture_within_a_link_is_no_second_link() {
    let made = to_html("[![p](https://a.example/p.png) t](https://b.example)", 2);
    assert_eq!(made, "<p><a href=\"https://b.example\">p t</a></p>\n");
}

#[test]
fn headings_stand_below_the_page_title() {
    assert_eq!(to_html("# a\n\n#### b", 3), "<h3>a</h3>\n<h4>b</h4>\n");
}

#[test]
fn code_can_be_scrolled_by_keyboard() {
    let made = to_html("```js\" onload=x\na < b\n```", 3);
    assert_eq!(made, "<pre tabindex=\"0\"><code>a &lt; b\n</code></pre>\n");
}

#[test]
fn deep_nesting_ends() {
    for piece in ["> ", "- ", "[", "*", "![", "`"] {
        let made = to_html(&piece.repeat(60_000 / piece.len()), 2);
        assert!(made.len() < 8_000_000, "{piece}: {}", made.len());
    }
}

#[test]
fn reference_to_an_issue_is_a_link() {
    for (text, url) in [
        ("a-b/c_d.e#12", Some("https://github.com/a-b/c_d.e/issues/12")),
        ("see a/b#1, and more", Some("https://github.com/a/b/issues/1")),
        ("`a/b#1`", None),
        ("    a/b#1", None),
        ("[a/b#1](https://x.example)", None),
        ("a/b/c#1", None),
        ("../b#1", None),
        ("/b#1", None),
        ("#1", None),
        ("a/b#", None),
        ("a/b#x", None),
        ("a/b#1234567890", None),
    ] {
        let made = to_html(text, 2);
        match url {
            Some(url) => assert!(made.contains(&format!("<a href=\"{url}\">")), "{made}"),
            None => assert!(!made.contains("github.com"), "{text}: {made}"),
        }
    }
}

#[test]
fn many_references_end() {
    assert!(to_html(&"a/b#1".repeat(20_000), 2).len() < 10_000_000);
    assert!(to_html(&("a".repeat(100_000) + &"#".repeat(20_000)), 2).len() < 10_000_000);
}
