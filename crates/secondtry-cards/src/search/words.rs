//! The words of a text as the search compares them.

use super::error_text::{CHANGEABLE, ErrorLine};

/// Every word of `text` in its order, with the parts of names such as `list_tools` and `listTools`. Reads `limit` bytes.
pub(crate) fn words(text: &str, limit: usize) -> Vec<String> {
    let text = &text[..text.floor_char_boundary(limit)];
    let mut words = Vec::new();
    for line in text.lines() {
        let mut from = None;
        for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
            let is_word = c.is_alphanumeric() || c == '_';
            match (is_word, from) {
                (true, None) => from = Some(at),
                (false, Some(start)) => {
                    let negative = line[..start].ends_with('-');
                    put(&line[start..at], negative, &mut words);
                    from = None;
                }
                _ => {}
            }
        }
    }
    words
}

/// The words of lines that have been read as an error.
pub(crate) fn of_lines(lines: &[ErrorLine]) -> Vec<String> {
    let mut words = Vec::new();
    for token in lines.iter().flat_map(|line| &line.tokens) {
        if token.text != CHANGEABLE {
            put(&token.text, false, &mut words);
        }
    }
    words
}

fn put(word: &str, negative: bool, words: &mut Vec<String>) {
    let length = word.chars().count();
    if length > MAX_WORD || word.chars().all(|c| c == '_') {
        return;
    }
    if word.bytes().all(|b| b.is_ascii_digit()) {
        let is_code = length == 5 && word.starts_with("32");
        if is_code || negative {
            words.push(format!("e{word}"));
        } else if length <= 5 {
            words.push(word.to_owned());
        }
        return;
    }
    let lower = word.to_lowercase();
    let parts = parts(word);
    if parts.len() > 1 {
        for part in &parts {
            words.push(stem(part));
        }
        words.push(lower);
    } else if STOP_WORDS.binary_search(&lower.as_str()).is_err() {
        words.push(stem(&lower));
    }
}

/// `listTools`, `list_tools` and `ListTools` to `list` and `tools`.
fn parts(word: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![String::new()];
    let mut was_lower = false;
    for c in word.chars() {
        if c == '_' || (was_lower && c.is_uppercase()) {
            parts.push(String::new());
        }
        if c != '_'
            && let Some(part) = parts.last_mut()
        {
            part.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    parts.retain(|part| part.len() > 1);
    parts
}

/// Without the commonest endings of English, so that "refused" finds "refuses". Not linguistics, only the same on both sides.
fn stem(word: &str) -> String {
    if word.len() < 5 || !word.is_ascii() || word.bytes().any(|b| b.is_ascii_digit()) {
        return word.to_owned();
    }
    let mut stem = word;
    for ending in
        ["ations", "ation", "ings", "ing", "edly", "ers", "ies", "ed", "es", "er", "ly", "s"]
    {
        if let Some(rest) = stem.strip_suffix(ending)
            && rest.len() >= 4
            && !(ending == "s" && rest.ends_with('s'))
        {
            stem = rest;
            break;
        }
    }
    stem.strip_suffix('e').filter(|rest| rest.len() >= 4).unwrap_or(stem).to_owned()
}

const MAX_WORD: usize = 40;

/// In their order, since they are searched.
const STOP_WORDS: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can", "do", "does", "for",
    "from", "get", "has", "have", "how", "i", "if", "in", "is", "it", "its", "me", "my", "of",
    "on", "or", "our", "so", "that", "the", "then", "there", "this", "to", "was", "we", "what",
    "when", "where", "which", "while", "why", "will", "with", "you", "your",
];
