use serde_json::json;

use super::*;

fn answer(status: u16, headers: &[(&str, &str)], body: &str) -> HttpAnswer {
    HttpAnswer {
        to: Asking::Request(RequestId::from(7)),
        status,
        headers: headers.iter().map(|&(name, value)| (name.into(), value.into())).collect(),
        body: body.into(),
        is_truncated: false,
        is_in_session: false,
    }
}

#[test]
fn reason_names_what_the_user_must_do() {
    for (status, headers, expected) in [
        (
            307,
            [("location", "https://a.test/mcp/")],
            "HTTP 307, a redirect to `https://a.test/mcp/` (not followed; is that the server's address?)",
        ),
        (
            401,
            [("www-authenticate", "Bearer")],
            "HTTP 401, the server asks for credentials: Bearer",
        ),
        (403, [("content-type", "text/html")], "HTTP 403, the server forbids it"),
        (
            200,
            [("content-type", "text/html")],
            "HTTP 200 with text/html, which holds no MCP message",
        ),
        (
            202,
            [("content-type", "text/html")],
            "HTTP 202, which accepts a message without answering it",
        ),
        (429, [("retry-after", "30")], "HTTP 429, to be tried again after `30`"),
        (500, [("allow", "GET")], "HTTP 500 with no content type"),
    ] {
        assert_eq!(answer(status, &headers, "").reason(), expected);
    }
}

#[test]
fn json_body_enters_a_transcript_as_json() {
    let headers = [("www-authenticate", "Basic"), ("www-authenticate", "Bearer")];
    let entry = transcript::HttpAnswer::from(&answer(400, &headers, r#"{"jsonrpc":"2.0"}"#));
    assert_eq!(entry.body, Some(json!({"jsonrpc": "2.0"})));
    assert_eq!(
        entry.headers,
        json!({"www-authenticate": "Basic, Bearer"}).as_object().cloned().expect("an object")
    );
}

#[test]
fn other_bodies_enter_a_transcript_as_text() {
    let body_of = |body: &str| transcript::HttpAnswer::from(&answer(502, &[], body)).body;
    assert_eq!(body_of("<html>"), Some(json!("<html>")));
    assert_eq!(body_of(""), None);
}

#[test]
fn cut_says_where_it_was() {
    let cut = Cut { is_inside_event: true, ..Cut::default() };
    let said = HttpFailure::Cut(cut).to_string();
    assert_eq!(
        said,
        "the answer broke off: it ended inside an event without an answer to the request"
    );
}
