//! A failure shows a secret.

use crate::judge::case::{Case, quote};
use crate::judge::facts::{shows_secret, without_secrets};
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};

pub(super) const RULE: Rule = Rule {
    code: "secret-in-message",
    group: Group::Message,
    page: include_str!("secret_in_message.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| {
        SpecReference::new(version, "server/tools#security-considerations", Strength::Must)
    },
    is_server_wide: false,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    if !case.is_tool_failure() && case.exchange.error().is_none() {
        return Verdict::NotObserved;
    }
    let data = case.exchange.error().and_then(|error| error.get("data"));
    let data = data.map(ToString::to_string).unwrap_or_default();
    let (place, text) = [("the text", head(&case.text)), ("`error.data`", head(&data))]
        .into_iter()
        .find(|(_, text)| shows_secret(text))
        .unwrap_or_default();
    if text.is_empty() {
        return Verdict::Passed;
    }
    Verdict::found(Breach {
        parameter: case.parameter(),
        // The finding tells where the secret stands, and never the secret, whatever the reader asked for.
        got: format!("what looks like a secret in {place}: {}", quote(&without_secrets(text))),
        expected: "a text without passwords, tokens, keys or addresses with credentials".into(),
        advice: "write a sentence of your own in place of the exception's text, and take the secret for lost: replace it".into(),
        ..Breach::default()
    })
}

fn head(text: &str) -> &str {
    text.char_indices().nth(READ).map_or(text, |(end, _)| &text[..end])
}

/// How much is read, in characters; no model reads more.
const READ: usize = 64 << 10;
