//! What somebody looks for, read once.

use std::collections::BTreeSet;

use super::entry::{is_telling, plain, weight};
use super::error_text::{self, ErrorLine};
use super::{hash, trigrams, words};

/// What somebody looks for: words, an error as it was pasted, or both.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "store"), expect(dead_code, reason = "only a store looks for candidates"))]
pub(crate) struct Asked {
    /// The words of each line, as they are and with a mark for each quoted text.
    pub(crate) forms: Vec<(Vec<String>, Vec<String>)>,
    /// The trigrams of each line that is compared by them.
    pub(crate) compared: Vec<BTreeSet<String>>,
    /// Hashes of whole lines and of their parts.
    pub(crate) hashes: BTreeSet<i64>,
    /// The distinct words.
    pub(crate) words: BTreeSet<String>,
    /// The distinct trigrams of the lines that say something.
    pub(crate) trigrams: BTreeSet<String>,
    /// Those lines themselves, for a database that has trigrams of its own; the most telling first.
    pub(crate) plain_lines: Vec<String>,
}

/// Up to this many hashes are looked up.
const MAX_HASHES: usize = 600;
/// Up to this many parts of a line are tried as an error of their own.
const MAX_PARTS: usize = 14;
/// Up to this many distinct words count.
const MAX_WORDS: usize = 200;
/// Up to this many lines are compared by their trigrams.
const MAX_LINES: usize = 12;

impl Asked {
    /// Reads what was typed and what was pasted.
    pub(crate) fn of(query: Option<&str>, error: Option<&str>) -> Self {
        let mut lines = error.map(error_text::lines).unwrap_or_default();
        // People paste errors where words were asked for.
        lines.extend(query.map(error_text::lines).unwrap_or_default());
        let mut words: BTreeSet<String> = words::of_lines(&lines).into_iter().collect();
        for text in [query, error].into_iter().flatten() {
            words.extend(words::words(text, error_text::MAX_BYTES));
        }
        let words = words.into_iter().take(MAX_WORDS).collect();
        let hashes = hashes(&lines);
        let mut telling: Vec<(usize, usize)> = lines
            .iter()
            .enumerate()
            .map(|(at, line)| (weight(&line.skeleton()).1.min(200), at))
            .filter(|(letters, _)| *letters > 2)
            .collect();
        telling.sort_by_key(|(letters, at)| (std::cmp::Reverse(*letters), *at));
        telling.truncate(MAX_LINES);
        let compared: Vec<BTreeSet<String>> =
            telling.iter().map(|(_, at)| trigrams::of_words(&lines[*at].skeleton())).collect();
        let trigrams = compared.iter().flatten().cloned().collect();
        let owned = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
        let forms = lines.iter().map(|line| (owned(line.key()), owned(line.skeleton()))).collect();
        let plain_lines = telling.iter().map(|(_, at)| plain(&lines[*at].skeleton())).collect();
        Self { forms, compared, hashes, words, trigrams, plain_lines }
    }

    /// Nothing to look for.
    #[cfg(feature = "store")]
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty() && self.trigrams.is_empty()
    }
}

fn hashes(lines: &[ErrorLine]) -> BTreeSet<i64> {
    let mut hashes = BTreeSet::new();
    for line in lines {
        let mut boundaries = line.boundaries();
        if boundaries.len() > MAX_PARTS {
            let end = line.tokens.len();
            boundaries.truncate(MAX_PARTS);
            boundaries.push(end);
        }
        for (index, from) in boundaries.iter().enumerate() {
            for to in &boundaries[index + 1..] {
                for form in [line.key_of(*from, *to), line.skeleton_of(*from, *to)] {
                    if is_telling(&form) {
                        hashes.insert(hash::of_words(&form));
                    }
                }
            }
            if hashes.len() >= MAX_HASHES {
                return hashes;
            }
        }
    }
    hashes
}
