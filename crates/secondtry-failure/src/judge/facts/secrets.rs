//! Places of a text that hold a secret.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::pattern::{Pattern, exact};

#[cfg(test)]
mod tests;

/// What stands in place of a secret where it may not be shown.
pub const MASKED: &str = "[masked]";

/// Whether `text` shows a secret, or the mark where a recording left one out.
pub fn shows_secret(text: &str) -> bool {
    text.contains(MASKED) || !secrets(text).is_empty()
}

/// `text` with a mark in place of each secret.
pub fn without_secrets(text: &str) -> Cow<'_, str> {
    let ranges = secrets(text);
    if ranges.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut masked = String::with_capacity(text.len());
    let mut from = 0;
    for range in ranges {
        masked.push_str(&text[from..range.start]);
        masked.push_str(MASKED);
        from = range.end;
    }
    masked.push_str(&text[from..]);
    Cow::Owned(masked)
}

/// Returns the places of the secrets in `text`, in order and apart from each other.
///
/// Each is the secret alone, without the name or the scheme in front of it. What already stands
/// masked (`***`, `<password>`, `${TOKEN}`) is none.
pub fn secrets(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for shape in &SHAPES {
        for place in shape.captures_iter(text) {
            let Some(secret) = place.get(1) else { continue };
            if !PLACEHOLDER.is_match(secret.as_str()) {
                found.push(secret.range());
            }
        }
    }
    for place in ASSIGNED.captures_iter(text) {
        let Some(secret) = place.get(1) else { continue };
        if !PLACEHOLDER.is_match(secret.as_str()) && is_random(secret.as_str()) {
            found.push(secret.range());
        }
    }
    super::spot::merged(found)
}

/// Whether `value` is none of the words that follow a colon in a sentence.
fn is_random(value: &str) -> bool {
    let digits = value.chars().any(|c| c.is_ascii_digit());
    let letters = value.chars().any(char::is_alphabetic);
    digits && letters
}

/// Shapes that only secrets have.
static SHAPES: [Pattern; 13] = [
    Pattern::exact(&["akia", "asia"], r"\b((?:AKIA|ASIA)[0-9A-Z]{16})\b"),
    Pattern::exact(
        &["gho_", "ghp_", "ghr_", "ghs_", "ghu_", "github_pat_"],
        r"\b(gh[opsur]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})",
    ),
    Pattern::exact(
        &["glpat-", "npm_", "pypi-", "hf_"],
        r"\b(glpat-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{40,}|hf_[A-Za-z0-9]{30,})",
    ),
    Pattern::exact(&["xox"], r"\b(xox[abeoprs]-[A-Za-z0-9-]{10,})"),
    Pattern::exact(
        &["sk-", "sk_", "rk-", "rk_", "pk-", "pk_"],
        r"\b((?:sk|rk|pk)[-_](?:live|test|proj|ant|or)[-_][A-Za-z0-9_-]{10,}|sk-[A-Za-z0-9]{20,})",
    ),
    Pattern::exact(&["aiza", "ya29."], r"\b(AIza[0-9A-Za-z_-]{30,}|ya29\.[0-9A-Za-z_-]{20,})"),
    Pattern::exact(&["sg."], r"\b(SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})"),
    Pattern::exact(
        &["ntn_", "secret_", "lin_api_", "dop_v1_"],
        r"\b(ntn_[A-Za-z0-9]{30,}|secret_[A-Za-z0-9]{40,}|lin_api_[A-Za-z0-9]{30,}|dop_v1_[a-f0-9]{40,})",
    ),
    Pattern::exact(&["eyj"], r"\b(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{8,})"),
    Pattern::exact(
        &["-----begin "],
        r"(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z0-9+/=\s\\]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?)",
    ),
    Pattern::any_case(&["://"], r"\b[a-z][a-z0-9+.-]{1,30}://[^\s/:@'\x22]*:([^\s/@'\x22]+)@"),
    Pattern::any_case(
        &["authorization"],
        r"\bauthorization['\x22]?\s*[:=]\s*['\x22]?(?:basic|bearer|token|digest)\s+([^\s'\x22,;)]{8,})",
    ),
    Pattern::exact(&["bearer"], r"\bBearer\s+([A-Za-z0-9._~+/-]{24,}=*)"),
];

/// A value under a name that says that it is secret.
static ASSIGNED: Pattern = Pattern::any_case(
    &["pass", "pwd", "secret", "key", "token", "sig"],
    concat!(
        r"(?:pass(?:word|wd|phrase)|\bpwd|secret|api[_-]?key|(?:access|auth|refresh|api|bearer)[_-]?token|private[_-]?key|[?&](?:key|token|sig|signature))",
        r"['\x22]?\s*[=:]\s*['\x22]?([^\s'\x22,;&)}\]]{6,})",
    ),
);

static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| {
    exact(
        r"(?i)^(?:[*•x.]{3,}.*|.*[*•]{3,}|<.*>?|\[.*\]?|\$\{?\w+.*|\{.*|%.*%|redacted|hidden|masked|password|undefined|null|none)$",
    )
});
