use super::*;

fn lines(mut input: &[u8], limit: usize) -> Vec<RawLine> {
    std::iter::from_fn(|| next_line(&mut input, limit).expect("readable")).collect()
}

#[test]
fn line_breaks_are_kept_as_they_are() {
    let read = lines(b"a\r\nb\n\nc", 10);
    let expected = [&b"a\r\n"[..], b"b\n", b"\n", b"c"];
    assert_eq!(read, expected.map(|line| RawLine::Whole(line.to_vec())));
}

#[test]
fn line_over_the_limit_takes_no_other_with_it() {
    let read = lines(b"0123456789\nok\n", 5);
    assert_eq!(
        read,
        [RawLine::Oversized(b"0123456789\n".to_vec()), RawLine::Whole(b"ok\n".to_vec())]
    );
}
