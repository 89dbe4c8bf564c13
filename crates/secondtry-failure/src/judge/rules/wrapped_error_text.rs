//! Announcements of several layers, or of JSON-RPC, stand in front of the reason.

use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "wrapped-error-text",
    group: Group::Message,
    page: include_str!("wrapped_error_text.md"),
    weight: |_| Weight::of(Level::Warning),
    spec: |version| SpecReference::new(version, "server/tools#error-handling", Strength::Prose),
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let Some(facts) = case.facts.as_ref().filter(|_| case.is_tool_execution_error()) else {
        return Verdict::NotObserved;
    };
    // Where there is no reason, the prefix is the lesser matter.
    if facts.stock_sentence || !is_wrapped(&case.text) {
        return Verdict::Passed;
    }
    Verdict::found(Breach {
        parameter: case.parameter(),
        got: format!("a text wrapped in announcements: {}", case.quote()),
        expected: "a text that begins with the reason".into(),
        advice:
            "pass on the reason alone; throw a plain error where the SDK puts its code in front"
                .into(),
        ..Breach::default()
    })
}

/// The text of a JSON-RPC error stands in it, or one announcement after another. One prefix of one SDK is no fault, nor
/// is a chain of causes.
pub(crate) fn is_wrapped(text: &str) -> bool {
    let head = text.char_indices().nth(HEAD).map_or(text, |(end, _)| &text[..end]);
    let lower = head.to_lowercase();
    let holds_rpc_error = lower.match_indices(RPC_ERROR).any(|(at, found)| {
        lower[at + found.len()..].trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit())
    });
    holds_rpc_error
        || ANNOUNCEMENTS.iter().map(|words| lower.matches(words).count()).sum::<usize>() > 1
}

/// How much of a text counts as its beginning, in characters.
const HEAD: usize = 1000;

const RPC_ERROR: &str = "mcp error ";

/// How SDKs announce a failure.
const ANNOUNCEMENTS: [&str; 3] =
    ["error executing tool ", "error calling tool ", "tool execution failed: "];
