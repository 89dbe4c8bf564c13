use super::*;

fn message(line: &[u8], is_answer: bool) -> Message {
    Message { line: line.to_vec(), is_answer, is_last: is_answer }
}

#[test]
fn line_break_inside_a_message_ends_no_event() {
    assert_eq!(&*event(b"{\r\n\"a\":1}"), b"event: message\ndata: {  \"a\":1}\n\n");
}

#[test]
fn answer_is_taken_where_a_notification_is_not() {
    let (inlet, _outflow) = stream();
    let large = vec![b' '; MOST_QUEUED + 1];
    assert_eq!(inlet.put(message(&large, false)), Ok(()));
    assert_eq!(inlet.put(message(b"{}", false)), Err(Refused::Full));
    assert_eq!(inlet.put(message(b"{}", true)), Ok(()));
}

#[test]
fn stream_without_a_reader_refuses() {
    let (inlet, outflow) = stream();
    drop(outflow);
    assert_eq!(inlet.put(message(b"{}", true)), Err(Refused::Gone));
}
