//! What a schema may measure before it is compiled, so that no server can hold us up with one.

use std::fmt;

use serde_json::Value;

/// A measure of a schema that has a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Bound {
    /// The branches of one `allOf`, `anyOf` or `oneOf`.
    Branches,
    /// The levels of JSON below each other.
    Depth,
    /// The subschemas that apply to one value, counted as often as they are reached.
    Expansion,
    /// The bytes of one pattern.
    PatternLength,
    /// What one pattern weighs: its atoms, times their repetitions.
    PatternWeight,
    /// What all patterns weigh together.
    PatternsWeight,
    /// The values of the schema's JSON.
    Size,
}

impl Bound {
    /// The most that is compiled.
    pub fn limit(self) -> usize {
        match self {
            Self::Branches => 256,
            Self::Depth => 96,
            Self::Expansion | Self::PatternLength => 4096,
            Self::PatternWeight => 8192,
            Self::PatternsWeight => 65_536,
            Self::Size => 50_000,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Branches => "branches in one `allOf`, `anyOf` or `oneOf`",
            Self::Depth => "levels of nesting",
            Self::Expansion => "subschemas that apply to one value",
            Self::PatternLength => "bytes in one pattern",
            Self::PatternWeight => "repeated atoms in one pattern",
            Self::PatternsWeight => "repeated atoms in all patterns",
            Self::Size => "JSON values",
        })
    }
}

/// Checks what can be seen without following references.
pub(super) fn check(schema: &Value) -> Result<(), Bound> {
    let mut size = 0;
    let mut patterns_weight = 0;
    let mut rest = vec![(schema, 0)];
    while let Some((value, depth)) = rest.pop() {
        size += 1;
        if size > Bound::Size.limit() {
            return Err(Bound::Size);
        }
        if depth > Bound::Depth.limit() {
            return Err(Bound::Depth);
        }
        match value {
            Value::Array(items) => rest.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(members) => {
                for (name, member) in members {
                    check_member(name, member, &mut patterns_weight)?;
                    rest.push((member, depth + 1));
                }
            }
            _ => (),
        }
    }
    Ok(())
}

fn check_member(name: &str, member: &Value, patterns_weight: &mut usize) -> Result<(), Bound> {
    match (name, member) {
        ("allOf" | "anyOf" | "oneOf", Value::Array(branches))
            if branches.len() > Bound::Branches.limit() =>
        {
            Err(Bound::Branches)
        }
        ("pattern", Value::String(pattern)) => check_pattern(pattern, patterns_weight),
        ("patternProperties", Value::Object(patterns)) => {
            patterns.keys().try_for_each(|pattern| check_pattern(pattern, patterns_weight))
        }
        _ => Ok(()),
    }
}

fn check_pattern(pattern: &str, patterns_weight: &mut usize) -> Result<(), Bound> {
    if pattern.len() > Bound::PatternLength.limit() {
        return Err(Bound::PatternLength);
    }
    let weight = pattern_weight(pattern);
    if weight > Bound::PatternWeight.limit() {
        return Err(Bound::PatternWeight);
    }
    *patterns_weight += weight;
    if *patterns_weight > Bound::PatternsWeight.limit() {
        return Err(Bound::PatternsWeight);
    }
    Ok(())
}

/// The atoms of `pattern`, each times the repetitions around it; saturating.
pub(super) fn pattern_weight(pattern: &str) -> usize {
    // A frame holds the weight of a group so far, and that of its last atom, which a quantifier may yet multiply.
    let mut frames = vec![(0_usize, 0_usize)];
    let mut chars = pattern.chars().peekable();
    while let Some(char) = chars.next() {
        let atom = match char {
            '(' => {
                frames.push((0, 0));
                continue;
            }
            ')' if frames.len() > 1 => {
                let (sum, last) = frames.pop().unwrap_or_default();
                sum.saturating_add(last).saturating_add(1)
            }
            '{' => {
                let counts: String =
                    std::iter::from_fn(|| chars.next_if(|c| c.is_ascii_digit() || *c == ','))
                        .collect();
                let most = counts.split(',').filter_map(|count| count.parse().ok()).max();
                if let Some(frame) = frames.last_mut() {
                    frame.1 = frame.1.saturating_mul(most.unwrap_or(1).max(1));
                }
                continue;
            }
            '\\' => {
                // A class such as `\p{L}` is hundreds of ranges.
                let wide = matches!(chars.next(), Some('p' | 'P' | 'W' | 'D' | 'S'));
                if wide { 16 } else { 1 }
            }
            '[' => {
                let mut ranges = 1;
                while let Some(inner) = chars.next() {
                    match inner {
                        ']' => break,
                        '\\' if matches!(chars.next(), Some('p' | 'P' | 'W' | 'D' | 'S')) => {
                            ranges += 16;
                        }
                        '^' => ranges += 4,
                        _ => (),
                    }
                }
                ranges
            }
            '.' => 4,
            _ => 1,
        };
        if let Some(frame) = frames.last_mut() {
            frame.0 = frame.0.saturating_add(frame.1);
            frame.1 = atom;
        }
    }
    frames.iter().fold(0, |sum, (group, last)| sum.saturating_add(*group).saturating_add(*last))
}
