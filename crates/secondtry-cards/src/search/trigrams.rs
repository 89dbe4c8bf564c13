//! Runs of three characters, by which errors are compared that differ in a letter or a word.

use std::collections::BTreeSet;

use super::error_text::CHANGEABLE;

/// The distinct trigrams of some words, as text of three characters; `_` stands for the gap between words. What is
/// changeable is left out.
pub(crate) fn of_words(words: &[&str]) -> BTreeSet<String> {
    let mut text: Vec<char> = vec!['_'];
    for word in words.iter().filter(|word| **word != CHANGEABLE) {
        text.extend(word.chars());
        text.push('_');
    }
    text.windows(3).map(|three| three.iter().collect()).collect()
}

/// How much of `stored` is in `asked`, mixed with how much they have in common at all: 0 to 1.
pub(crate) fn likeness(stored: &BTreeSet<String>, asked: &BTreeSet<String>) -> f64 {
    if stored.is_empty() || asked.is_empty() {
        return 0.0;
    }
    let both = stored.intersection(asked).count();
    let either = stored.len() + asked.len() - both;
    0.75 * ratio(both, stored.len()) + 0.25 * ratio(both, either)
}

fn ratio(part: usize, whole: usize) -> f64 {
    let small = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    small(part) / small(whole)
}
