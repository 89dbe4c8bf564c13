//! How well a card fits what is looked for, and why. The same for every store, which only brings the candidates.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::asked::Asked;
use super::entry::{is_telling, weight};
use super::error_text::{CHANGEABLE, ErrorLine};
use super::{trigrams, words};
use crate::card::Card;

/// Why a card was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// An error string of the card stands in the error, up to what differs from run to run.
    ExactError(String),
    /// An error string of the card is like a line of the error; how much, in percent.
    SimilarError {
        /// The string.
        string: String,
        /// Of its trigrams, how many are in the line.
        percent: u8,
    },
    /// These words stand in the card, the rarest first.
    Words(Vec<String>),
}

/// How well a card fits. The greatest is the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rank {
    /// Of the text, in thousandths.
    pub(crate) text: i64,
    /// The lower bound of the share of tries that worked, in thousandths.
    pub(crate) proven: i64,
}

/// What a word is worth: the rarer, the more.
pub(crate) struct Worth {
    cards: f64,
    frequencies: BTreeMap<String, u64>,
}

impl Worth {
    pub(crate) fn new(cards: u64, frequencies: BTreeMap<String, u64>) -> Self {
        Self { cards: float(cards), frequencies }
    }

    /// What a word is worth: the rarer, the more.
    pub(crate) fn of(&self, word: &str) -> f64 {
        let frequency = self.frequencies.get(word).copied().unwrap_or_default();
        (1.0 + (self.cards + 1.0) / (float(frequency) + 0.5)).ln()
    }
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::ExactError(string) => write!(f, "the error holds \"{string}\""),
            Self::SimilarError { string, percent } => {
                write!(f, "the error is {percent} % like \"{string}\"")
            }
            Self::Words(words) => write!(f, "has the words {}", words.join(", ")),
        }
    }
}

/// The worth of a card's text, in thousandths, and why. `None` where nothing fits.
pub(crate) fn text(card: &Card, asked: &Asked, worth: &Worth) -> Option<(i64, Why)> {
    let errors = by_error(card, asked);
    let (share, mut found) = by_words(card, asked, worth);
    let (exact, likeness) = match &errors {
        Some(ByError::Exact { strength, .. }) => (*strength, 1.0),
        Some(ByError::Similar { likeness, .. }) => (0.0, *likeness),
        None => (0.0, 0.0),
    };
    let similar = if likeness >= LIKE { likeness } else { likeness * 0.4 };
    let titled = by_title(card, asked);
    let score = 4.0 * exact + 3.0 * similar.powi(2) + 2.2 * share + 0.8 * share * titled;
    if score < WORST {
        return None;
    }
    let why = match errors {
        Some(ByError::Exact { string, .. }) => Why::ExactError(string),
        Some(ByError::Similar { string, likeness }) if likeness >= LIKE => {
            Why::SimilarError { string, percent: percent(likeness) }
        }
        Some(ByError::Similar { .. }) | None => {
            found.sort_by(|(a, x), (b, y)| b.total_cmp(a).then_with(|| x.cmp(y)));
            Why::Words(found.into_iter().take(6).map(|(_, word)| word).collect())
        }
    };
    Some((thousandths(score), why))
}

impl Rank {
    /// The rank of a card with these outcomes.
    pub(crate) fn new(text: i64, worked: u64, tried: u64) -> Self {
        Self { text, proven: thousandths(wilson(worked, tried)) }
    }

    /// Better first. Texts that fit about as well are ordered by what was proven.
    pub(crate) fn order(self, other: Self) -> Ordering {
        let step = |rank: Self| rank.text / TIE;
        (step(other).cmp(&step(self)))
            .then(other.proven.cmp(&self.proven))
            .then(other.text.cmp(&self.text))
    }
}

/// Texts whose worth differs by less than this fit equally well, in thousandths.
const TIE: i64 = 60;
/// An error that is as like as this counts as the same error said otherwise.
const LIKE: f64 = 0.55;
/// A card worth less than this is not shown.
const WORST: f64 = 0.12;

enum ByError {
    Exact { string: String, strength: f64 },
    Similar { string: String, likeness: f64 },
}

