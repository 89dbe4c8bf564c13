//! Advice in a message: whether to repeat, and what to change or do first.

use std::sync::LazyLock;

use regex::Regex;

use super::pattern::{Pattern, any_case};
use super::spot::{QUOTES, clipped};

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
    OPENING.captures_iter(text).chain(PURPOSE.captures_iter(text)).filter_map(|found| {
        let (opening, word) = (found.get(0)?, found.get(1)?);
        let verb = word.as_str().to_lowercase();
        let follows_comma =
            opening.as_str().starts_with(',') && !opening.as_str().contains("lease ");
        if follows_comma && AFTER_COMMA.binary_search(&verb.as_str()).is_err() {
            return None;
        }
        let is_noun_too = NOUNS.binary_search(&verb.as_str()).is_ok();
        let is_verb = is_noun_too || VERBS.binary_search(&verb.as_str()).is_ok();
        let is_shouted = word.as_str().bytes().all(|b| b.is_ascii_uppercase());
        let rest = clipped(&text[word.end()..]);
        let is_command = is_verb
            && !is_shouted
            && rest.starts_with(' ')
            && !has_predicate(&verb, rest)
            && !is_link_of_chain(opening.as_str(), rest)
            && (!is_noun_too || OBJECT.is_match(rest));
        is_command.then_some(verb)
    })
}

/// Whether the words after `verb` make it the subject of a sentence, as in `call to x failed`.
fn has_predicate(verb: &str, rest: &str) -> bool {
    // What "ensure" governs has a predicate of its own.
    let governs = matches!(verb, "confirm" | "ensure" | "make" | "verify");
    for word in rest.split_whitespace().take(if governs { 1 } else { 4 }) {
        let bare = word.trim_matches(QUOTES).trim_end_matches([':', ',', '.']).to_lowercase();
        if CLAUSE.binary_search(&bare.as_str()).is_ok() {
            return false;
        }
        if PREDICATE.binary_search(&bare.as_str()).is_ok() {
            return true;
        }
        if word.ends_with(['.', ';', ':', '!']) {
            return false;
        }
    }
    false
}

/// Whether the words are a part of Go's chain of causes, as in `get user: not found`: in lower case, with a colon soon after.
fn is_link_of_chain(opening: &str, rest: &str) -> bool {
    let is_low = opening.trim_start_matches([':', ' ', '\n', '\t']).starts_with(char::is_lowercase);
    let is_bare = !opening.trim_start_matches(": ").contains(' ');
    let ends = rest.find(['.', ';', '\n']).unwrap_or(rest.len());
    is_low && is_bare && rest[..ends].contains(": ")
}

/// Whether a sentence ends in "… first", as opposed to "the first".
fn tells_what_comes_first(text: &str) -> bool {
    FIRST.captures_iter(text).any(|found| {
        !matches!(found[1].to_lowercase().as_str(), "a" | "at" | "is" | "its" | "the" | "was")
    })
}

/// Sorted: verbs that open a command after a comma.
const AFTER_COMMA: [&str; 8] =
    ["call", "check", "pass", "please", "provide", "specify", "try", "use"];

/// Sorted: verbs that leave open what would be accepted.
const INDEFINITE: [&str; 10] =
    ["ask", "check", "confirm", "contact", "look", "retry", "see", "try", "verify", "wait"];

/// Sorted: verbs that are hardly ever anything else at the start of a sentence.
const VERBS: [&str; 56] = [
    "add",
    "adjust",
    "apply",
    "authenticate",
    "avoid",
    "choose",
    "configure",
    "confirm",
    "convert",
    "correct",
    "create",
    "define",
    "delete",
    "disable",
    "enable",
    "ensure",
    "enumerate",
    "exclude",
    "expand",
    "give",
    "grant",
    "include",
    "increase",
    "initialize",
    "insert",
    "install",
    "invoke",
    "lower",
    "make",
    "omit",
    "pass",
    "pick",
    "provide",
    "reauthenticate",
    "reconnect",
    "reduce",
    "reload",
    "remove",
    "rename",
    "replace",
    "rerun",
    "resolve",
    "resubmit",
    "retry",
    "send",
    "shorten",
    "simplify",
    "specify",
    "stay",
    "supply",
    "try",
    "unlock",
    "upgrade",
    "use",
    "verify",
    "wrap",
];

