//! A cursor over one line of JSON that checks as it goes (RFC 8259) and keeps nothing but its place.
//!
//! It takes no more than serde does, so that a look never passes what the full parser refuses.

use memchr::memchr2;

use super::text::Text;

/// A key as it was written, without its quotes.
#[derive(Clone, Copy)]
pub(super) struct Key<'a> {
    raw: &'a [u8],
    is_escaped: bool,
}

impl<'a> Key<'a> {
    /// What was written, where that is what the key says.
    pub(super) fn plain(self) -> Option<&'a [u8]> {
        (!self.is_escaped).then_some(self.raw)
    }

    pub(super) fn is(self, word: &str) -> bool {
        match self.plain() {
            Some(plain) => plain == word.as_bytes(),
            None => std::str::from_utf8(self.raw).is_ok_and(|raw| Text::new(raw, true).is(word)),
        }
    }
}

/// A place in a line. `None` from any step means that what stands there is not what was asked for.
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Where it stands.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn is_at_object(&self) -> bool {
        self.byte() == Some(b'{')
    }

    /// Enters an object; `false` where it is empty, and left again.
    pub(super) fn open(&mut self) -> Option<bool> {
        self.take(b'{')?;
        if self.next()? == b'}' {
            self.at += 1;
            return Some(false);
        }
        Some(true)
    }

    /// Reads a key and its colon, and stops at the value.
    pub(super) fn key(&mut self) -> Option<Key<'a>> {
        self.next()?;
        let start = self.at + 1;
        let is_escaped = self.string()?;
        let raw = self.bytes.get(start..self.at - 1)?;
        self.colon()?;
        // Where the line is cut here, the key still counts.
        self.next();
        Some(Key { raw, is_escaped })
    }

    /// Goes on after a value of an object; `false` where the object ends.
    pub(super) fn more(&mut self) -> Option<bool> {
        let more = match self.next()? {
            b',' => true,
            b'}' => false,
            _ => return None,
        };
        self.at += 1;
        Some(more)
    }

    /// Checks that nothing follows.
    pub(super) fn end(&mut self) -> Option<()> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
        (self.at == self.bytes.len()).then_some(())
    }

    /// Reads a string.
    pub(super) fn text(&mut self) -> Option<Text<'a>> {
        let start = self.at + 1;
        let is_escaped = self.string()?;
        let raw = self.bytes.get(start..self.at - 1)?;
        Some(Text::new(std::str::from_utf8(raw).ok()?, is_escaped))
    }

    /// Skips a value that stands inside `depth` objects or arrays, and returns it.
    pub(super) fn value(&mut self, depth: u32) -> Option<&'a [u8]> {
        let start = self.at;
        let mut open = Open::default();
        loop {
            // At a value.
            match self.next()? {
                b'"' => {
                    self.string()?;
                }
                b'{' => {
                    open.push(true, depth)?;
                    if self.open()? {
                        self.pass_key()?;
                        continue;
                    }
                    open.pop();
                }
                b'[' => {
                    open.push(false, depth)?;
                    self.at += 1;
                    if self.next()? != b']' {
                        continue;
                    }
                    self.at += 1;
                    open.pop();
                }
                b't' => self.word(b"true")?,
                b'f' => self.word(b"false")?,
                b'n' => self.word(b"null")?,
                _ => self.number()?,
            }
            // After a value, and after all that end with it.
            loop {
                let Some(is_object) = open.innermost() else {
                    return self.bytes.get(start..self.at);
                };
                let mark = self.next()?;
                self.at += 1;
                match (mark, is_object) {
                    (b',', true) => self.pass_key()?,
                    (b',', false) => (),
                    (b'}', true) | (b']', false) => {
                        open.pop();
                        continue;
                    }
                    _ => return None,
                }
                break;
            }
        }
    }

    fn pass_key(&mut self) -> Option<()> {
        self.next()?;
        self.string()?;
        self.colon()
    }

    fn colon(&mut self) -> Option<()> {
        self.next()?;
        self.take(b':')
    }

    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.byte()? == byte).then(|| self.at += 1)
    }

    /// The next byte that is no white space, which stays to be read.
    fn next(&mut self) -> Option<u8> {
        loop {
            match self.byte()? {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                other => return Some(other),
            }
        }
    }

    fn word(&mut self, word: &[u8]) -> Option<()> {
        self.bytes.get(self.at..)?.starts_with(word).then(|| self.at += word.len())
    }

    fn number(&mut self) -> Option<()> {
        let start = self.at;
        if self.byte()? == b'-' {
            self.at += 1;
        }
        match self.byte()? {
            b'0' => self.at += 1,
            b'1'..=b'9' => {
                self.digits()?;
            }
            _ => return None,
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        let mut exponent = 0;
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.byte() {
                self.at += 1;
            }
            exponent = self.digits()?;
        }
        // Whether a greater one fits a float takes reading it.
        (self.at - start < 200 && exponent < 3).then_some(())
    }

    /// Reads one or more digits, and says how many.
    fn digits(&mut self) -> Option<usize> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.byte() {
            self.at += 1;
        }
        (self.at > start).then_some(self.at - start)
    }

    /// Reads a string; true where it has escapes.
    fn string(&mut self) -> Option<bool> {
        self.take(b'"')?;
        let mut is_escaped = false;
        loop {
            self.plain()?;
            match self.byte()? {
                b'"' => {
                    self.at += 1;
                    return Some(is_escaped);
                }
                b'\\' => self.escape()?,
                _ => return None,
            }
            is_escaped = true;
        }
    }

    /// Passes over what may stand in a string as it is, up to a quote, a backslash or a control character.
    fn plain(&mut self) -> Option<()> {
        // Most strings are short, and a word at a time beats a call. A longer one is left to the wide search.
        for _ in 0..SHORT / 8 {
            let Some(word) = self.bytes.get(self.at..)?.first_chunk() else { break };
            let found = special(u64::from_le_bytes(*word));
            if found != 0 {
                self.at += found.trailing_zeros() as usize / 8;
                return Some(());
            }
            self.at += 8;
        }
        let rest = self.bytes.get(self.at..)?;
        let length = memchr2(b'"', b'\\', rest)?;
        self.at += length;
        (!has_control(rest.get(..length)?)).then_some(())
    }

    fn escape(&mut self) -> Option<()> {
        self.at += 1;
        match self.byte()? {
            b'"' | b'/' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't' => self.at += 1,
            b'u' => match self.unit()? {
                0xD800..=0xDBFF => {
                    self.take(b'\\')?;
                    if !(0xDC00..=0xDFFF).contains(&self.unit()?) {
                        return None;
                    }
                }
                0xDC00..=0xDFFF => return None,
                _ => (),
            },
            _ => return None,
        }
        Some(())
    }

    /// Reads `u` and four digits.
    fn unit(&mut self) -> Option<u32> {
        self.take(b'u')?;
        let digits = self.bytes.get(self.at..self.at + 4)?;
        self.at += 4;
        digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | char::from(*digit).to_digit(16)?))
    }
}

