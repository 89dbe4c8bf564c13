use super::*;

#[test]
fn line_breaks_that_format_a_body_go() {
    let body = b"\xef\xbb\xbf{\r\n  \"a\\\"\\\\\": \"x\\n\",\n \"b\": 1 }\n";
    assert_eq!(one_line(body).as_deref(), Some(&b"{  \"a\\\"\\\\\": \"x\\n\", \"b\": 1 }\n"[..]));
    assert_eq!(one_line(b"{\"a\": \"x\ny\"}"), None);
    assert_eq!(one_line(b" {} ").as_deref(), Some(&b" {} \n"[..]));
}

#[test]
fn answer_has_a_result_or_an_error() {
    let found = answer_in(br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"m"}}"#);
    let found = found.expect("an answer");
    assert_eq!((found.id, found.is_result, found.code), (None, false, Some(-32000)));
    assert_eq!(answer_in(br#"{"jsonrpc":"2.0","id":1}"#), None);
    assert_eq!(answer_in(b"<h1>Oops</h1>"), None);
}

#[test]
fn lost_session_is_told_in_several_ways() {
    assert!(speaks_of_lost_session(br#"{"error":{"message":"No valid session ID provided"}}"#));
    assert!(!speaks_of_lost_session(b"invalid arguments"));
}
