//! Patterns of wording, compiled so that they stay linear and fast on any text.
//!
//! To compile one takes up to milliseconds, and most messages have nothing of what most patterns look for. So each may name
//! what every match of it has in it, and is compiled for the first text that has that.

use std::borrow::Cow;
use std::sync::OnceLock;

use regex::{CaptureMatches, Captures, Match, Matches, Regex};

#[cfg(test)]
mod tests;

/// A constant pattern; `^` and `$` stand for lines.
#[derive(Debug)]
pub(super) struct Pattern {
    flags: &'static str,
    /// In small letters. Each match has one of them, whatever its letter case.
    needles: &'static [&'static str],
    text: &'static str,
    /// Words in `text`, and what each stands for.
    words: &'static [(&'static str, &'static str)],
    compiled: OnceLock<Regex>,
}

impl Pattern {
    /// A pattern that minds letter case, each match of which has one of `needles`.
    pub(super) const fn exact(needles: &'static [&'static str], text: &'static str) -> Self {
        Self { flags: EXACT, needles, text, words: &[], compiled: OnceLock::new() }
    }

    /// A pattern that does not mind letter case, each match of which has one of `needles`.
    pub(super) const fn any_case(needles: &'static [&'static str], text: &'static str) -> Self {
        Self { flags: ANY_CASE, needles, text, words: &[], compiled: OnceLock::new() }
    }

    /// The same; in `text` each of `words` stands for something that several patterns have in common.
    pub(super) const fn any_case_with(
        words: &'static [(&'static str, &'static str)],
        needles: &'static [&'static str],
        text: &'static str,
    ) -> Self {
        Self { flags: ANY_CASE, needles, text, words, compiled: OnceLock::new() }
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.for_text(text).is_some_and(|regex| regex.is_match(text))
    }

    pub(super) fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        self.for_text(text)?.find(text)
    }

    pub(super) fn find_iter<'s, 't: 's>(
        &'s self,
        text: &'t str,
    ) -> impl Iterator<Item = Match<'t>> {
        self.for_text(text)
            .into_iter()
            .flat_map(move |regex| -> Matches<'s, 't> { regex.find_iter(text) })
    }

    pub(super) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.for_text(text)?.captures(text)
    }

    pub(super) fn captures_iter<'s, 't: 's>(
        &'s self,
        text: &'t str,
    ) -> impl Iterator<Item = Captures<'t>> {
        self.for_text(text)
            .into_iter()
            .flat_map(move |regex| -> CaptureMatches<'s, 't> { regex.captures_iter(text) })
    }

    pub(super) fn replace<'t>(&self, text: &'t str, by: &str) -> Cow<'t, str> {
        self.for_text(text).map_or(Cow::Borrowed(text), |regex| regex.replace(text, by))
    }

    pub(super) fn replace_all<'t>(&self, text: &'t str, by: &str) -> Cow<'t, str> {
        self.for_text(text).map_or(Cow::Borrowed(text), |regex| regex.replace_all(text, by))
    }

    /// The pattern compiled, unless it is not yet and cannot match in `text`.
    fn for_text(&self, text: &str) -> Option<&Regex> {
        if let Some(regex) = self.compiled.get() {
            return Some(regex);
        }
        self.may_match(text)
            .then(|| self.compiled.get_or_init(|| compiled(self.flags, &self.whole())))
    }

    fn may_match(&self, text: &str) -> bool {
        // In a long text something is found, and small letters of other alphabets may stand for those of ASCII.
        if text.len() > LONGEST_LOOKED_THROUGH || text.contains(['\u{17f}', '\u{212a}']) {
            return true;
        }
        let text = text.to_ascii_lowercase();
        self.needles.iter().any(|needle| text.contains(needle))
    }

    fn whole(&self) -> String {
        self.words
            .iter()
            .fold(self.text.to_owned(), |text, (word, meaning)| text.replace(word, meaning))
    }
}

/// Compiles a constant `pattern` that minds letter case; `^` and `$` stand for lines.
pub(super) fn exact(pattern: &str) -> Regex {
    compiled(EXACT, pattern)
}

/// Compiles a constant `pattern` that does not mind letter case; `^` and `$` stand for lines.
pub(super) fn any_case(pattern: &str) -> Regex {
    compiled(ANY_CASE, pattern)
}

fn compiled(flags: &str, pattern: &str) -> Regex {
    Regex::new(&format!("{flags}{}", in_ascii(pattern))).expect("the pattern is a constant")
}

/// Names in schemas and words of English are ASCII. With Unicode's word boundaries the engine is many times slower, and its
/// letters and digits take long to compile.
fn in_ascii(pattern: &str) -> String {
    pattern.replace(r"\b", r"(?-u:\b)").replace(r"\d", "[0-9]").replace(r"\w", "[0-9A-Za-z_]")
}

const EXACT: &str = "(?m)";

const ANY_CASE: &str = "(?im)";

const LONGEST_LOOKED_THROUGH: usize = 4096;
