//! An error as a program printed it, without what differs from run to run.
//!
//! Paths, addresses, ids, numbers and times become one mark; quotation marks go, and what stood between them counts as
//! changeable; case and punctuation go. Codes that say what happened (-32601, 404) stay.

#[cfg(test)]
mod tests;

/// Stands for what differs from run to run.
pub(crate) const CHANGEABLE: &str = "*";

/// One line of an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ErrorLine {
    pub(crate) tokens: Vec<Token>,
}

/// A word of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// The word in lower case, or [`CHANGEABLE`].
    pub(crate) text: String,
    /// Which pair of quotation marks it stands in; 0 for none.
    quoted: u16,
    /// A part of a sentence begins here.
    is_start: bool,
}

/// Up to this many bytes of an error are read.
pub(crate) const MAX_BYTES: usize = 16 * 1024;
/// Up to this many lines.
const MAX_LINES: usize = 120;
/// Up to this many words of a line.
const MAX_TOKENS: usize = 120;
/// The longest text between two quotation marks, in characters.
const MAX_QUOTED: usize = 120;

/// Reads an error line by line. What is empty is left out.
pub(crate) fn lines(text: &str) -> Vec<ErrorLine> {
    let text = &text[..text.floor_char_boundary(MAX_BYTES)];
    // A string of JSON, pasted as it stood in a log.
    let text = text.replace("\\n", "\n").replace("\\\"", "\"");
    let lines = text.lines().map(ErrorLine::read).filter(|line| !line.tokens.is_empty());
    lines.take(MAX_LINES).collect()
}

impl ErrorLine {
    /// Reads one line.
    pub(crate) fn read(line: &str) -> Self {
        let chars: Vec<char> = line.chars().take(4 * 1024).collect();
        let mut reader = Reader {
            chars: &chars,
            at: 0,
            line: Self::default(),
            starts: true,
            quoted: 0,
            close: None,
            quotes: 0,
        };
        reader.run();
        reader.line
    }

    /// The words, what is quoted among them.
    pub(crate) fn key(&self) -> Vec<&str> {
        self.key_of(0, self.tokens.len())
    }

    /// The words with a mark for each quoted text.
    pub(crate) fn skeleton(&self) -> Vec<&str> {
        self.skeleton_of(0, self.tokens.len())
    }

    pub(crate) fn key_of(&self, from: usize, to: usize) -> Vec<&str> {
        let mut words: Vec<&str> = Vec::with_capacity(to - from);
        for token in &self.tokens[from..to] {
            push(&mut words, &token.text);
        }
        words
    }

    pub(crate) fn skeleton_of(&self, from: usize, to: usize) -> Vec<&str> {
        let mut words: Vec<&str> = Vec::with_capacity(to - from);
        for token in &self.tokens[from..to] {
            push(&mut words, if token.quoted == 0 { &token.text } else { CHANGEABLE });
        }
        words
    }

    /// Where parts begin, and the end.
    pub(crate) fn boundaries(&self) -> Vec<usize> {
        let starts =
            self.tokens.iter().enumerate().filter(|(at, token)| *at == 0 || token.is_start);
        starts.map(|(at, _)| at).chain([self.tokens.len()]).collect()
    }
}

fn push<'a>(words: &mut Vec<&'a str>, word: &'a str) {
    if word != CHANGEABLE || words.last() != Some(&CHANGEABLE) {
        words.push(word);
    }
}

struct Reader<'a> {
    chars: &'a [char],
    at: usize,
    line: ErrorLine,
    starts: bool,
    /// The pair of quotation marks that is open; 0 for none.
    quoted: u16,
    /// Where that pair closes.
    close: Option<usize>,
    quotes: u16,
}

