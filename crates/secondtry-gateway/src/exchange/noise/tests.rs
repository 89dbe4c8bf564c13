use super::*;

fn is_one(id: &RequestId) -> bool {
    *id == RequestId::from(1)
}

#[test]
fn answer_behind_noise_is_found() {
    let line = br#"loading {a: 1}... {"jsonrpc":"2.0","id":1,"result":{}}"#;
    assert_eq!(glued_answer(line, is_one), Some(18));
}

#[test]
fn answer_to_nobody_or_with_a_tail_stays_noise() {
    assert_eq!(glued_answer(br#"x {"jsonrpc":"2.0","id":2,"result":{}}"#, is_one), None);
    assert_eq!(glued_answer(br#"x {"jsonrpc":"2.0","id":1,"result":{}} y"#, is_one), None);
    assert_eq!(glued_answer(br#"x {"jsonrpc":"2.0","id":1,"method":"m"}"#, is_one), None);
}
