//! Finds cards from a messy error or from words.
//!
//! A store brings candidates: cards with the same error by its hash, with rare runs of three characters, and with rare words.
//! What ranks them is here and the same for every store: first whether an error string of the card stands in the error, then
//! how like it is, then the words, each weighed by its field and its rarity; among equals the card whose fix was reported to
//! work more surely.

pub use known_fixes::KnownFixes;
pub use rank::{Why, wilson};

pub(crate) mod asked;
pub(crate) mod entry;
pub(crate) mod error_text;
pub(crate) mod hash;
mod known_fixes;
pub(crate) mod rank;
pub(crate) mod trigrams;
pub(crate) mod words;

use std::collections::BTreeMap;

use crate::card::Card;

/// The cards among some that fit words, an error or both, best first, each with why. For a few hundred cards at most: every
/// one is read.
pub fn among<'a>(
    cards: &'a [Card],
    query: Option<&str>,
    error: Option<&str>,
) -> Vec<(&'a Card, Why)> {
    let asked = asked::Asked::of(query, error);
    let mut frequencies: BTreeMap<String, u64> = BTreeMap::new();
    for card in cards {
        for term in entry::words_of(card) {
            *frequencies.entry(term).or_default() += 1;
        }
    }
    let worth = rank::Worth::new(cards.len() as u64, frequencies);
    let mut found: Vec<(rank::Rank, &Card, Why)> = cards
        .iter()
        .filter_map(|card| {
            let (text, why) = rank::text(card, &asked, &worth)?;
            Some((rank::Rank::new(text, 0, 0), card, why))
        })
        .collect();
    found.sort_by(|(a, x, _), (b, y, _)| a.order(*b).then_with(|| x.id().cmp(y.id())));
    found.into_iter().map(|(_, card, why)| (card, why)).collect()
}
