use super::*;

fn lines(input: &[u8], limit: usize) -> Vec<BoundedLine> {
    let mut reader = LineReader::new(io::BufReader::with_capacity(3, input), limit);
    std::iter::from_fn(|| reader.next_line().expect("memory")).collect()
}

fn line(bytes: &[u8], is_complete: bool) -> BoundedLine {
    BoundedLine::Line { bytes: bytes.to_owned(), is_complete }
}

#[test]
fn last_line_without_a_break_is_incomplete() {
    assert_eq!(
        lines(b"ab\r\n\nlast", 10),
        [line(b"ab", true), line(b"", true), line(b"last", false)]
    );
}

#[test]
fn line_over_the_limit_keeps_its_start() {
    let oversized = BoundedLine::Oversized { start: b"abcd".to_vec(), length: 9 };
    assert_eq!(lines(b"abcdefghi\nok\n", 4), [oversized, line(b"ok", true)]);
}

#[test]
fn line_at_the_limit_is_whole() {
    assert_eq!(lines(b"abcd\n", 4), [line(b"abcd", true)]);
}
