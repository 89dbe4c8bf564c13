use super::*;

#[test]
fn media_types_are_read_from_every_line() {
    for (lines, events, json) in [
        (&["application/json, text/event-stream"][..], true, true),
        (&["application/json", "Text/Event-Stream;q=0.5"], true, true),
        (&["application/json"], false, true),
        (&["text/event-stream"], true, false),
        (&["*/*"], true, true),
        (&["image/png"], false, false),
        (&[], true, true),
    ] {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(ACCEPT, line.parse().expect("a value"));
        }
        assert_eq!(Accepts::of(&headers), Accepts { events, json }, "{lines:?}");
    }
}
