use super::*;

fn refused(body: &[u8]) -> ErrorCode {
    Incoming::read(body).expect_err("no message").code
}

#[test]
fn request_is_read_with_its_names_as_written() {
    let body = br#" {"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"_meta":{"progressToken":"a"}}}
"#;
    let incoming = Incoming::read(body).expect("a message");
    let IncomingKind::Request(request) = incoming.kind else { panic!("a request") };
    assert_eq!((request.raw_id, request.raw_token), ("1.0", Some("\"a\"")));
    assert_eq!(request.method, "tools/call");
}

#[test]
fn body_of_several_lines_becomes_one() {
    let body = b"{\"jsonrpc\":\"2.0\",\r\n \"method\":\"m\"}\n";
    let line = Incoming::read(body).expect("a message").to_line();
    assert_eq!(line, b"{\"jsonrpc\":\"2.0\",   \"method\":\"m\"}\n");
}

#[test]
fn what_is_no_message_gets_the_code_that_says_so() {
    assert_eq!(refused(b""), ErrorCode::PARSE_ERROR);
    assert_eq!(refused(b"{\"jsonrpc\""), ErrorCode::PARSE_ERROR);
    assert_eq!(refused(b"\xff"), ErrorCode::PARSE_ERROR);
    assert_eq!(refused(b"{\"id\":1,\"method\":\"m\"}"), ErrorCode::INVALID_REQUEST);
    assert_eq!(refused(b"[]"), ErrorCode::INVALID_REQUEST);
    assert_eq!(refused(b"7"), ErrorCode::INVALID_REQUEST);
}
