//! Lines are the same however the bytes come in, and none is kept beyond the limit.
//!
//! The first byte is the limit, the second how many bytes come at a time.
#![no_main]

use std::io::BufReader;

use libfuzzer_sys::fuzz_target;
use secondtry_failure::transport::line_reader::{BoundedLine, LineReader};

fuzz_target!(|input: &[u8]| {
    let [limit, size, body @ ..] = input else { return };
    let whole = read(body, body.len().max(1), usize::from(*limit));
    let split = read(body, usize::from(*size).max(1), usize::from(*limit));
    assert_eq!(whole, split);
    let breaks = body.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(whole.len(), breaks + usize::from(body.last().is_some_and(|&byte| byte != b'\n')));
    for line in whole {
        match line {
            BoundedLine::Line { bytes, .. } => assert!(bytes.len() <= usize::from(*limit)),
            BoundedLine::Oversized { start, length } => {
                assert!(start.len() as u64 <= length && length > u64::from(*limit));
            }
        }
    }
});

fn read(body: &[u8], size: usize, limit: usize) -> Vec<BoundedLine> {
    let mut reader = LineReader::new(BufReader::with_capacity(size, body), limit);
    let next = || reader.next_line().expect("a slice can always be read");
    std::iter::from_fn(next).collect()
}
