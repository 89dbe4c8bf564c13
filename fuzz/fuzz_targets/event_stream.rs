//! An event stream reads the same however its bytes are split, and loses none of them.
//!
//! The first four bytes say how the rest is split.
#![no_main]

use libfuzzer_sys::fuzz_target;
use secondtry_failure::message::parse::parse;
use secondtry_failure::transport::event_stream::{EventStream, Item, Oversized};

fuzz_target!(|input: &[u8]| {
    let Some((sizes, body)) = input.split_at_checked(4) else { return };
    let whole = read(body, &[255], usize::MAX).expect("there is no limit");
    let split = read(body, sizes, usize::MAX).expect("there is no limit");
    assert_eq!(whole.events, split.events);
    for read in [&whole, &split] {
        assert_eq!(read.bytes, body);
    }
    for event in &whole.events {
        let _ = event.as_ref().and_then(|event| event.data.as_deref()).map(parse);
    }
    if let Err(why) = read(body, sizes, 16) {
        assert!(!why.to_string().is_empty());
    }
});

struct Read {
    /// `None` stands for what is no event.
    events: Vec<Option<Event>>,
    bytes: Vec<u8>,
}

#[derive(Debug, PartialEq)]
struct Event {
    data: Option<Vec<u8>>,
    event: Option<Vec<u8>>,
    id: Option<Vec<u8>>,
    retry: Option<u64>,
    is_message: bool,
}

fn read(mut body: &[u8], sizes: &[u8], limit: usize) -> Result<Read, Oversized> {
    let mut read = Read { events: Vec::new(), bytes: Vec::new() };
    let mut stream = EventStream::new(limit);
    for size in sizes.iter().cycle() {
        let (part, rest) = body.split_at(usize::from(*size).max(1).min(body.len()));
        body = rest;
        stream.push(part);
        while let Some(item) = stream.next_item()? {
            match item {
                Item::Block(block) => {
                    read.bytes.extend(block.raw);
                    read.events.push(Some(Event {
                        data: block.data().map(std::borrow::Cow::into_owned),
                        event: block.event().map(<[u8]>::to_vec),
                        id: block.id().map(<[u8]>::to_vec),
                        retry: block.retry(),
                        is_message: block.is_message(),
                    }));
                }
                Item::Idle(raw) => {
                    read.bytes.extend(raw);
                    read.events.push(None);
                }
            }
        }
        if body.is_empty() {
            break;
        }
    }
    read.bytes.extend(stream.rest());
    Ok(read)
}
