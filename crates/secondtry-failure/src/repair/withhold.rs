//! Internals, secrets and pages leave the text of a failure; the log keeps them under a reference.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::html::without_pages;
use super::known_call::KnownCall;
use super::pattern::compiled;
use super::settings::RepairName;
use super::{Draft, Withheld, is_text};
use crate::judge::facts::{internals, secrets};
use crate::message::error_code::ErrorCode;

mod stack;

#[cfg(test)]
mod tests;

/// Cleans every text of a failed result, and returns what the text items said before.
pub(super) fn mend(draft: &mut Draft<'_>) -> String {
    let original = draft.own_text();
    if !draft.is_on(RepairName::Internals) {
        return original;
    }
    let call = draft.call;
    let mut log = Log::default();
    if let Some(content) = draft.result().and_then(|result| result.get("content"))
        && let Some(content) = clean_content(content, call, &mut log)
        && let Some(result) = draft.result_mut()
    {
        result.insert("content".into(), content);
    }
    if let Some(structured) = draft.result().and_then(|result| result.get("structuredContent"))
        && let Some(structured) = clean_value(structured, call, &mut log)
        && let Some(result) = draft.result_mut()
    {
        result.insert("structuredContent".into(), structured);
    }
    if let Some(data) = &draft.data
        && let Some(data) = clean_value(data, call, &mut log)
    {
        draft.data = Some(data);
    }
    log.take(draft);
    original
}

/// Cleans `error.message` and `error.data` of an error that stays one.
pub(super) fn mend_protocol_error(draft: &mut Draft<'_>) {
    let error = &draft.answer["error"];
    let code = error.get("code").and_then(Value::as_i64).map(ErrorCode);
    // Clients act on these; their `data` is theirs to read.
    if !draft.is_on(RepairName::Internals) || code.is_none_or(ErrorCode::is_protocol_matter) {
        return;
    }
    let mut log = Log::default();
    let message = error.get("message").and_then(|text| clean_value(text, draft.call, &mut log));
    let data = error.get("data").and_then(|data| clean_value(data, draft.call, &mut log));
    if let Some(message) = message {
        draft.answer.to_mut()["error"]["message"] = message;
    }
    if let Some(data) = data {
        draft.answer.to_mut()["error"]["data"] = data;
    }
    log.take(draft);
    if let Some(withheld) = &draft.withheld {
        let said = draft.answer["error"]["message"].as_str().unwrap_or_default().trim();
        let said =
            if said.is_empty() || said == MARK { "internal error of the server" } else { said };
        let message = format!("{said} ({})", reference(&withheld.reference));
        draft.answer.to_mut()["error"]["message"] = message.into();
    }
}

/// Adds the reference to the text of a result from which something was withheld.
pub(super) fn sign(draft: &mut Draft<'_>) {
    let Some(withheld) = &draft.withheld else { return };
    let line = format!("{}.", sentence_case(&reference(&withheld.reference)));
    let text = draft.own_text();
    let text = text.trim_end();
    let text = if text.is_empty() {
        format!("{} failed. {line}", draft.call.subject())
    } else {
        format!("{text}\n{line}")
    };
    draft.set_text(&text);
}

/// `text` without what a model must not see; `None` where there is nothing of the kind.
pub(super) fn cleaned(text: &str, call: &KnownCall<'_>) -> Option<String> {
    if text.len() <= LONGEST {
        return cleaned_within(text, call);
    }
    // Nobody reads that far down; what is not looked at is not passed on either, once the head shows what it is.
    let end = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    cleaned_within(&text[..end], call).map(|head| format!("{head}\n[the rest is withheld]"))
}

fn cleaned_within(text: &str, call: &KnownCall<'_>) -> Option<String> {
    let mut clean = without_pages(text);
    for _ in 0..MOST_PASSES {
        let here = clean.as_deref().unwrap_or(text);
        let places = places(here, call);
        if places.is_empty() {
            return clean;
        }
        let shorter = stack::without_frames(here);
        clean = Some(if shorter == here { without_places(here, &places) } else { shorter });
    }
    // What still shows after so many passes is built to.
    let is_clean = clean.as_deref().is_some_and(|text| places(text, call).is_empty());
    if is_clean { clean } else { Some(String::new()) }
}

/// The places of internals and of secrets, secrets marked.
fn places(text: &str, call: &KnownCall<'_>) -> Vec<(Range<usize>, bool)> {
    let secrets = secrets(text).into_iter().map(|place| (place, true));
    let inside =
        internals::places(text, &call.graded(None)).into_iter().map(|place| (place, false));
    let mut places: Vec<(Range<usize>, bool)> = secrets
        .chain(inside)
        .map(|(place, is_secret)| match address_around(text, &place) {
            Some(address) => (address, false),
            None => (place, is_secret),
        })
        .collect();
    places.sort_by_key(|(place, _)| (place.start, place.end));
    let mut apart: Vec<(Range<usize>, bool)> = Vec::with_capacity(places.len());
    for (place, is_secret) in places {
        match apart.last_mut() {
            Some((last, was_secret)) if place.start < last.end => {
                last.end = last.end.max(place.end);
                *was_secret &= is_secret;
            }
            Some(_) | None => apart.push((place, is_secret)),
        }
    }
    apart
}

/// The whole address that `place` is a part of: what is left of it would name the same host.
fn address_around(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let is_outside =
        |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>' | '(' | ')');
    let start = text[..place.start]
        .rfind(is_outside)
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let end = text[place.start..].find(is_outside).map_or(text.len(), |at| place.start + at);
    let address = text.get(start..end.max(place.end))?;
    let address = address.trim_end_matches(['.', ',', ';', ':']);
    let end = start + address.len();
    (address.contains("://") && !address.contains(char::is_whitespace) && end >= place.end)
        .then_some(start..end)
}

