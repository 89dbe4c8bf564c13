//! A JSON string as it was written, and what it says.

use std::borrow::Cow;
use std::str::Chars;

/// The inside of a JSON string, its escapes as they were written.
///
/// Two that say the same are equal by [`is`](Self::is); `==` compares what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    raw: &'a str,
    is_escaped: bool,
}

impl<'a> Text<'a> {
    /// `raw` stands between the quotes of a well-formed JSON string.
    pub(super) fn new(raw: &'a str, is_escaped: bool) -> Self {
        Self { raw, is_escaped }
    }

    /// Takes a well-formed JSON string, quotes included.
    pub(super) fn of_value(quoted: &'a str) -> Option<Self> {
        let raw = quoted.strip_prefix('"')?.strip_suffix('"')?;
        Some(Self::new(raw, raw.contains('\\')))
    }

    /// What stands between the quotes.
    pub fn raw(self) -> &'a str {
        self.raw
    }

    /// Whether it says `word`, however it was written.
    pub fn is(self, word: &str) -> bool {
        if self.is_escaped { self.characters().eq(word.chars()) } else { self.raw == word }
    }

    /// What it says. Allocates only where there are escapes.
    pub fn decode(self) -> Cow<'a, str> {
        if self.is_escaped {
            Cow::Owned(self.characters().collect())
        } else {
            Cow::Borrowed(self.raw)
        }
    }

    fn characters(self) -> Unescaped<'a> {
        Unescaped(self.raw.chars())
    }
}

/// The characters that a well-formed string says.
struct Unescaped<'a>(Chars<'a>);

impl Unescaped<'_> {
    /// The value of the four digits that follow.
    fn hex(&mut self) -> Option<u32> {
        (0..4).try_fold(0, |value, _| Some(value << 4 | self.0.next()?.to_digit(16)?))
    }
}

impl Iterator for Unescaped<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        match self.0.next()? {
            '\\' => (),
            plain => return Some(plain),
        }
        match self.0.next()? {
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'u' => match self.hex()? {
                high @ 0xD800..=0xDBFF => {
                    let low = self.0.by_ref().nth(1).and_then(|_| self.hex())?;
                    char::from_u32(0x1_0000 + ((high - 0xD800) << 10 | low.checked_sub(0xDC00)?))
                }
                unit => char::from_u32(unit),
            },
            other => Some(other),
        }
    }
}
