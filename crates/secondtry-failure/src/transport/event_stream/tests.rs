use super::*;

/// What a stream says, as owned values: `(data, event, id, retry)` per block.
type Said = (Option<String>, Option<String>, Option<String>, Option<u64>);

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn said(block: Block<'_>) -> Said {
    (
        block.data().map(|data| text(&data)),
        block.event().map(text),
        block.id().map(text),
        block.retry(),
    )
}

/// Pushes `stream` in chunks of `size` bytes; gives the blocks, the idle pieces, and all raw bytes joined.
fn read(stream: &[u8], size: usize) -> (Vec<Said>, usize, Vec<u8>) {
    let mut reader = EventStream::new(1000);
    let (mut blocks, mut idle, mut raw) = (Vec::new(), 0, Vec::new());
    for chunk in stream.chunks(size) {
        reader.push(chunk);
        while let Some(item) = reader.next_item().expect("within the limit") {
            match item {
                Item::Block(block) => {
                    blocks.push(said(block));
                    raw.extend_from_slice(block.raw);
                }
                Item::Idle(bytes) => {
                    idle += 1;
                    raw.extend_from_slice(bytes);
                }
            }
        }
    }
    raw.extend_from_slice(reader.rest());
    (blocks, idle, raw)
}

fn data(text: &str) -> Said {
    (Some(text.to_owned()), None, None, None)
}

#[test]
fn every_line_break_ends_a_line() {
    for stream in
        ["data: a\n\ndata: b\n\n", "data: a\r\rdata: b\r\r", "data: a\r\n\r\ndata: b\r\n\r\n"]
    {
        for size in 1..stream.len() {
            let (blocks, _, raw) = read(stream.as_bytes(), size);
            assert_eq!(blocks, [data("a"), data("b")], "{stream:?} in chunks of {size}");
            assert_eq!(raw, stream.as_bytes());
        }
    }
}

#[test]
fn data_lines_are_joined_by_line_feeds() {
    let (blocks, ..) = read(b"data: {\ndata:\"a\":\ndata:  1}\ndata\n\n", 7);
    assert_eq!(blocks, [data("{\n\"a\":\n 1}\n")]);
}

#[test]
fn fields_are_read_by_the_standard() {
    let stream = b"event: x\nevent: endpoint\nid: 7\nid: 8\0\nretry: 30\nretry: 1s\ndatax: no\n data: no\ndata: yes\n\n";
    let (blocks, ..) = read(stream, 5);
    let said =
        (Some("yes".to_owned()), Some("endpoint".to_owned()), Some("7".to_owned()), Some(30));
    assert_eq!(blocks, [said]);
}

#[test]
fn byte_order_mark_counts_once() {
    let stream = "\u{feff}data: a\n\n\u{feff}data: b\n\n".as_bytes();
    for size in 1..stream.len() {
        let (blocks, _, raw) = read(stream, size);
        assert_eq!(blocks, [data("a"), (None, None, None, None)], "chunks of {size}");
        assert_eq!(raw, stream);
    }
    assert_eq!(read(b"\xef\xbbdata: a\n\n", 1).0, [(None, None, None, None)]);
}

#[test]
fn comment_outside_a_block_comes_at_once() {
    let mut reader = EventStream::new(100);
    reader.push(b": alive\r\n");
    assert_eq!(reader.next_item(), Ok(Some(Item::Idle(b": alive\r\n"))));
    reader.push(b"data: a\n: inside\n");
    assert_eq!(reader.next_item(), Ok(None));
    reader.push(b"data: b\n\n");
    let raw = b"data: a\n: inside\ndata: b\n\n";
    assert_eq!(reader.next_item(), Ok(Some(Item::Block(Block::new(raw)))));
}

#[test]
fn split_line_break_does_not_end_a_block() {
    let (blocks, ..) = read(b"data: a\r\ndata: b\r\n\r\n", 8);
    assert_eq!(blocks, [data("a\nb")]);
}

#[test]
fn unended_block_is_the_rest() {
    let mut reader = EventStream::new(100);
    reader.push(b"data: a\n\ndata: b\n");
    assert!(matches!(reader.next_item(), Ok(Some(Item::Block(_)))));
    assert_eq!(reader.next_item(), Ok(None));
    assert_eq!(reader.rest(), b"data: b\n");
}

#[test]
fn endless_event_is_refused_at_the_limit() {
    let mut reader = EventStream::new(16);
    reader.push(b"data: 0123456789");
    assert_eq!(reader.next_item(), Ok(None));
    reader.push(b"x");
    assert_eq!(reader.next_item(), Err(Oversized { limit: 16 }));
    assert_eq!(reader.next_item(), Err(Oversized { limit: 16 }));
}

#[test]
fn only_message_events_with_data_are_messages() {
    for (stream, expected) in [
        ("data: a\n\n", true),
        ("event: message\ndata: a\n\n", true),
        ("event\ndata: a\n\n", true),
        ("event: ping\ndata: a\n\n", false),
        ("id: 1\ndata:\n\n", false),
        ("id: 1\n\n", false),
    ] {
        assert_eq!(Block::new(stream.as_bytes()).is_message(), expected, "{stream:?}");
    }
}

#[test]
fn many_small_events_cost_linear_time() {
    let stream = b"\n".repeat(4_000_000);
    let mut reader = EventStream::new(16);
    reader.push(&stream);
    let mut items = 0;
    while let Ok(Some(_)) = reader.next_item() {
        items += 1;
    }
    assert_eq!(items, 4_000_000);
}

#[test]
fn random_bytes_are_never_lost() {
    let mut seed = 1_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        seed >> 33
    };
    for _ in 0..2000 {
        let length = next() % 40;
        let stream: Vec<u8> = (0..length)
            .map(|_| b"\r\n:d\xef\xbb\xbf\0 "[usize::try_from(next() % 9).expect("under nine")])
            .collect();
        let whole = read(&stream, 100);
        assert_eq!(whole.2, stream);
        for size in 1..5 {
            let (blocks, _, raw) = read(&stream, size);
            assert_eq!((blocks, raw), (whole.0.clone(), stream.clone()), "{stream:?} by {size}");
        }
    }
}
