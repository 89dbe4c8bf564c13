//! Advice in a message: whether to repeat, and what to change or do first.

use std::sync::LazyLock;

use regex::Regex;

use super::spot::QUOTES;

#[cfg(test)]
mod tests;

/// Returns whether `text` says that or when a repetition could work, or what to do before it.
pub(super) fn advises(text: &str) -> bool {
    ADVICE.is_match(text) || tells_what_comes_first(text) || commands(text).next().is_some()
}

/// Returns whether `text` tells to send or to do something definite, as opposed to wait or check.
pub(super) fn directs(text: &str) -> bool {
    commands(text).any(|verb| INDEFINITE.binary_search(&verb.as_str()).is_err())
        || tells_what_comes_first(text)
        || NECESSARY.is_match(text)
}

/// The verbs of the sentences that are commands, in lower case.
fn commands(text: &str) -> impl Iterator<Item = String> + '_ {
    COMMAND.captures_iter(text).filter_map(|found| {
        let verb = found.get(1)?;
        let rest = &text[verb.end()..];
        let end = rest.char_indices().map(|(at, _)| at).nth(LOOK_AHEAD).unwrap_or(rest.len());
        (is_command(verb.as_str(), &rest[..end]) && !is_link_of_chain(&found[0], &rest[..end]))
            .then(|| verb.as_str().to_lowercase())
    })
}

/// Whether `verb` opens a command rather than being the subject of the words after it.
fn is_command(verb: &str, rest: &str) -> bool {
    if verb.len() > 1 && verb.bytes().all(|b| b.is_ascii_uppercase()) || !rest.starts_with(' ') {
        return false;
    }
    // What "ensure" governs has a predicate of its own.
    let governs =
        matches!(verb.to_lowercase().as_str(), "confirm" | "ensure" | "make sure" | "verify");
    for word in rest.split_whitespace().take(if governs { 1 } else { 4 }) {
        let bare = word.trim_matches(QUOTES).to_lowercase();
        if CLAUSE.binary_search(&bare.as_str()).is_ok() {
            break;
        }
        if PREDICATE
            .binary_search(&bare.trim_end_matches([':', ',', '.']).to_owned().as_str())
            .is_ok()
        {
            return false;
        }
        if word.ends_with(['.', ';', ':', '!']) {
            break;
        }
    }
    NOUNS.binary_search(&verb.to_lowercase().as_str()).is_err() || OBJECT.is_match(rest)
}

/// Whether a lower-case `opening` with a colon soon after is a part of Go's chain of causes, as in `get user: not found`.
fn is_link_of_chain(opening: &str, rest: &str) -> bool {
    let opens_low =
        opening.trim_start_matches([':', ' ', '\n', '\t']).starts_with(char::is_lowercase);
    let ends = rest.find(['.', ';', '\n']).unwrap_or(rest.len());
    opens_low && !opening.contains(' ') | opening.starts_with(": ") && rest[..ends].contains(": ")
}

/// Whether a sentence ends in "… first", as opposed to "the first".
fn tells_what_comes_first(text: &str) -> bool {
    FIRST.captures_iter(text).any(|found| {
        !matches!(found[1].to_lowercase().as_str(), "the" | "at" | "is" | "a" | "its" | "was")
    })
}

const LOOK_AHEAD: usize = 60;

/// Sorted: verbs that leave open what would be accepted.
const INDEFINITE: [&str; 11] = [
    "ask", "check", "confirm", "contact", "ensure", "look", "retry", "see", "try", "verify", "wait",
];

/// Sorted: verbs that are nouns or adjectives as well; an article, a name or a quote must follow.
const NOUNS: [&str; 39] = [
    "ask", "build", "call", "change", "check", "close", "connect", "contact", "enter", "fetch",
    "fix", "format", "limit", "list", "load", "look", "move", "name", "open", "query", "quote",
    "read", "refresh", "register", "request", "restart", "run", "save", "search", "select", "set",
    "split", "start", "switch", "take", "update", "upload", "view", "wait",
];

/// Sorted: words that begin a clause of their own, so that what follows is no predicate of the verb.
const CLAUSE: [&str; 10] =
    ["and", "before", "if", "or", "so", "that", "to", "when", "where", "which"];

/// Sorted: words that make the word before them a subject.
const PREDICATE: [&str; 32] = [
    "are", "can", "can't", "cannot", "could", "did", "do", "does", "doesn't", "error", "errors",
    "exceeded", "exists", "expired", "fail", "failed", "fails", "failure", "had", "has", "have",
    "is", "isn't", "may", "must", "not", "should", "took", "was", "were", "will", "would",
];

fn pattern(text: &str) -> Regex {
    Regex::new(&format!("(?im){text}")).expect("the pattern is a constant")
}

static COMMAND: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?:^|[.:;!?)\]\x22'`—–-]\s+|\(|\bplease |\b(?:and|then|or|to [a-z]+[^.\n]{0,30},) |\b(?:first|instead|otherwise),? )[\s*•✖-]*",
        r"(?:please |first |then |instead,? |simply |just )?(add|ask|authenticate|avoid|build|call|change|check|choose|close|configure|confirm|connect|contact|convert|correct|create|define|enable|ensure|enter|fetch|fill in|fill out|fix|format|give|grant|include|increase|install",
        r"|limit|list|load|log in|login|look|make sure|move|name|omit|open|pass|pick|provide|query|quote|read|reduce|refresh|register|remove|rename|replace|request|rerun|restart|retry|run|save|search|select|send|set|shorten|sign in|specify|split",
        r"|start|stay|supply|switch|take|try|update|upgrade|upload|use|verify|view|wait)\b",
    ))
});

/// What follows a verb in the imperative when the verb could be a noun.
static OBJECT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s+(?:(?:to |with |for |at )?(?:the|an?|this|that|these|those|your|its|all|one|both|it|them|whether|if|again|up|\d+)\b|[`'\x22“]\S|\w+_\w+|\w+-\w+ (?:to|for|first)\b|until\b|before\b)",
    )
});

static FIRST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(\w+)['\x22`]? first\s*(?:[.!;,)\n]|$|(?:with|using|by|via|before)\b)")
});

static ADVICE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"\b(?:did you mean|you meant)\b|\btry(?:ing)? again\b|\bretry(?:ing)? (?:in|after|later|shortly|once|when|with)\b|\b(?:you|it) (?:can|could|may) (?:be )?retr(?:y|ied)\b",
        r"|\bcan only be \w+ (?:when|after|if|while|once|with)\b|\b(?:do|does) not (?:retry|repeat)\b|\bwill not help\b|\bcannot be (?:solved|fixed) by\b",
        r"|\b(?:use|try|call|send|pass|provide|set|specify)\b[^.\n]{1,60}\binstead\b|\binstead,? (?:use|try|call|send|pass|provide)\b",
        r"|\byou (?:may |might |should |must |will |can |could )?(?:need|have|want|wish)? ?(?:to )?(?:\w+ ){0,5}(?:first|before|using|instead|again)\b",
        r"|\bavailable (?:again )?(?:in|at|after|from) (?:about )?\d|\bavailable again\b|\bneeds? to be \w+ (?:first|before)\b|\bconsider \w+ing\b",
        r"|\b(?:call|use|run|try) \S+ (?:first|to|again|instead)\b|请|重试|先调用",
    ))
});

static NECESSARY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:need|have|must)(?: to)? [^.\n]{1,60}\b(?:first|before)\b|\b\w+[_-]\w+ (?:shows|lists|returns|gives|tells)\b",
    )
});
