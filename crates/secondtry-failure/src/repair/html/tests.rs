use super::{page, without_pages};

#[test]
fn pages_become_what_is_known_of_them() {
    for (text, expected) in [
        (
            "<!DOCTYPE html><html><head><title>502 Bad\n Gateway</title>",
            Some("The answer was an HTML page titled \"502 Bad Gateway\" in place of a result."),
        ),
        (
            "<html><body><h1>Sign <b>in</b></h1></body></html>",
            Some("The answer was an HTML page titled \"Sign in\" in place of a result."),
        ),
        ("HTTP 500: <html></html>, sorry", Some("HTTP 500: an HTML page, sorry")),
        (
            "<html><title><html>\"x\"</title></html><html></html>",
            Some("an HTML page titled \"'x'\"an HTML page"),
        ),
        ("use <b>bold</b> text", None),
        ("<htmlx>", None),
    ] {
        assert_eq!(without_pages(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn a_page_that_breaks_off_reaches_to_the_end() {
    assert_eq!(page("x <html><p>").unwrap().place, 2..11);
}
