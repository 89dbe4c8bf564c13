use super::*;

fn renamed(is_subscription: bool) -> Waiting {
    Waiting {
        id: RequestId::from(41),
        token: Some(RequestId::from(41)),
        wants_log: false,
        is_subscription,
        given: Some(Given { id: r#""\u0061 1""#.to_owned(), token: Some("1.50".to_owned()) }),
    }
}

fn restored(waiting: &Waiting, line: &str) -> String {
    String::from_utf8(waiting.restored(line.as_bytes().to_vec())).expect("text")
}

#[test]
fn only_the_id_of_an_answer_changes() {
    let line = r#"{ "result":{"id":41,"n":12345678901234567890,"s":"\u00e9"}, "id" : 41 ,"jsonrpc":"2.0"}"#;
    let expected = r#"{ "result":{"id":41,"n":12345678901234567890,"s":"\u00e9"}, "id" : "\u0061 1" ,"jsonrpc":"2.0"}"#;
    assert_eq!(restored(&renamed(false), line), expected);
}

#[test]
fn progress_comes_under_the_token_of_the_client() {
    let line = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1,"progressToken":41}}"#;
    let expected = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1,"progressToken":1.50}}"#;
    assert_eq!(restored(&renamed(false), line), expected);
}

#[test]
fn subscription_is_tagged_with_the_id_of_the_client() {
    let line = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":41}}}"#;
    assert!(
        restored(&renamed(true), line)
            .ends_with(r#"{"io.modelcontextprotocol/subscriptionId":"\u0061 1"}}}"#)
    );
}

#[test]
fn answer_that_is_read_with_care_alone_is_restored_too() {
    let twice = r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":41,"result":{}}"#;
    assert_eq!(
        restored(&renamed(false), twice),
        r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":"\u0061 1","result":{}}"#
    );
}
