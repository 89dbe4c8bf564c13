use super::*;

fn cut(limit: usize, pieces: &[&[u8]]) -> Vec<CutLine> {
    let mut cutter = LineCutter::new(limit);
    for piece in pieces {
        cutter.push(piece);
    }
    cutter.finish();
    std::iter::from_fn(|| cutter.next_line()).collect()
}

#[test]
fn lines_are_the_same_however_they_are_split() {
    let whole: &[u8] = b"one\ntwo\r\n\nthree";
    let expected: Vec<CutLine> = [&b"one\n"[..], b"two\r\n", b"\n", b"three\n"]
        .map(|line| CutLine::Whole(line.to_vec()))
        .into();
    for at in 0..whole.len() {
        assert_eq!(cut(64, &[&whole[..at], &whole[at..]]), expected, "split at {at}");
    }
}

#[test]
fn oversized_line_keeps_its_start_alone() {
    let long = vec![b'x'; 10_000];
    let lines = cut(8000, &[&long, b"\nnext\n"]);
    let expected = [CutLine::Oversized(vec![b'x'; 4096]), CutLine::Whole(b"next\n".to_vec())];
    assert_eq!(lines, expected);
}
