//! A hash that is the same on every machine and in every version, since stores keep it.

/// FNV-1a over words with a gap between them.
pub(crate) fn of_words(words: &[&str]) -> i64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for (at, word) in words.iter().enumerate() {
        let gap: &[u8] = if at == 0 { b"" } else { b" " };
        for byte in gap.iter().chain(word.as_bytes()) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash.cast_signed()
}
