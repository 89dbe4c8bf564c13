//! Patterns of wording, compiled so that they stay small: what they look for is ASCII.

use regex::Regex;

/// Compiles a constant `pattern`; `\w`, `\d` and `\b` mean ASCII, `\s` any white space.
pub(super) fn compiled(pattern: &str) -> Regex {
    let pattern =
        pattern.replace(r"\w", "[0-9A-Za-z_]").replace(r"\d", "[0-9]").replace(r"\b", r"(?-u:\b)");
    Regex::new(&pattern).expect("the pattern is a constant")
}