/// Takes the places out, with the words that make no sense without them.
fn without_places(text: &str, places: &[(Range<usize>, bool)]) -> String {
    let mut marked = String::with_capacity(text.len());
    let mut at = 0;
    for (place, is_secret) in places {
        marked.push_str(&text[at..place.start]);
        marked.push_str(if *is_secret { SECRET_MARK } else { MARK });
        if text[place.clone()].ends_with(':') {
            marked.push(':');
        }
        at = place.end;
    }
    marked.push_str(&text[at..]);
    let lines = marked.lines().filter_map(|line| {
        if !line.contains(MARK) {
            return Some(line.to_owned());
        }
        let line = LEADING.replace(line, "");
        let line = TRAILING.replace(&line, "");
        let line = REPEATED.replace_all(&line, MARK);
        let line = BETWEEN.replace_all(&line, ": ");
        let words = line.replace(MARK, " ");
        let told = words.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1).count();
        (told > 1).then(|| line.into_owned())
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// What was taken out, for the log.
#[derive(Default)]
struct Log {
    texts: Vec<String>,
    has_internals: bool,
    has_secrets: bool,
}

impl Log {
    fn note(&mut self, text: &str) {
        let has_secrets = !secrets(text).is_empty();
        self.has_secrets |= has_secrets;
        // A secret within an address is a secret's matter.
        self.has_internals |= !has_secrets || INTERNAL_WORDS.is_match(text);
        if !self.texts.iter().any(|known| known == text) {
            self.texts.push(text.to_owned());
        }
    }

    fn take(self, draft: &mut Draft<'_>) {
        if self.texts.is_empty() {
            return;
        }
        let reference = (draft.reference)();
        draft.withheld = Some(Withheld { text: self.texts.join("\n"), reference });
        let internals = self.has_internals.then_some("internals-in-message");
        let secret = self.has_secrets.then_some("secret-in-message");
        draft.note(RepairName::Internals, internals.into_iter().chain(secret));
    }
}

fn clean_content(content: &Value, call: &KnownCall<'_>, log: &mut Log) -> Option<Value> {
    let items = content.as_array()?;
    let mut changed: Option<Vec<Value>> = None;
    for (at, item) in items.iter().enumerate() {
        let place = if is_text(item) { "/text" } else { "/resource/text" };
        let Some(text) = item.pointer(place).and_then(Value::as_str) else { continue };
        let Some(clean) = cleaned(text, call) else { continue };
        log.note(text);
        let items = changed.get_or_insert_with(|| items.clone());
        if let Some(text) = items[at].pointer_mut(place) {
            *text = clean.into();
        }
    }
    changed.map(Value::Array)
}

/// Cleans each string in `value`, keys left alone.
fn clean_value(value: &Value, call: &KnownCall<'_>, log: &mut Log) -> Option<Value> {
    let mut clean = value.clone();
    let mut budget = MOST_STRINGS;
    clean_strings(&mut clean, call, log, &mut budget, 0).then_some(clean)
}

fn clean_strings(
    value: &mut Value,
    call: &KnownCall<'_>,
    log: &mut Log,
    budget: &mut usize,
    depth: usize,
) -> bool {
    if *budget == 0 || depth > DEEPEST {
        return false;
    }
    *budget -= 1;
    match value {
        Value::Array(items) => items
            .iter_mut()
            .fold(false, |any, item| clean_strings(item, call, log, budget, depth + 1) | any),
        Value::Object(members) => members
            .values_mut()
            .fold(false, |any, item| clean_strings(item, call, log, budget, depth + 1) | any),
        Value::String(text) => {
            let Some(clean) = cleaned(text, call) else { return false };
            log.note(text);
            *text = if clean.trim().is_empty() { MARK.to_owned() } else { clean };
            true
        }
        Value::Bool(_) | Value::Null | Value::Number(_) => false,
    }
}

/// Whether `line` is what [`sign`] adds.
pub(super) fn is_reference(line: &str) -> bool {
    line.starts_with(&sentence_case(REFERENCE))
}

fn reference(name: &str) -> String {
    format!("{REFERENCE} {name}")
}

fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What a reference begins with.
const REFERENCE: &str = "details are in the log under reference";

/// Stands where something was taken out.
pub(super) const MARK: &str = "[withheld]";

const SECRET_MARK: &str = "[secret withheld]";

/// Longer texts are cleaned up to here, in bytes.
const LONGEST: usize = 256 * 1024;

const MOST_PASSES: usize = 6;

const MOST_STRINGS: usize = 2000;

const DEEPEST: usize = 32;

/// The mark at the start of a line, with the sign that parted it from the rest.
static LEADING: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"^[\s(]*\[withheld\][)\s]*[:,;—-]+\s*"));

/// The mark at the end, with what led to it.
static TRAILING: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?:\s*[:,;—]+|\s+(?:at|in|from|to|on|by|of|see))\s*[(\x22'`]?\[withheld\][)\x22'`]?[\s.:,;)]*$",
    )
});

/// The mark between two parts of a chain of causes.
static BETWEEN: LazyLock<Regex> = LazyLock::new(|| compiled(r":\s*\[withheld\]:\s+"));

static REPEATED: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"\[withheld\](?:[\s:,;()]*\[withheld\])+"));

static INTERNAL_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?m)Traceback \(most|^\s+at \S|\bline \d+, in |\bpanicked at\b|goroutine \d|\.(?:rs|go|py|js|ts|java|cs|rb|php):\d+",
    )
});
