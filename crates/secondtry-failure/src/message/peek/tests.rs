mod agreement;

use serde_json::Value;

use super::*;

fn kind_of(line: &str) -> Option<Kind<'_>> {
    Some(peek(line.as_bytes())?.kind)
}

#[test]
fn members_tell_the_kind() {
    let ping = Text::new("ping", false);
    for (line, kind) in [
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            Kind::Request { id: Id("1"), method: ping },
        ),
        (r#"{"method":"ping","jsonrpc":"2.0"}"#, Kind::Notification { method: ping }),
        (r#"{"method":"ping","jsonrpc":"2.0","id":null}"#, Kind::Notification { method: ping }),
        (r#"{"result":{},"jsonrpc":"2.0","id":"a"}"#, Kind::Response { id: Some(Id(r#""a""#)) }),
        (r#"{"jsonrpc":null,"id":null,"error":0}"#, Kind::Response { id: None }),
        (r#"{"jsonrpc":"2.0","id":[7],"method":7}"#, Kind::Response { id: None }),
    ] {
        assert_eq!(kind_of(line), Some(kind), "{line}");
    }
}

#[test]
fn values_stand_as_they_were_written() {
    let line = r#" { "jsonrpc" : "2.0" , "id" : -0.50 , "params" : {"a": 1e2 } , "method":"a\/b", "x":[{}] } "#;
    let seen = peek(line.as_bytes()).expect("a message");
    assert_eq!(seen.params, Some(r#"{"a": 1e2 }"#));
    let Kind::Request { id, method } = seen.kind else { panic!("no request: {seen:?}") };
    assert_eq!((id.raw(), method.raw(), method.decode().as_ref()), ("-0.50", r"a\/b", "a/b"));
    assert!(method.is("a/b") && !method.is(r"a\/b"));
}

#[test]
fn result_tells_of_failure() {
    for (result, is_error) in [
        (r#"{"content":[],"isError":true}"#, IsError::True),
        (r#"{"isError" : false ,"content":[]}"#, IsError::False),
        (r#"{"is\u0045rror":true}"#, IsError::True),
        (r#"{"isError":"true"}"#, IsError::Other),
        (r#"{"content":[{"isError":true}]}"#, IsError::Absent),
        ("{}", IsError::Absent),
        ("[]", IsError::Absent),
        ("null", IsError::Absent),
    ] {
        let line = format!(r#"{{"result":{result},"jsonrpc":"2.0","id":1,"isError":true}}"#);
        let seen = peek(line.as_bytes()).expect("a message");
        assert_eq!((seen.is_error, seen.result), (is_error, Some(result)), "{line}");
    }
}

#[test]
fn escaped_key_is_the_key() {
    let line = r#"{"\u006asonrpc":"2.0","\u0069d":4,"m\u0065thod":"\u0070ing"}"#;
    let Some(Kind::Request { id, method }) = kind_of(line) else { panic!("no request") };
    assert_eq!((id.raw(), method.is("ping")), ("4", true));
}

#[test]
fn surrogate_pair_is_one_character() {
    let line = r#"{"jsonrpc":"2.0","method":"\ud83d\uDE00\b\f\n\r\t\"\\"}"#;
    let Some(Kind::Notification { method }) = kind_of(line) else { panic!("no notification") };
    assert_eq!(method.decode(), "😀\u{8}\u{c}\n\r\t\"\\");
}

#[test]
fn glance_stops_at_the_first_key_that_decides() {
    for (line, first, id, method) in [
        (r#"{"jsonrpc":"2.0","id":7,"result":{"cut"#, First::Result, Some("7"), None),
        (r#"{"result":{"content":[]},"jsonrpc""#, First::Result, None, None),
        (r#"{"id":"a","jsonrpc":"2.0","error":"#, First::Error, Some(r#""a""#), None),
        (r#"{"id":1,"method":"tools/call","params"#, First::Method, Some("1"), Some("tools/call")),
        (r#"{"id":null,"method":5}"#, First::Method, None, None),
    ] {
        let seen = glance(line.as_bytes()).expect("decided");
        let method = method.map(|method| Text::new(method, false));
        assert_eq!((seen.first, seen.id.map(Id::raw), seen.method), (first, id, method), "{line}");
    }
}

#[test]
fn what_two_readers_may_read_in_two_ways_is_unknown() {
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"id":2,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"\u0069d":2,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{},"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"isError":false,"isError":true}}"#,
        r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"result":{}}"#,
    ] {
        assert_eq!(peek(line.as_bytes()), None, "{line}");
    }
    assert_eq!(glance(br#"{"id":1,"id":2,"result":{}}"#), None);
}

#[test]
fn what_is_no_message_is_unknown() {
    for line in [
        "",
        "42",
        "[]",
        "{}",
        r#"[{"jsonrpc":"2.0","method":"x"}]"#,
        r#"{"id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}} x"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{},}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":[1,]}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":[1}]}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":01}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":1.}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":.5}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":1e}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":1e999}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":nul}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":truefalse}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{a:1}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a" 1}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":"\x"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":"\u12g4"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":"\ud800"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":"\ud800\u0041"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":"\udc00"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":"open"#,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"a\tb\"}",
    ] {
        assert_eq!(peek(line.as_bytes()), None, "{line}");
    }
    assert_eq!(peek(b"{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}"), None);
    assert_eq!(glance(b"{\"method"), None);
}

#[test]
fn special_byte_is_found_wherever_it_stands() {
    for length in 0..200 {
        for (special, is_message) in
            [("", true), ("\\\\", true), ("\u{1}", false), ("\u{1f}", false)]
        {
            let filler = "é".repeat(length / 2) + &"x".repeat(length % 2);
            let line = format!(r#"{{"jsonrpc":"2.0","method":"{filler}{special}y{filler}"}}"#);
            assert_eq!(peek(line.as_bytes()).is_some(), is_message, "{line}");
        }
    }
}

#[test]
fn nesting_as_deep_as_serde_reads_is_seen() {
    for (levels, is_message) in [(126, true), (127, false), (1_000_000, false)] {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        let line = format!(r#"{{"result":{open}{close},"jsonrpc":"2.0","id":1}}"#);
        assert_eq!(peek(line.as_bytes()).is_some(), is_message, "{levels} levels");
        assert_eq!(serde_json::from_str::<Value>(&line).is_ok(), is_message, "{levels} levels");
    }
}

#[test]
fn members_are_found_as_they_were_written() {
    let object = r#"{"content":[ 1 ],"x":{"content":2},"is\u0045rror":false}"#;
    assert_eq!(
        members(object, ["content", "isError", "y"]),
        Some([Some("[ 1 ]"), Some("false"), None])
    );
    for broken in ["[]", "{", r#"{"content":1,"content":2}"#, r#"{"content":1}2"#] {
        assert_eq!(members(broken, ["content"]), None, "{broken}");
    }
}

#[test]
fn control_character_is_seen_wherever_it_stands() {
    for length in [1, 63, 64, 65, 127, 128, 129, 200, 300] {
        for place in 0..length {
            for (byte, is_plain) in
                [("\u{1f}", false), ("\0", false), (" ", true), ("\u{7f}", true)]
            {
                let text = format!("{}{byte}{}", "é".repeat(place), "x".repeat(length - place - 1));
                let line = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"text":"{text}"}}}}"#);
                assert_eq!(
                    peek(line.as_bytes()).is_some(),
                    is_plain,
                    "{byte:?} at {place} of {length}"
                );
            }
        }
    }
}