/// Which of the values around a place are objects and which are arrays, innermost in the lowest bit.
#[derive(Default)]
struct Open {
    objects: u128,
    count: u32,
}

impl Open {
    fn push(&mut self, is_object: bool, depth: u32) -> Option<()> {
        self.objects = self.objects << 1 | u128::from(is_object);
        self.count += 1;
        (self.count + depth <= DEEPEST).then_some(())
    }

    fn pop(&mut self) {
        self.objects >>= 1;
        self.count -= 1;
    }

    fn innermost(&self) -> Option<bool> {
        (self.count > 0).then_some(self.objects & 1 == 1)
    }
}

/// Marks the highest bit of each byte of `word` that is a quote, a backslash or a control character. The lowest mark is
/// right; those above may be borrowed from it.
fn special(word: u64) -> u64 {
    let zero_in = |word: u64| word.wrapping_sub(ONES) & !word;
    let quote = zero_in(word ^ (ONES * u64::from(b'"')));
    let backslash = zero_in(word ^ (ONES * u64::from(b'\\')));
    (quote | backslash) & (ONES << 7) | control(word)
}

/// The same for control characters alone.
fn control(word: u64) -> u64 {
    word.wrapping_sub(ONES * 0x20) & !word & (ONES << 7)
}

fn has_control(bytes: &[u8]) -> bool {
    // By words, which needs no compiler that sees more in a loop over bytes.
    let (blocks, rest) = bytes.as_chunks::<64>();
    let in_block = |block: &[u8; 64]| {
        let (words, _) = block.as_chunks::<8>();
        words.iter().fold(0, |found, word| found | control(u64::from_le_bytes(*word))) != 0
    };
    blocks.iter().any(in_block) || rest.iter().any(|byte| *byte < b' ')
}

/// A one in each byte.
const ONES: u64 = u64::MAX / 255;

/// The levels that serde reads.
const DEEPEST: u32 = 127;

/// How far the search by words goes.
const SHORT: usize = 64;
