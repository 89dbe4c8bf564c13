//! The positive control: a valid call that a tool refuses in the same words as a bad one says that something else is
//! wrong, such as missing credentials, and the words are no validation.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::classify::exchange::Exchange;
use crate::classify::run::Run;
use crate::probe::ProbeKind;
use crate::schema::fault::Fault;

#[cfg(test)]
mod tests;

/// The refusals of valid calls of one run.
pub(super) struct Controls<'a>(BTreeSet<(&'a str, String)>);

impl<'a> Controls<'a> {
    /// Gathers them.
    pub(super) fn of(run: &'a Run) -> Self {
        let refused = run.exchanges.iter().filter(|exchange| {
            let probe = exchange.probe.as_ref();
            probe.is_some_and(|probe| probe.kind == ProbeKind::Valid.name())
                && exchange.outcome.is_told_failure()
        });
        Self(
            refused
                .filter_map(|exchange| Some((exchange.tool_name()?, folded(exchange))))
                .collect(),
        )
    }

    /// Whether a valid call of the same tool was refused with the same text, or was refused at all and this text
    /// complains of another argument than `fault` tells of.
    pub(super) fn refuse_alike(&self, exchange: &'a Exchange, fault: Option<&Fault>) -> bool {
        if self.0.is_empty() || !exchange.outcome.is_told_failure() {
            return false;
        }
        let Some(name) = exchange.tool_name() else { return false };
        let is_refused =
            || self.0.range((name, String::new())..).next().is_some_and(|(tool, _)| *tool == name);
        self.0.contains(&(name, folded(exchange)))
            || fault.is_some_and(|fault| is_refused() && complains_of_another(exchange, fault))
    }
}

/// The text names an argument that was sent, and not the one at fault.
fn complains_of_another(exchange: &Exchange, fault: &Fault) -> bool {
    let text = exchange.text();
    let head = text.char_indices().nth(LONGEST).map_or(text.as_str(), |(end, _)| &text[..end]);
    let words: BTreeSet<&str> =
        head.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').collect();
    let names = |name: &str| words.contains(name);
    let at_fault: Vec<String> = fault.parameter.tokens().collect();
    let sent = exchange.params().into_iter().flat_map(|params| params.arguments.keys());
    let mut others = sent.filter(|name| name.len() > 3 && !at_fault.contains(name));
    !at_fault.iter().any(|name| names(name)) && others.any(|name| names(name))
}

/// The text without what differs from call to call: numbers, and the values of the call itself.
fn folded(exchange: &Exchange) -> String {
    let mut text = exchange.text();
    if let Some(end) = text.char_indices().nth(LONGEST).map(|(end, _)| end) {
        text.truncate(end);
    }
    let mut values = Vec::new();
    if let Some(params) = exchange.params() {
        params.arguments.values().for_each(|value| leaves(value, 0, &mut values));
    }
    // The longest first, so that one value does not break another that holds it.
    values.sort_by_key(|value| std::cmp::Reverse(value.len()));
    for value in values.iter().take(MOST_VALUES) {
        text = text.replace(value, "#");
    }
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '0'..='9' if folded.ends_with('#') => (),
            '0'..='9' => folded.push('#'),
            c if c.is_whitespace() && folded.ends_with(' ') => (),
            c if c.is_whitespace() => folded.push(' '),
            c => folded.extend(c.to_lowercase()),
        }
    }
    folded
}

fn leaves<'v>(value: &'v Value, depth: usize, found: &mut Vec<&'v str>) {
    match value {
        _ if depth > DEEPEST || found.len() > MOST_VALUES => (),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, depth + 1, found)),
        Value::Object(members) => {
            members.values().for_each(|member| leaves(member, depth + 1, found));
        }
        // Anything shorter stands in many words by chance.
        Value::String(text) if text.len() > 3 => found.push(text),
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_) => (),
    }
}

/// How much of a text is compared, in characters.
const LONGEST: usize = 4096;

/// How many values are folded.
const MOST_VALUES: usize = 100;

/// How far down values are looked for.
const DEEPEST: usize = 8;
