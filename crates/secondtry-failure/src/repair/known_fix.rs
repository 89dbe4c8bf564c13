//! A line about a fix that is known for a failure.

use serde_json::Value;

use super::known_call::KnownCall;
use super::{Draft, FAILURE_META, RepairSettings};
use crate::message::call_tool::text_of_result;

#[cfg(test)]
mod tests;

/// What the server said went wrong: the message of a JSON-RPC error, or the text of a result.
pub fn stated_failure(answer: &Value) -> Option<String> {
    let said = match answer.get("error") {
        Some(error) => error.get("message")?.as_str()?.to_owned(),
        None => text_of_result(answer.get("result")?),
    };
    (!said.trim().is_empty()).then_some(said)
}

/// Adds "known fix: TITLE (ID)" to `answer`, a failure; `None` where it is none, or has such a line.
///
/// The line is cut at 200 characters. It stands last, but before the words that say how to call again, since models follow
/// what they read last.
pub fn tell_known_fix(
    answer: &Value,
    call: &KnownCall<'_>,
    (title, id): (&str, &str),
    settings: &RepairSettings,
) -> Option<Value> {
    let standing = call.standing();
    let mut draft = Draft::new(answer, call, &standing, settings, &String::new);
    if !draft.is_failure() {
        return None;
    }
    let text = draft.own_text();
    if text.lines().any(|line| line.starts_with(LEAD)) {
        return None;
    }
    let told = draft.result().and_then(|result| result.get("_meta")?.get(FAILURE_META));
    let ends_with_a_call =
        told.and_then(|told| told["faults"].as_array()).is_some_and(|faults| !faults.is_empty());
    let line = line(title, id);
    let text = text.trim_end();
    let text = match text.rsplit_once('\n') {
        Some((before, last)) if ends_with_a_call => format!("{before}\n{line}\n{last}"),
        Some(_) | None => format!("{text}\n{line}"),
    };
    draft.set_text(text.trim_start());
    Some(draft.answer.into_owned())
}

fn line(title: &str, id: &str) -> String {
    let room = LONGEST.saturating_sub(LEAD.len() + id.chars().count() + " ()".len());
    let plain: String = title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut title: String = plain.chars().take(room).collect();
    if plain.chars().count() > room {
        title.pop();
        title.push('…');
    }
    format!("{LEAD}{title} ({id})")
}

const LEAD: &str = "known fix: ";

/// The longest line, in characters.
const LONGEST: usize = 200;