fn by_error(card: &Card, asked: &Asked) -> Option<ByError> {
    let lines = &asked.forms;
    let is_short = lines.len() == 1;
    let mut exact: Option<(f64, &str)> = None;
    let mut similar: Option<(f64, &str)> = None;
    for string in card.error_strings() {
        let stored = ErrorLine::read(string);
        for (form, is_open) in [(stored.key(), false), (stored.skeleton(), true)] {
            let is_enough = is_telling(&form);
            let here = |(key, skeleton): &(Vec<String>, Vec<String>)| {
                let line = if is_open { skeleton } else { key };
                if is_enough { holds(line, &form) } else { is_short && *line == form }
            };
            // The beginning of a long error, cut off where somebody copied it.
            let is_cut = |(key, skeleton): &(Vec<String>, Vec<String>)| {
                let line: Vec<&str> =
                    if is_open { skeleton } else { key }.iter().map(String::as_str).collect();
                line.len() >= 4 && is_telling(&line) && holds(&form, &line)
            };
            let strength = if lines.iter().any(here) {
                strength(&form)
            } else if lines.iter().any(is_cut) {
                0.8 * strength(&form)
            } else {
                continue;
            };
            if exact.is_none_or(|(best, _)| strength > best) {
                exact = Some((strength, string));
            }
        }
        if exact.is_some() {
            // Likeness would not be told.
            continue;
        }
        let trigrams = trigrams::of_words(&stored.skeleton());
        // A string of two or three letters is like everything.
        let size = float(trigrams.len() as u64);
        let trust = size / (size + 4.0);
        for line in &asked.compared {
            let likeness = trust * trigrams::likeness(&trigrams, line);
            if similar.is_none_or(|(best, _)| likeness > best) {
                similar = Some((likeness, string));
            }
        }
    }
    exact
        .map(|(strength, string)| ByError::Exact { string: string.to_owned(), strength })
        .or(similar
            .map(|(likeness, string)| ByError::Similar { string: string.to_owned(), likeness }))
}

/// How much a string says: a short one is in many texts by chance.
fn strength(words: &[&str]) -> f64 {
    let letters = float(weight(words).1 as u64);
    0.4 + 0.6 * (letters / (letters + 18.0))
}

/// Whether `words` stand in `line` one behind the other.
fn holds<S: AsRef<str>>(line: &[S], words: &[&str]) -> bool {
    let words = match words {
        [CHANGEABLE, rest @ .., CHANGEABLE] | [CHANGEABLE, rest @ ..] | [rest @ .., CHANGEABLE] => {
            rest
        }
        all => all,
    };
    !words.is_empty()
        && line
            .windows(words.len())
            .any(|place| place.iter().zip(words).all(|(a, b)| a.as_ref() == *b))
}

/// The share of what the words looked for are worth that the card has, and each found word with its worth.
fn by_words(card: &Card, asked: &Asked, worth: &Worth) -> (f64, Vec<(f64, String)>) {
    let mut weights: BTreeMap<String, f64> = BTreeMap::new();
    let mut field = |text: &str, weight: f64| {
        for word in words::words(text, 16 * 1024) {
            let known = weights.entry(word).or_default();
            *known = known.max(weight);
        }
    };
    field(card.title(), 1.0);
    field(&card.id().replace('-', " "), 0.9);
    for product in card.products() {
        field(product, 0.8);
    }
    for string in card.error_strings() {
        field(string, 1.0);
    }
    for (heading, text) in card.sections() {
        field(
            text,
            match heading {
                "Error strings" => 1.0,
                "Situation" | "Symptom" => 0.75,
                "Cause" => 0.65,
                "Fix" | "Verify" => 0.5,
                _ => 0.3,
            },
        );
    }
    let (mut all, mut here, mut found) = (0.0, 0.0, Vec::new());
    for word in &asked.words {
        let value = worth.of(word);
        all += value;
        if let Some(weight) = weights.get(word) {
            here += value * weight;
            found.push((value * weight, word.clone()));
        }
    }
    (if all > 0.0 { here / all } else { 0.0 }, found)
}

/// The share of the words of a card's title that are looked for.
fn by_title(card: &Card, asked: &Asked) -> f64 {
    let title: BTreeSet<String> = words::words(card.title(), 1024).into_iter().collect();
    let here = title.iter().filter(|word| asked.words.contains(*word)).count();
    float(here as u64) / float(title.len().max(1) as u64)
}

/// The lower bound of the Wilson interval at 95 %: what share works at least, as far as the tries tell.
pub fn wilson(worked: u64, tried: u64) -> f64 {
    if tried == 0 {
        return 0.0;
    }
    let (n, z) = (float(tried), 1.96_f64);
    let share = float(worked.min(tried)) / n;
    let middle = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    ((middle - spread) / (1.0 + z * z / n)).max(0.0)
}

fn float(count: u64) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[expect(clippy::cast_possible_truncation, reason = "scores are below ten")]
fn thousandths(score: f64) -> i64 {
    (score * 1000.0).round() as i64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1")]
fn percent(share: f64) -> u8 {
    (share * 100.0).round() as u8
}