impl Reader<'_> {
    fn run(&mut self) {
        while self.at < self.chars.len() && self.line.tokens.len() < MAX_TOKENS {
            if self.close == Some(self.at) {
                (self.quoted, self.close, self.starts) = (0, None, true);
                self.at += 1;
                continue;
            }
            let c = self.chars[self.at];
            if c == '\u{1b}' {
                self.skip_escape();
            } else if self.quoted == 0 && self.opens_quote(c) {
                self.starts = true;
                self.at += 1;
            } else if is_word(c) || (matches!(c, '/' | '~' | '.' | '@') && self.begins_path()) {
                self.word();
            } else {
                self.starts |= self.parts(c);
                self.at += 1;
            }
        }
    }

    /// `ESC [ ... letter`, as terminals are told colours.
    fn skip_escape(&mut self) {
        self.at += 1;
        if self.peek(0) == Some('[') {
            self.at += 1;
            while self.peek(0).is_some_and(|c| !c.is_ascii_alphabetic()) {
                self.at += 1;
            }
            self.at += 1;
        }
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn before(&self) -> Option<char> {
        self.at.checked_sub(1).map(|at| self.chars[at])
    }

    /// Whether a quotation mark opens here, and where it closes.
    fn opens_quote(&mut self, c: char) -> bool {
        let end = match c {
            '"' | '\'' | '`' => c,
            '“' => '”',
            '‘' => '’',
            '«' => '»',
            _ => return false,
        };
        if self.before().is_some_and(is_word) {
            return false;
        }
        let limit = self.chars.len().min(self.at + 1 + MAX_QUOTED);
        let closes = (self.at + 1..limit).find(|at| {
            self.chars[*at] == end && !self.chars.get(at + 1).is_some_and(|c| is_word(*c))
        });
        if let Some(close) = closes {
            self.quotes = self.quotes.saturating_add(1);
            (self.quoted, self.close) = (self.quotes, Some(close));
        }
        closes.is_some()
    }

    /// Whether a new part of a sentence begins after this mark.
    fn parts(&self, c: char) -> bool {
        match c {
            ':' | '.' | ';' | ',' | '!' | '?' => self.peek(1).is_none_or(char::is_whitespace),
            '-' | '–' | '—' => self.before().is_none_or(char::is_whitespace),
            '(' | ')' | '[' | ']' | '{' | '}' | '|' | '<' | '>' | '#' | '=' | '→' | '✖' | '*' => {
                true
            }
            _ => false,
        }
    }

    fn begins_path(&self) -> bool {
        if self.before().is_some_and(|c| is_word(c) || c == '/') {
            return false;
        }
        match (self.peek(0), self.peek(1), self.peek(2)) {
            (Some('/'), Some(next), _) => is_word(next) || next == '.' || next == '@',
            (Some('~' | '.'), Some('/'), _) | (Some('.'), Some('.'), Some('/')) => true,
            (Some('@'), Some(next), _) => is_word(next),
            _ => false,
        }
    }

    fn word(&mut self) {
        let limit = self.close.unwrap_or(self.chars.len());
        let chunk_end = (self.at..limit)
            .find(|at| {
                let c = self.chars[*at];
                c.is_whitespace()
                    || matches!(c, '"' | '\'' | '`' | '<' | '>' | '|' | '\u{1b}' | '“' | '”')
            })
            .unwrap_or(limit);
        let chunk = &self.chars[self.at..chunk_end];
        if let Some(length) = place_length(chunk) {
            self.at += length;
            self.put(CHANGEABLE.to_owned());
            return;
        }
        if chunk[0].is_ascii_digit() {
            let is_part = |c: &char| is_word(*c) || matches!(c, '.' | ':' | '+' | '-' | '%');
            let length = chunk.iter().take_while(|c| is_part(c)).count();
            let ends = chunk[..length].iter().rposition(|c| is_word(*c)).map_or(1, |at| at + 1);
            // Behind a code its reason may stand: 404:not.
            let digits = chunk.iter().take_while(|c| c.is_ascii_digit()).count();
            let code =
                code(&chunk[..digits]).filter(|_| !chunk.get(digits).is_some_and(|c| is_word(*c)));
            self.at += if code.is_some() { digits } else { ends };
            self.put(code.unwrap_or_else(|| CHANGEABLE.to_owned()));
            return;
        }
        let skip = usize::from(!is_word(chunk[0]));
        let length = skip + chunk[skip..].iter().take_while(|c| is_word(**c)).count();
        let with_hyphens =
            skip + chunk[skip..].iter().take_while(|c| is_word(**c) || **c == '-').count();
        if is_id(&chunk[skip..with_hyphens]) {
            self.at += with_hyphens;
            self.put(CHANGEABLE.to_owned());
            return;
        }
        let is_changeable = is_id(&chunk[skip..length]);
        let text = if is_changeable {
            CHANGEABLE.to_owned()
        } else {
            chunk[skip..length].iter().flat_map(|c| c.to_lowercase()).collect()
        };
        self.at += length.max(1);
        if !text.is_empty() {
            self.put(text);
        }
    }

    fn put(&mut self, text: String) {
        // "timed out" and "time out" are spelt as one word elsewhere.
        if text == "out"
            && let Some(last) = self.line.tokens.last_mut()
            && matches!(last.text.as_str(), "timed" | "time" | "times")
        {
            "timeout".clone_into(&mut last.text);
            return;
        }
        self.line.tokens.push(Token { text, quoted: self.quoted, is_start: self.starts });
        self.starts = false;
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// How long the address or path at the start of `chunk` is.
fn place_length(chunk: &[char]) -> Option<usize> {
    let scheme = chunk.iter().take_while(|c| c.is_ascii_alphanumeric() || **c == '+').count();
    let is_url = scheme > 1 && chunk[scheme..].starts_with(&[':', '/', '/']);
    let is_windows = scheme == 1 && matches!(chunk.get(1..3), Some([':', '\\' | '/']));
    let is_rooted = matches!(chunk, ['/', ..] | ['~' | '.', '/', ..] | ['.', '.', '/', ..]);
    let is_place = |c: &char| !matches!(c, ',' | ';' | ')' | '(' | '[' | ']' | '{' | '}');
    let length = chunk.iter().take_while(|c| is_place(c)).count();
    let slashes = chunk[..length].iter().filter(|c| matches!(c, '/' | '\\')).count();
    if !(is_url || is_windows || is_rooted || slashes >= 2) {
        return None;
    }
    // A full stop or a colon behind it belongs to the sentence.
    let end = chunk[..length].iter().rposition(|c| is_word(*c) || matches!(c, '/' | '\\'))?;
    Some(end + 1)
}

/// A number that says what happened: a code of JSON-RPC, or a status of HTTP.
fn code(digits: &[char]) -> Option<String> {
    let text: String = digits.iter().collect();
    let number: u32 = text.parse().ok()?;
    match (digits.len(), number) {
        (5, 32_000..=32_999) => Some(format!("e{number}")),
        (3, 400..=599) => Some(text),
        _ => None,
    }
}

/// Whether a word is a UUID, a hash or another name that no one chose.
fn is_id(word: &[char]) -> bool {
    let digits = word.iter().filter(|c| c.is_ascii_digit()).count();
    let is_hex = word.iter().all(|c| c.is_ascii_hexdigit() || *c == '-');
    let is_long = word.len() >= 20 && digits >= 4;
    (word.len() >= 8 && is_hex && digits >= 2)
        || is_long
        || matches!(word, ['0', 'x', rest @ ..] if rest.len() >= 4 && rest.iter().all(char::is_ascii_hexdigit))
}
