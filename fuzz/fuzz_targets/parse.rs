//! Any line is a message, or has a reason why it is none. A message written again is the same message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use secondtry_failure::classify::channel::channel_of;
use secondtry_failure::message::Message;
use secondtry_failure::message::call_tool::{call_tool_params, text_of_result};
use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::tool::Tool;
use secondtry_fuzz::same;

fuzz_target!(|line: &[u8]| {
    match parse(line) {
        Line::Batch(messages) => messages.iter().for_each(look),
        Line::Message(message) => look(&message),
        Line::NotProtocol(why) => assert!(!why.to_string().is_empty()),
        Line::Unreadable { id, why } => {
            assert!(!why.is_empty());
            let _ = id.map(|id| id.to_string());
        }
    }
});

fn look(message: &Message) {
    let line = message.whole.to_string();
    let Line::Message(again) = parse(line.as_bytes()) else { panic!("no message: {line}") };
    assert!(same(&again.whole, &message.whole), "{line}");
    if let Err(malformed) = call_tool_params(&message.whole) {
        assert!(!malformed.to_string().is_empty());
    }
    if let Err(ambiguous) = channel_of(&message.whole) {
        assert!(!ambiguous.to_string().is_empty());
    }
    let _ = message.whole.get("result").map(text_of_result);
    let _ = Tool::from_definition(&message.whole).map(|tool| tool.requires_task());
}
