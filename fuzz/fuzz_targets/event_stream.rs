//! However a stream is split, it has the same events, and no byte of it is lost.
//!
//! The first byte is the size of the pieces; the rest is the stream.
#![no_main]

use libfuzzer_sys::fuzz_target;
use secondtry_failure::transport::event_stream::{EventStream, Item};

/// What an event says: its data, type, id and time to wait.
type Said = (Option<Vec<u8>>, Option<Vec<u8>>, Option<Vec<u8>>, Option<u64>);

fuzz_target!(|bytes: &[u8]| {
    let Some((&size, stream)) = bytes.split_first() else { return };
    let (whole, raw) = read(stream, stream.len().max(1));
    assert_eq!(raw, stream);
    let (pieces, raw) = read(stream, usize::from(size).max(1));
    assert_eq!(raw, stream);
    assert_eq!(pieces, whole);
});

fn read(stream: &[u8], size: usize) -> (Vec<Said>, Vec<u8>) {
    let mut reader = EventStream::new(1 << 20);
    let (mut said, mut raw) = (Vec::new(), Vec::new());
    for piece in stream.chunks(size) {
        reader.push(piece);
        loop {
            match reader.next_item() {
                Ok(Some(Item::Block(block))) => {
                    raw.extend_from_slice(block.raw);
                    let owned = |bytes: Option<&[u8]>| bytes.map(<[u8]>::to_owned);
                    let data = block.data().map(std::borrow::Cow::into_owned);
                    assert_eq!(block.is_message(), is_message(data.as_deref(), block.event()));
                    said.push((data, owned(block.event()), owned(block.id()), block.retry()));
                }
                Ok(Some(Item::Idle(bytes))) => raw.extend_from_slice(bytes),
                Ok(None) => break,
                Err(error) => return (vec![(None, None, None, None)], error.to_string().into()),
            }
        }
    }
    raw.extend_from_slice(reader.rest());
    (said, raw)
}

fn is_message(data: Option<&[u8]>, event: Option<&[u8]>) -> bool {
    data.is_some_and(|data| !data.is_empty()) && event.is_none_or(|event| event == b"message")
}
