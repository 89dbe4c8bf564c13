//! Advice in a message: whether to repeat, and what to change or do first.

use std::sync::LazyLock;

use regex::Regex;

#[cfg(test)]
mod tests;

/// Returns whether `text` says that or when a repetition could work, or what to do before it.
pub(super) fn advises(text: &str) -> bool {
    ADVICE.is_match(text) || commands(text).any(|_| true)
}

/// Returns whether `text` tells to send or to do something definite, as opposed to wait or check.
pub(super) fn directs(text: &str) -> bool {
    commands(text).any(|verb| {
        !matches!(
            verb.as_str(),
            "check" | "contact" | "ensure" | "retry" | "try" | "verify" | "wait" | "see"
        )
    }) || NECESSARY.is_match(text)
}

/// The verbs of the sentences that are commands, in lower case.
fn commands(text: &str) -> impl Iterator<Item = String> + '_ {
    COMMAND.captures_iter(text).filter_map(|found| {
        let verb = found[1].to_lowercase();
        let rest = &text[found.get(0)?.end()..];
        let end = rest.char_indices().map(|(at, _)| at).nth(LOOK_AHEAD).unwrap_or(rest.len());
        let rest = &rest[..end];
        let is_command = if AMBIGUOUS.contains(&verb.as_str()) {
            OBJECT.is_match(rest)
        } else {
            !PREDICATE.is_match(rest)
        };
        is_command.then_some(verb)
    })
}

const LOOK_AHEAD: usize = 40;

/// Verbs that are nouns or adjectives as well; an article, a name or a quote must follow.
const AMBIGUOUS: [&str; 22] = [
    "call", "check", "close", "connect", "enter", "limit", "list", "name", "open", "query",
    "refresh", "register", "request", "restart", "run", "search", "select", "set", "split",
    "start", "update", "view",
];

fn pattern(text: &str) -> Regex {
    Regex::new(&format!("(?im){text}")).expect("the pattern is a constant")
}

static COMMAND: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?:^|[.:;!?)\]\x22'`—–-]\s+|\bplease |\b(?:and|then|or|to [a-z]+[^.\n]{0,30},) |\b(?:first|instead|otherwise),? )[\s*•✖-]*",
        r"(?:please |first |then |instead,? )?(add|authenticate|call|check|choose|close|configure|connect|contact|correct|create|enable|ensure|enter|give|grant|include|increase|install|limit|list|log in|login|make sure|name",
        r"|omit|open|pass|pick|provide|query|reduce|refresh|register|remove|rename|replace|request|restart|retry|run|search|select|send|set|shorten|sign in|specify|split|start|stay|supply|try|update|upgrade|use|verify|view|wait)\b",
    ))
});

/// What follows a verb in the imperative when the verb could be a noun.
static OBJECT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s+(?:the|an?|this|that|these|your|its|all|one|both|it|whether|if|for|again|with|to|at|\d+|[`'\x22“]\S|\w+_\w+|[a-z]+-[a-z]+ (?:to|for|first))",
    )
});

/// What makes the word before it a subject rather than a verb.
static PREDICATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s*(?:[:=,]|$|(?:\w+ )?(?:is|was|are|were|must|should|not|failed|fails|failure|error|errors|has|have|does|did|cannot|can't|could|would|will|limit exceeded)\b)",
    )
});

static ADVICE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"\bdid you mean\b|\btry(?:ing)? again\b|\bretry(?:ing)? (?:in|after|later|shortly|once|when|with)\b|\b(?:you|it) (?:can|could|may) (?:be )?retr(?:y|ied)\b",
        r"|\bcan only be \w+ (?:when|after|if|while|once|with)\b|\binstead\b|\b(?:do|does) not (?:retry|repeat)\b|\bwill not help\b|\bcannot be (?:solved|fixed) by\b",
        r"|\byou (?:may |might |should |must |will |can |could )?(?:need|have|want|wish)? ?(?:to )?(?:\w+ ){0,4}(?:first|before|using|instead|again)\b",
        r"|\bavailable (?:again )?(?:in|at|after|from) (?:about )?\d|\bavailable again\b|\bneeds? to be \w+ (?:first|before)\b|\bconsider \w+ing\b",
        r"|\b(?:call|use|run|try) \S+ (?:first|to|again|instead)\b|请|重试",
    ))
});

static NECESSARY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:need|have|must)(?: to)? [^.\n]{1,60}\b(?:first|before)\b"));
