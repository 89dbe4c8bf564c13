use super::*;

fn replaced(raw: &str) -> String {
    let mut out = Vec::new();
    with_data(raw.as_bytes(), b"{\n}", &mut out);
    String::from_utf8(out).expect("text")
}

#[test]
fn only_the_data_of_an_event_changes() {
    let raw = "id: 7\nevent: message\ndata: {\ndata: }\nretry: 5\n\n";
    assert_eq!(replaced(raw), "id: 7\nevent: message\ndata: { }\nretry: 5\n\n");
}

#[test]
fn line_breaks_stay_as_the_server_writes_them() {
    assert_eq!(replaced("data:1\r\n\r\n"), "data: { }\r\n\r\n");
    assert_eq!(replaced("data\r\r"), "data: { }\r\r");
    assert_eq!(replaced("database: 1\ndata: 2\n\n"), "database: 1\ndata: { }\n\n");
}
