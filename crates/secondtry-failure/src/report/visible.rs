//! Text as it may be shown: characters that act on a reader instead of showing themselves are spelt out.

use std::borrow::Cow;
use std::fmt::Write;

#[cfg(test)]
mod tests;

/// Spells out every character of `text` that acts instead of showing itself, line breaks included.
pub fn line(text: &str) -> Cow<'_, str> {
    spelt(text, &acts)
}

/// As the function `line`, but keeps line breaks, for text that is laid out over lines.
pub fn block(text: &str) -> Cow<'_, str> {
    spelt(text, &|c| c != '\n' && acts(c))
}

/// Spells out every character of `json` that acts instead of showing itself, in a way that a reader of JSON takes for the
/// same. Outside its strings there is none but line breaks, which stay.
pub fn json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c != '\n' && acts(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn spelt<'a>(text: &'a str, acts: &dyn Fn(char) -> bool) -> Cow<'a, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if acts(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Control and format characters that move, hide or reorder what stands around them, and those that no XML may hold.
///
/// Joiners (U+200C, U+200D) and variation selectors stay: scripts and emoji need them.
fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{fffe}'
            | '\u{ffff}'
            | '\u{e0000}'..='\u{e007f}')
}
