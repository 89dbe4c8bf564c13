//! Strict readers of what the formats write.

use quick_xml::Reader;
use quick_xml::events::Event;

/// Panics unless `text` is one well-formed document of the elements of a `JUnit` report.
pub(crate) fn assert_xml(text: &str) {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = true;
    let mut open = 0;
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(tag) => {
                open += 1;
                assert_attributes(&tag);
            }
            Event::Empty(tag) => assert_attributes(&tag),
            Event::End(_) => open -= 1,
            Event::Decl(_) | Event::GeneralRef(_) | Event::Text(_) => (),
            Event::Eof => break,
            event @ (Event::CData(_) | Event::Comment(_) | Event::DocType(_) | Event::PI(_)) => {
                panic!("{event:?}")
            }
        }
    }
    assert_eq!(open, 0);
}

fn assert_attributes(tag: &quick_xml::events::BytesStart<'_>) {
    let name = tag.name();
    let name: &str = name.as_ref();
    assert!(
        ["testsuites", "testsuite", "testcase", "failure", "skipped"].contains(&name),
        "{name}"
    );
    for attribute in tag.attributes() {
        attribute.expect("an attribute has a name and a value in quotes");
    }
}

/// Panics where a tag of `page` is none that a report writes, has a handler, or is not closed.
pub(crate) fn assert_html(page: &str) {
    let (head, rest) = page.split_once("<style>").expect("a style");
    let (_, rest) = rest.split_once("</style>").expect("the style ends");
    let (body, script) = rest.rsplit_once("<script>").expect("a script");
    assert!(script.ends_with("</script>\n</body>\n</html>\n"));
    let mut open: Vec<String> = Vec::new();
    for part in format!("{head}{body}</body></html>").split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert!(!text.contains('>'), "{part}");
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap_or_default();
        assert!(ELEMENTS.contains(&name), "{part}");
        assert_quoted(tag);
        match (tag.strip_prefix('/'), VOID.contains(&name)) {
            (Some(closed), _) => assert_eq!(open.pop().as_deref(), Some(closed)),
            (None, true) => (),
            (None, false) => open.push(name.to_owned()),
        }
    }
    assert_eq!(open, [""; 0]);
}

/// Every attribute is one of ours, in whole quotes.
fn assert_quoted(tag: &str) {
    let mut parts = tag.split('"');
    while let Some(outside) = parts.next() {
        let last = outside.split_whitespace().last().unwrap_or_default();
        assert!(!last.starts_with("on"), "{tag}");
        assert!(!outside.contains(['\'', '`', '&']), "{tag}");
        if parts.next().is_some() {
            assert!(last.ends_with('='), "{tag}");
        }
    }
}

const ELEMENTS: [&str; 49] = [
    "!DOCTYPE", "a", "article", "b", "bdi", "body", "br", "button", "code", "dd", "details", "div",
    "dl", "dt", "fieldset", "footer", "form", "h1", "h2", "h3", "h4", "h5", "head", "header",
    "html", "input", "label", "legend", "li", "main", "meta", "option", "output", "p", "pre",
    "section", "select", "small", "span", "strong", "summary", "table", "tbody", "td", "th",
    "thead", "title", "tr", "ul",
];
const VOID: [&str; 4] = ["!DOCTYPE", "br", "input", "meta"];
