//! Any text can be graded as the message of any call, and every range in it can be cut out.
//!
//! The first line describes the call, where it is an object; the rest is the text.
#![no_main]

use std::ops::Range;

use libfuzzer_sys::fuzz_target;
use secondtry_failure::judge::facts::{
    Breach, Broken, GradedCall, facts, internals, secrets, stock_sentence, wrapping_prefix,
};
use secondtry_failure::report::mask::Mask;
use secondtry_failure::schema::fault::Pointer;
use serde_json::{Value, json};

fuzz_target!(|bytes: &[u8]| {
    let Ok(input) = std::str::from_utf8(bytes) else { return };
    let described = input.split_once('\n').and_then(|(first, rest)| {
        Some((serde_json::from_str::<Value>(first).ok().filter(Value::is_object)?, rest))
    });
    let (call, text) = described.unwrap_or_else(|| (usual_call(), input));
    let parameter = Pointer::from_escaped(call["parameter"].as_str().unwrap_or("/unit"));
    let breaches = [
        Breach::Bound,
        Breach::Choice,
        Breach::Extra,
        Breach::Missing,
        Breach::Null,
        Breach::Type,
        Breach::Value,
    ];
    let broken = breaches
        .map(|breach| Broken::Argument { parameter: &parameter, breach })
        .into_iter()
        .chain([Broken::UnknownTool, Broken::Upstream])
        .chain([Broken::MalformedCall { given: None }])
        .chain([Broken::MalformedCall { given: Some(&call["arguments"]) }]);
    for broken in broken {
        let tool = call["tool"].as_str().unwrap_or_default();
        let (input_schema, arguments) = (&call["input_schema"], &call["arguments"]);
        let _ = facts(text, &GradedCall { tool, input_schema, arguments, broken });
    }
    let _ = stock_sentence(text);
    assert!(text.is_char_boundary(wrapping_prefix(text)));
    check(text, &secrets(text));
    check(text, &internals(text, &|found| found.len() % 2 == 0));
    let masked = Mask::Hide.text(text);
    assert_eq!(Mask::Hide.text(&masked), masked, "masked twice");
});

fn check(text: &str, ranges: &[Range<usize>]) {
    let mut end = 0;
    for range in ranges {
        assert!(end <= range.start && range.start < range.end, "{ranges:?}");
        assert!(text.get(range.clone()).is_some(), "{ranges:?}");
        end = range.end;
    }
}

fn usual_call() -> Value {
    json!({
        "tool": "convert",
        "input_schema": {"type": "object", "required": ["unit"], "properties": {
            "unit": {"enum": ["metre", "foot"]},
            "amount": {"type": "integer", "minimum": 1, "description": "a whole number"},
            "date": {"type": "string", "format": "date", "pattern": "^\\d{4}"},
            "to": {"anyOf": [{"type": "null"}, {"type": "array", "items": {"type": "string"}}]},
        }},
        "arguments": {"unit": "yard", "amount": 0, "date": "3 April 2026", "to": [5]},
        "parameter": "/unit",
    })
}
