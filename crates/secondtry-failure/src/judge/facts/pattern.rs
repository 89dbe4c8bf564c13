//! Patterns of wording, compiled so that they stay linear and fast on any text.

use regex::Regex;

/// Compiles a constant `pattern` that minds letter case; `^` and `$` stand for lines.
pub(super) fn exact(pattern: &str) -> Regex {
    compiled("(?m)", pattern)
}

/// Compiles a constant `pattern` that does not mind letter case; `^` and `$` stand for lines.
pub(super) fn any_case(pattern: &str) -> Regex {
    compiled("(?im)", pattern)
}

fn compiled(flags: &str, pattern: &str) -> Regex {
    // Names in schemas and words of English are ASCII. With Unicode's word boundaries the engine is many times slower,
    // and its letters and digits take long to compile.
    let pattern =
        pattern.replace(r"\b", r"(?-u:\b)").replace(r"\d", "[0-9]").replace(r"\w", "[0-9A-Za-z_]");
    Regex::new(&format!("{flags}{pattern}")).expect("the pattern is a constant")
}
