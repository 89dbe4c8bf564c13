//! Places in a text where a word or a phrase stands by itself.

use std::ops::Range;

#[cfg(test)]
mod tests;

/// One place of a needle, with the text on both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'t> {
    /// All that stands before.
    pub(super) before: &'t str,
    /// All that stands after.
    pub(super) after: &'t str,
}

/// Iterates over the places where `needle` stands in `text` and is no part of a longer word.
pub(super) fn spots<'t>(text: &'t str, needle: &'t str) -> impl Iterator<Item = Spot<'t>> {
    let starts_in_word = needle.chars().next().is_some_and(is_word);
    let ends_in_word = needle.chars().next_back().is_some_and(is_word);
    text.match_indices(needle)
        .map(move |(at, found)| Spot { before: &text[..at], after: &text[at + found.len()..] })
        .filter(move |spot| {
            let is_joined = starts_in_word && spot.before.chars().next_back().is_some_and(is_word)
                || ends_in_word && spot.after.chars().next().is_some_and(is_word);
            !is_joined
        })
        .filter(move |_| !needle.is_empty())
}

/// Sorts `places` and joins those that overlap.
pub(super) fn merged(mut places: Vec<Range<usize>>) -> Vec<Range<usize>> {
    places.sort_by_key(|place| (place.start, place.end));
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(places.len());
    for place in places {
        match apart.last_mut() {
            Some(last) if place.start < last.end => last.end = last.end.max(place.end),
            Some(_) | None => apart.push(place),
        }
    }
    apart
}

impl<'t> Spot<'t> {
    /// The last characters before, enough for a few words.
    pub(super) fn just_before(self) -> &'t str {
        let from = self.before.len().saturating_sub(NEARBY_BYTES);
        let from = (from..=self.before.len()).find(|&i| self.before.is_char_boundary(i));
        &self.before[from.unwrap_or(0)..]
    }

    /// The first characters after, enough for a few words.
    pub(super) fn just_after(self) -> &'t str {
        clipped(self.after)
    }

    /// Whether quotes of any kind stand on both sides.
    pub(super) fn is_quoted(self) -> bool {
        self.before.ends_with(QUOTES) && self.after.starts_with(QUOTES)
    }

    /// Whether a sentence, a line or a part after a colon begins here, be it with a quote.
    pub(super) fn begins_segment(self) -> bool {
        let before = self.before.trim_end_matches(QUOTES);
        let trimmed = before.trim_end_matches([' ', '\t', '*', '-', '•', '✖']);
        trimmed.is_empty()
            || trimmed.ends_with(['\n', ';', '>'])
            || trimmed.len() < before.len()
                && trimmed.ends_with([':', '.', '!', '?', '-', '—', '–'])
    }

    /// Whether a sentence, a line or a part before a comma or a bracket ends here.
    pub(super) fn ends_segment(self) -> bool {
        let after = self.after.trim_start_matches(QUOTES);
        match after.chars().next() {
            None | Some('\n' | ';' | ',' | ')' | ']' | '!' | '?') => true,
            Some('.') => !after[1..].starts_with(is_word),
            Some(_) => false,
        }
    }
}

/// The first characters of `text`, enough for a few words.
pub(super) fn clipped(text: &str) -> &str {
    let to = text.len().min(NEARBY_BYTES);
    let to = (0..=to).rev().find(|&i| text.is_char_boundary(i));
    &text[..to.unwrap_or(0)]
}

/// Whether `c` can stand in a name as schemas have them.
pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether `c` is a sign that quotes a name or a value.
pub(super) const QUOTES: [char; 8] = ['\'', '"', '`', '“', '”', '‘', '’', '\\'];

const NEARBY_BYTES: usize = 60;
