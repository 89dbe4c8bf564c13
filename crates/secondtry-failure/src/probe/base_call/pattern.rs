//! A text that a pattern matches.

use regex_syntax::hir::{Class, Hir, HirKind};

use super::super::random::Random;

/// A text of `least` to `most` characters that `pattern` matches, where that is simple. Each `attempt` makes another.
pub(super) fn matching(
    pattern: &str,
    attempt: usize,
    least: usize,
    most: usize,
    random: &mut Random,
) -> Option<String> {
    let readable = without_look_around(pattern);
    // In ECMA-262 `\d` and `\w` are ASCII.
    let ascii = readable.replace(r"\d", "[0-9]").replace(r"\w", "[A-Za-z0-9_]");
    let ascii = ascii.replace("[[0-9]", r"[\d").replace("[[A-Za-z0-9_]", r"[\w");
    let read = |pattern: &str| {
        regex_syntax::ParserBuilder::new().nest_limit(64).build().parse(pattern).ok()
    };
    let hir = read(&ascii).or_else(|| read(&readable))?;
    let mut made = String::new();
    for extra in 0..=EXTRA_REPETITIONS {
        let mut maker = TextMaker { random, attempt, extra, made: String::new() };
        maker.add(&hir);
        made = maker.made;
        let length = made.chars().count();
        if (least..=most).contains(&length) || length > MAX_MADE {
            break;
        }
    }
    (made.chars().count() <= most.min(MAX_MADE)).then_some(made)
}

struct TextMaker<'r> {
    random: &'r mut Random,
    attempt: usize,
    /// How many repetitions to add to the least, where more are allowed.
    extra: u32,
    made: String,
}

impl TextMaker<'_> {
    fn add(&mut self, hir: &Hir) {
        if self.made.len() > MAX_MADE {
            return;
        }
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => (),
            HirKind::Literal(literal) => self.made.push_str(&String::from_utf8_lossy(&literal.0)),
            HirKind::Class(class) => {
                let char = self.char_of(class);
                self.made.extend(char);
            }
            HirKind::Repetition(repetition) => {
                let wanted = repetition.min.saturating_add(self.extra);
                // One is the plain case of `*` and `+`, none that of `?`.
                let wanted = match repetition.max {
                    None => wanted.max(1),
                    Some(max) => wanted.min(max),
                };
                for _ in 0..wanted {
                    if self.made.len() > MAX_MADE {
                        break;
                    }
                    self.add(&repetition.sub);
                }
            }
            HirKind::Capture(capture) => self.add(&capture.sub),
            HirKind::Concat(parts) => parts.iter().for_each(|part| self.add(part)),
            HirKind::Alternation(branches) => {
                let chosen = self.attempt % branches.len().max(1);
                branches.get(chosen).into_iter().for_each(|branch| self.add(branch));
            }
        }
    }

    /// A character of `class`: of those wished for, else the first that can be shown.
    fn char_of(&mut self, class: &Class) -> Option<char> {
        let ranges: Vec<(char, char)> = match class {
            Class::Unicode(class) => class.ranges().iter().map(|r| (r.start(), r.end())).collect(),
            Class::Bytes(class) => {
                let ranges = class.ranges().iter();
                ranges.map(|r| (char::from(r.start()), char::from(r.end()))).collect()
            }
        };
        let has = |char: char| ranges.iter().any(|(start, end)| (*start..=*end).contains(&char));
        let wished: Vec<char> = WISHED.chars().filter(|char| has(*char)).collect();
        if !wished.is_empty() {
            // A small pool keeps texts plain: letters where letters are allowed, else digits.
            let pool = wished.len().min(6);
            return wished.get(self.random.below(pool)).copied();
        }
        let shown = |(start, end): &(char, char)| (*start..=*end).find(|char| !char.is_control());
        ranges.iter().find_map(shown).or(ranges.first().map(|range| range.0))
    }
}

/// `pattern` with its look-arounds left out; what is left may match too much, which the validator then finds.
fn without_look_around(pattern: &str) -> String {
    let mut kept = String::new();
    let mut rest = pattern;
    while let Some(start) = LOOK_AROUND.iter().filter_map(|sign| rest.find(sign)).min() {
        kept.push_str(&rest[..start]);
        let mut depth = 0_usize;
        let mut escaped = false;
        let mut end = rest.len();
        for (at, char) in rest[start..].char_indices() {
            match char {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '(' => depth += 1,
                ')' if depth == 1 => {
                    end = start + at + 1;
                    break;
                }
                ')' => depth -= 1,
                _ => (),
            }
        }
        rest = &rest[end..];
    }
    kept.push_str(rest);
    kept
}

const LOOK_AROUND: [&str; 4] = ["(?=", "(?!", "(?<=", "(?<!"];
const WISHED: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890-_./: ";
const EXTRA_REPETITIONS: u32 = 64;
const MAX_MADE: usize = 4096;
