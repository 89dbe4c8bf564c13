//! What a store keeps of a card so that it can be found.

use std::collections::BTreeSet;

use super::error_text::{CHANGEABLE, ErrorLine};
use super::{hash, trigrams, words};
use crate::card::Card;

/// What a store keeps of a card so that it can be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Of its error strings, each as it is and with its quoted texts left open.
    pub(crate) hashes: BTreeSet<i64>,
    /// The words of its error strings.
    pub(crate) errors: Vec<String>,
    /// The words of its title and its products.
    pub(crate) title: Vec<String>,
    /// The words of situation, symptom and cause.
    pub(crate) seen: Vec<String>,
    /// Those of everything else.
    pub(crate) said: Vec<String>,
    /// The trigrams of its error strings.
    pub(crate) trigrams: BTreeSet<String>,
    /// Its error strings, normalised, a line each.
    pub(crate) skeletons: String,
}

/// So much of a card is searched, in bytes a field.
const MAX_FIELD: usize = 16 * 1024;

#[cfg_attr(not(feature = "store"), expect(dead_code, reason = "only a store keeps it"))]
impl Entry {
    /// That of a card.
    pub(crate) fn of(card: &Card) -> Self {
        let mut entry = Self {
            hashes: BTreeSet::new(),
            errors: Vec::new(),
            title: words::words(card.title(), MAX_FIELD),
            seen: Vec::new(),
            said: Vec::new(),
            trigrams: BTreeSet::new(),
            skeletons: String::new(),
        };
        entry.title.extend(words::words(&card.id().replace('-', " "), MAX_FIELD));
        for product in card.products() {
            entry.title.extend(words::words(product, MAX_FIELD));
        }
        for string in card.error_strings() {
            entry.errors.extend(words::words(string, MAX_FIELD));
            let line = ErrorLine::read(string);
            let (key, skeleton) = (line.key(), line.skeleton());
            for form in [&key, &skeleton] {
                if is_telling(form) {
                    entry.hashes.insert(hash::of_words(form));
                }
            }
            entry.trigrams.extend(trigrams::of_words(&skeleton));
            entry.skeletons.push_str(&plain(&skeleton));
            entry.skeletons.push('\n');
        }
        for (heading, text) in card.sections() {
            match heading {
                "Error strings" => {}
                "Situation" | "Symptom" | "Cause" => {
                    entry.seen.extend(words::words(text, MAX_FIELD));
                }
                _ => entry.said.extend(words::words(text, MAX_FIELD)),
            }
        }
        for field in [&mut entry.seen, &mut entry.said] {
            let mut known = BTreeSet::new();
            field.retain(|word| known.insert(word.clone()));
        }
        entry
    }

    /// Every term that the frequencies count: each word once, and each trigram behind `~`.
    pub(crate) fn terms(&self) -> BTreeSet<String> {
        let words = self.errors.iter().chain(&self.title).chain(&self.seen).chain(&self.said);
        words.cloned().chain(self.trigrams.iter().map(|three| format!("~{three}"))).collect()
    }
}

/// The distinct words of a card.
pub(crate) fn words_of(card: &Card) -> BTreeSet<String> {
    let mut all: BTreeSet<String> =
        words::words(card.source(), crate::card::MAX_SOURCE).into_iter().collect();
    all.extend(words::words(&card.id().replace('-', " "), MAX_FIELD));
    all
}

/// Whether an error string says enough to be looked for inside other texts: two words, or a long one.
pub(crate) fn is_telling(words: &[&str]) -> bool {
    let (count, letters) = weight(words);
    (count >= 2 && letters >= 9) || letters >= 14
}

/// How many words, and how many characters in them, say something.
pub(crate) fn weight(words: &[&str]) -> (usize, usize) {
    let telling = words.iter().filter(|word| **word != CHANGEABLE);
    telling.fold((0, 0), |(count, letters), word| (count + 1, letters + word.chars().count()))
}

/// The words without marks, as one text.
pub(crate) fn plain(words: &[&str]) -> String {
    let words: Vec<&str> = words.iter().copied().filter(|word| *word != CHANGEABLE).collect();
    words.join(" ")
}
