//! The look agrees with the full parser, whatever the order of keys, the escapes and the white space.

use std::fmt::Write as _;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::*;
use crate::message::{
    self, Message,
    parse::{Line, parse},
};

proptest! {
    #[test]
    fn any_order_and_writing_reads_the_same(members in members(), style in vec(any::<u8>(), 1..64)) {
        let line = write(&members, &style);
        let Line::Message(message) = parse(line.as_bytes()) else {
            return Err(TestCaseError::fail(format!("no message: {line}")));
        };
        let seen = peek(line.as_bytes());
        prop_assert!(seen.is_some(), "unknown: {line}");
        check(seen.expect("checked above"), &message)?;
        let glanced = glance(line.as_bytes());
        prop_assert_eq!(glanced.map(|glanced| glanced.first), seen.and_then(|seen| seen.first));
    }

    #[test]
    fn spoilt_line_is_never_misread(
        members in members(),
        style in vec(any::<u8>(), 1..16),
        spots in vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut line = write(&members, &style).into_bytes();
        for (spot, byte) in spots {
            let spot = spot.index(line.len());
            // Bytes that mean something in JSON spoil more than others.
            line[spot] = *br#"{}[]":,\01e.-tn "#.get(usize::from(byte)).unwrap_or(&byte);
        }
        if let Some(seen) = peek(&line) {
            let Line::Message(message) = parse(&line) else {
                return Err(TestCaseError::fail(format!("no message: {line:?}")));
            };
            check(seen, &message)?;
        }
    }
}

fn check(seen: Peek<'_>, message: &Message) -> Result<(), TestCaseError> {
    let read = |raw: Option<&str>| raw.map(|raw| serde_json::from_str::<Value>(raw).expect("JSON"));
    let member = |key: &str| message.whole.get(key).cloned();
    prop_assert_eq!(owned(seen.kind), message.kind.clone());
    prop_assert_eq!(read(seen.error), member("error"));
    prop_assert_eq!(read(seen.params), member("params"));
    prop_assert_eq!(read(seen.result), member("result"));
    let is_error = match message.whole.pointer("/result/isError") {
        _ if !message.whole["result"].is_object() => IsError::Absent,
        None => IsError::Absent,
        Some(Value::Bool(false)) => IsError::False,
        Some(Value::Bool(true)) => IsError::True,
        Some(_) => IsError::Other,
    };
    prop_assert_eq!(seen.is_error, is_error);
    Ok(())
}

fn owned(kind: Kind<'_>) -> message::Kind {
    let id = |id: Id<'_>| id.to_request_id().expect("an id");
    match kind {
        Kind::Notification { method } => {
            message::Kind::Notification { method: method.decode().into_owned() }
        }
        Kind::Request { id: asked, method } => {
            message::Kind::Request { id: id(asked), method: method.decode().into_owned() }
        }
        Kind::Response { id: answered } => message::Kind::Response { id: answered.map(id) },
    }
}

/// Members of a message in any order, each key once.
fn members() -> impl Strategy<Value = Vec<(String, Value)>> {
    let member = |key: &'static str, value: BoxedStrategy<Value>| {
        prop::option::weighted(0.6, value.prop_map(move |value| (key.to_owned(), value)))
    };
    let id = prop_oneof![any::<i64>().prop_map(Value::from), ".*".prop_map(Value::from), value()];
    let method = prop_oneof![3 => "[a-z/]{1,12}".prop_map(Value::from), 1 => value()];
    let flag = prop_oneof![2 => any::<bool>().prop_map(Value::from), 1 => value()];
    let text = prop_oneof![4 => ".{0,40}", 1 => Just("long \\ text\n".repeat(2000))];
    let result = (flag, text, any::<bool>()).prop_map(|(flag, text, is_last)| {
        let content = json!([{"type": "text", "text": text}]);
        if is_last {
            json!({"content": content, "isError": flag})
        } else {
            json!({"isError": flag, "zcontent": content})
        }
    });
    let result = prop_oneof![3 => result, 1 => value()];
    let known = (
        member("error", value().boxed()),
        member("id", id.boxed()),
        member("method", method.boxed()),
        member("params", value().boxed()),
        member("result", result.boxed()),
        member("_meta", value().boxed()),
    );
    known
        .prop_flat_map(|(error, id, method, params, result, meta)| {
            let jsonrpc = Some(("jsonrpc".to_owned(), json!("2.0")));
            let all = [jsonrpc, error, id, method, params, result, meta];
            Just(all.into_iter().flatten().collect::<Vec<_>>())
        })
        .prop_shuffle()
}

fn value() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e99..1e99).prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 40, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-z\"\\\\]{0,6}", inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
    .boxed()
}

/// Writes the members with escapes and white space as `style` has them, over and over.
fn write(members: &[(String, Value)], style: &[u8]) -> String {
    let mut style = style.iter().copied().cycle();
    let mut line = String::new();
    let mut items: Vec<Item<'_>> =
        vec![Item::Members(members.iter().map(|(key, value)| (key.as_str(), value)).collect())];
    while let Some(item) = items.pop() {
        let turn = style.next().unwrap_or_default();
        line.push_str([" ", "\t", " \n", "\r", "", "", "", ""][usize::from(turn & 7)]);
        match item {
            Item::Members(members) => {
                items.push(Item::Mark("}"));
                for (index, (key, value)) in members.into_iter().enumerate().rev() {
                    items.extend([Item::Value(value), Item::Mark(":"), Item::Text(key)]);
                    if index > 0 {
                        items.push(Item::Mark(","));
                    }
                }
                items.push(Item::Mark("{"));
            }
            Item::Mark(mark) => line.push_str(mark),
            Item::Text(text) => string(&mut line, text, turn),
            Item::Value(Value::Array(values)) => {
                items.push(Item::Mark("]"));
                for (index, value) in values.iter().enumerate().rev() {
                    items.push(Item::Value(value));
                    if index > 0 {
                        items.push(Item::Mark(","));
                    }
                }
                items.push(Item::Mark("["));
            }
            Item::Value(Value::Object(members)) => {
                items.push(Item::Members(
                    members.iter().map(|(key, value)| (key.as_str(), value)).collect(),
                ));
            }
            Item::Value(Value::String(text)) => string(&mut line, text, turn),
            Item::Value(other) => line.push_str(&other.to_string()),
        }
    }
    line
}

/// Writes `text`, some of its characters escaped though they need not be.
fn string(line: &mut String, text: &str, turn: u8) {
    line.push('"');
    for (index, character) in text.chars().enumerate() {
        let must = matches!(character, '"' | '\\') || character < ' ';
        if !must && (turn & 8 == 0 || !index.is_multiple_of(usize::from(turn >> 5) + 1)) {
            line.push(character);
            continue;
        }
        match character {
            '/' | '"' | '\\' if turn & 16 == 0 => line.extend(['\\', character]),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(line, "\\u{unit:04x}").expect("a string takes everything");
                }
            }
        }
    }
    line.push('"');
}

/// What is still to write, the next on top.
enum Item<'a> {
    Mark(&'static str),
    Members(Vec<(&'a str, &'a Value)>),
    Text(&'a str),
    Value(&'a Value),
}