/// Sorted: verbs that are nouns or adjectives as well; an article, a name or a quote must follow.
const NOUNS: [&str; 79] = [
    "access", "ask", "browse", "build", "call", "change", "check", "clear", "click", "close",
    "connect", "contact", "copy", "enter", "escape", "fetch", "fill", "filter", "find", "fix",
    "follow", "format", "import", "inspect", "keep", "launch", "leave", "limit", "list", "load",
    "log", "look", "mark", "merge", "mount", "move", "name", "navigate", "open", "prefix",
    "publish", "pull", "push", "query", "quote", "raise", "read", "refresh", "register", "report",
    "request", "reset", "restart", "return", "review", "run", "save", "scan", "search", "select",
    "set", "share", "shift", "sign", "split", "start", "stop", "store", "submit", "switch", "sync",
    "take", "trim", "turn", "update", "upload", "view", "wait", "write",
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

/// The start of a sentence or of a part that can be a command, with its first word.
static OPENING: LazyLock<Regex> = LazyLock::new(|| {
    any_case(concat!(
        r"(?:^|[.:;!?)\]\x22'`—–-]\s+|[(]|,\s+|\bplease |\b(?:and|then|or) |\b(?:first|instead|otherwise),? )",
        r"[\s*•✖-]*(?:please |first |then |instead,? |simply |just )?([a-z]+)\b",
    ))
});

/// "To do this, …", with the word after it.
static PURPOSE: Pattern =
    Pattern::any_case(&["to ", "for "], r"(?:^|[.;]\s+)(?:to|for) [a-z]+[^.\n,]{0,40}, ([a-z]+)\b");

/// What follows a verb in the imperative when the verb could be a noun.
static OBJECT: LazyLock<Regex> = LazyLock::new(|| {
    any_case(concat!(
        r"\A\s+(?:(?:in |out |to |with |for |at |via |using )?(?:the|an?|this|that|these|those|your|its|all|one|both|it|them|whether|if|again|up|sure|in|out|\d+)\b",
        r"|(?:via |using )?[`'\x22“]\S|\w+_\w+|\w+-\w+ (?:to|for|first)\b|until\b|before\b)",
    ))
});

static FIRST: Pattern = Pattern::any_case(
    &[" first"],
    r"\b(\w+)['\x22`]? first\s*(?:[.!;,)\n]|$|(?:with|using|by|via|before)\b)",
);

static ADVICE: Pattern = Pattern::any_case(
    &[
        "mean",
        "again",
        "retr",
        "repeat",
        "can only be",
        "not help",
        "cannot be",
        "instead",
        "you ",
        "available",
        "need",
        "first",
        "before",
        "using",
        "call",
        "use",
        "run",
        "try",
        "consider",
        "请",
        "重试",
    ],
    concat!(
        r"\b(?:did you mean|you meant)\b|\btry(?:ing)? again\b",
        r"|\b(?:you|it) (?:can|could|may) (?:be )?retr(?:y|ied)\b",
        r"|\bretry(?:ing)? (?:in|after|later|shortly|once|when|with)\b|\b(?:do|does) not (?:retry|repeat)\b",
        r"|\bcan only be \w+ (?:when|after|if|while|once|with)\b|\bwill not help\b|\bcannot be (?:solved|fixed) by\b",
        r"|\b(?:use|try|call|send|pass|provide|set|specify)\b[^.\n]{1,60}\binstead\b",
        r"|\binstead,? (?:use|try|call|send|pass|provide)\b",
        r"|\byou (?:may |might |should |must |will |can |could )?(?:need|have|want|wish)? ?(?:to )?(?:\w+ ){0,5}(?:first|before|using|instead|again)\b",
        r"|\bavailable (?:again )?(?:in|at|after|from) (?:about )?\d|\bavailable again\b",
        r"|\bneeds? to be \w+ (?:first|before)\b",
        r"|\b(?:call|use|run|try) \S+ (?:first|to|again|instead)\b|\bconsider \w+ing\b|请|重试",
    ),
);

static NECESSARY: Pattern = Pattern::any_case(
    &["first", "before", "shows", "lists", "returns", "gives", "tells", "请"],
    concat!(
        r"\b(?:need|have|must)(?: to)? [^.\n]{1,60}\b(?:first|before)\b",
        r"|\b\w+[_-]\w+ (?:shows|lists|returns|gives|tells)\b|请(?:提供|使用|输入|先)",
    ),
);
