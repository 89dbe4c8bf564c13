//! Finds what would write to standard output, where on stdio only the protocol may stand.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A place in a source file that writes to standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Printing {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1 on.
    pub line: usize,
    /// What stands there, such as `println!`.
    pub what: &'static str,
}

impl fmt::Display for Printing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: `{}`", self.file.display(), self.line, self.what)
    }
}

/// Looks for `println!`, `print!` and `stdout()` in every Rust file below `folder`.
///
/// On stdio one such line breaks the protocol: the client takes it for a message, and many end the connection. What is
/// meant to be read goes to stderr, by [`logging::to_stderr`](crate::logging::to_stderr) or `eprintln!`. Comments and
/// texts do not count, nor does what stands under `#[cfg(test)]` up to the end of the file.
///
/// It reads source text, so it sees neither macros of other crates nor what they write. Clippy's `print_stdout` sees
/// through macros of your own, and is worth setting besides.
///
/// # Panics
///
/// With each place, and where `folder` cannot be read.
///
/// ```no_run
/// #[test]
/// fn nothing_writes_to_stdout() {
///     secondtry::assert::assert_nothing_prints(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
/// }
/// ```
pub fn assert_nothing_prints(folder: impl AsRef<Path>) {
    let folder = folder.as_ref();
    match find_printing(folder) {
        Ok(found) => {
            let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
            assert!(
                found.is_empty(),
                "standard output is the protocol's; write to stderr instead:\n{}",
                lines.join("\n")
            );
        }
        Err(error) => panic!("cannot read `{}`: {error}", folder.display()),
    }
}

/// Returns what [`assert_nothing_prints`] would complain of, in the order of paths and lines.
pub fn find_printing(folder: impl AsRef<Path>) -> io::Result<Vec<Printing>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.as_ref().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            // A link could lead in a circle.
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if entry.path().extension().is_some_and(|extension| extension == "rs") {
                let file = entry.path();
                let text = String::from_utf8_lossy(&fs::read(&file)?).into_owned();
                let places = places(&text).into_iter();
                found.extend(places.map(|(line, what)| Printing {
                    file: file.clone(),
                    line,
                    what,
                }));
            }
        }
    }
    found.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    Ok(found)
}

/// The lines of `source` that print, and by what.
pub(super) fn places(source: &str) -> Vec<(usize, &'static str)> {
    let code = without_texts(source);
    let mut found = Vec::new();
    for (index, line) in code.lines().enumerate() {
        if line.trim_start().starts_with("#[cfg(test)]") && !next_is_a_file(&code, index) {
            break;
        }
        for (sign, what) in SIGNS {
            let is_word = |at: usize| {
                let before = line[..at].chars().next_back();
                !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
            };
            if line.match_indices(sign).any(|(at, _)| is_word(at)) {
                found.push((index + 1, what));
            }
        }
    }
    found
}

/// `#[cfg(test)] mod tests;` ends nothing: the module is a file of its own.
fn next_is_a_file(code: &str, index: usize) -> bool {
    let next = code.lines().skip(index + 1).map(str::trim).find(|line| !line.is_empty());
    next.is_some_and(|line| {
        line.contains("mod ") && line.ends_with(';') || line.starts_with("use ")
    })
}

/// `source` with comments and texts blanked out, lines kept.
fn without_texts(source: &str) -> String {
    let bytes = source.as_bytes();
    let mut code = String::with_capacity(source.len());
    let mut at = 0;
    while at < bytes.len() {
        let rest = &source[at..];
        let length = comment(rest).or_else(|| text(rest, source[..at].chars().next_back()));
        if let Some(length) = length {
            code.extend(rest[..length].chars().filter(|c| *c == '\n'));
            at += length;
        } else {
            let char = rest.chars().next().unwrap_or_default();
            code.push(char);
            at += char.len_utf8().max(1);
        }
    }
    code
}

/// The length of the comment that `rest` begins with.
fn comment(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if !rest.starts_with("/*") {
        return None;
    }
    let (mut depth, mut at) = (0_usize, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    Some(rest.len())
}

/// The length of the string or character that `rest` begins with.
fn text(rest: &str, before: Option<char>) -> Option<usize> {
    if rest.starts_with('"') {
        return Some(quoted(rest, '"'));
    }
    if rest.starts_with("r\"") || rest.starts_with("r#") {
        // Part of a longer name otherwise.
        if before.is_some_and(|c| (c.is_alphanumeric() || c == '_') && c != 'b' && c != 'c') {
            return None;
        }
        let hashes = rest[1..].bytes().take_while(|byte| *byte == b'#').count();
        if !rest[1 + hashes..].starts_with('"') {
            return None;
        }
        let end = format!("\"{}", "#".repeat(hashes));
        let body = 2 + hashes;
        return Some(rest[body..].find(&end).map_or(rest.len(), |at| body + at + end.len()));
    }
    // A lifetime has no closing quote right after one character.
    let mut chars = rest.strip_prefix('\'')?.chars();
    match (chars.next()?, chars.next()) {
        ('\\', _) => Some(quoted(rest, '\'')),
        (char, Some('\'')) => Some(2 + char.len_utf8()),
        _ => None,
    }
}

fn quoted(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, char) in rest.char_indices().skip(1) {
        match char {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            char if char == quote => return at + 1,
            _ => (),
        }
    }
    rest.len()
}

const SIGNS: [(&str, &str); 3] =
    [("println!", "println!"), ("print!", "print!"), ("stdout()", "stdout()")];
