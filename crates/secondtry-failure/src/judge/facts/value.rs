//! Whether a message tells the value: what was given, a valid one, or the one that decides.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::pattern::{Pattern, any_case};
use super::reading::Reading;
use super::spot::{QUOTES, Spot, spots};
use super::{Breach, Broken, GradedCall, subschema};

#[cfg(test)]
mod tests;

/// Returns whether `reading` tells a value; `None` where there is none to tell.
pub(super) fn gives(reading: &Reading, call: &GradedCall<'_>) -> Option<bool> {
    let text = &reading.prose;
    let told = match call.broken {
        Broken::Argument { breach: Breach::Extra | Breach::Missing, parameter: _ }
        | Broken::Upstream => return None,
        Broken::Argument { parameter, breach: _ } => {
            let subschema = subschema::at(call.input_schema, parameter);
            parameter.look_up(call.arguments).is_some_and(|given| repeats(text, given))
                || subschema.is_some_and(|schema| lists_choices(text, schema))
                || lists_values(text, call)
                || OTHER_VALUE.is_match(text)
        }
        Broken::MalformedCall { given } => repeats(text, given?) || EXAMPLE.is_match(text),
        Broken::UnknownTool => {
            text.contains(super::reading::PLACEHOLDER)
                || spots(text, call.tool).next().is_some()
                || lists_values(text, call)
                || OTHER_VALUE.is_match(text)
        }
    };
    Some(told)
}

/// Whether `text` lists what `schema` offers in `enum` or `const`: all of it, or two at least.
pub(super) fn lists_choices(text: &str, schema: &Value) -> bool {
    let choices = subschema::choices(schema);
    let told = choices.iter().filter(|choice| match choice {
        Value::String(word) => spots(text, word).any(|spot| spot.is_quoted() || is_in_list(spot)),
        Value::Array(_) | Value::Bool(_) | Value::Null | Value::Number(_) | Value::Object(_) => {
            spots(text, &choice.to_string()).next().is_some()
        }
    });
    let needed = choices.len().min(2);
    needed > 0 && told.take(needed).count() == needed
}

/// Whether `text` lists values as allowed, known or available, other than types or the names of arguments.
pub(super) fn lists_values(text: &str, call: &GradedCall<'_>) -> bool {
    LIST.captures_iter(text).any(|found| {
        let (Some(whole), Some(item)) = (found.get(0), found.get(1)) else { return false };
        let spot = Spot { before: &text[..whole.start()], after: &text[whole.end()..] };
        let is_argument = call.input_schema["properties"].get(item.as_str()).is_some();
        !is_argument
            && !FAULTS.is_match(whole.as_str())
            && !TYPE_WORD.is_match(item.as_str())
            && (whole.as_str().starts_with("one of") || !NEGATED.is_match(spot.just_before()))
    })
}

fn is_in_list(spot: Spot<'_>) -> bool {
    LIST_BEFORE.is_match(spot.just_before()) || LIST_AFTER.is_match(spot.just_after())
}

/// Whether `text` repeats `given` or enough of it to be recognised.
fn repeats(text: &str, given: &Value) -> bool {
    match given {
        Value::Array(items) => {
            repeats_compactly(text, given)
                || counts(text, items.len())
                || items.iter().take(MOST_PARTS).any(|item| item.is_string() && repeats(text, item))
        }
        Value::Bool(truth) => {
            let python = if *truth { "True" } else { "False" };
            spots(text, python).next().is_some() || spots(text, &truth.to_string()).next().is_some()
        }
        Value::Null => ["null", "None", "nil", "NoneType"]
            .into_iter()
            .any(|word| spots(text, word).any(|spot| !NEGATED.is_match(spot.just_before()))),
        Value::Number(number) => repeats_number(text, number.as_f64()),
        Value::Object(members) => {
            repeats_compactly(text, given)
                || members.iter().take(MOST_PARTS).any(|(name, value)| {
                    name.len() > 3 && spots(text, name).next().is_some()
                        || value.is_string() && repeats(text, value)
                })
        }
        Value::String(words) => repeats_string(text, words),
    }
}

fn repeats_string(text: &str, given: &str) -> bool {
    if given.trim().is_empty() {
        return spots(text, "empty").any(|spot| !NEGATED.is_match(spot.just_before()))
            || spots(text, "Empty").any(Spot::begins_segment)
            || text.contains(&format!("'{given}'"))
            || text.contains(&format!("\"{given}\""));
    }
    let is_word = given.bytes().all(|b| b.is_ascii_alphabetic());
    let whole = spots(text, given).any(|spot| !is_word || given.len() > 3 || is_shown(spot));
    let start: String = given.chars().take(TELLING_CHARS).collect();
    whole
        || start.len() < given.len() && text.contains(&start)
        || counts(text, given.chars().count())
        || parts(given).any(|part| {
            let is_word = part.bytes().all(|b| b.is_ascii_alphabetic());
            spots(text, part).any(|spot| {
                spot.is_quoted()
                    || part.len() > 2 && (!is_word || is_shown(spot) && !is_keyword(part, spot))
            })
        })
}

/// The pieces of a composite value that are long enough to be recognised.
fn parts(given: &str) -> impl Iterator<Item = &str> {
    let pieces = given.split(|c: char| c.is_whitespace() || "\"'`()[]{};,=/<>".contains(c));
    let finer = given.split(|c: char| !c.is_alphanumeric());
    let has_parts = given.contains(|c: char| !c.is_alphanumeric());
    pieces.take(MOST_PARTS).chain(finer.take(MOST_PARTS)).filter(move |part| {
        has_parts && part.len() > 1 && !part.bytes().all(|b| b.is_ascii_digit())
    })
}

/// A word in capitals that is not quoted belongs to a language, not to this value.
fn is_keyword(part: &str, spot: Spot<'_>) -> bool {
    part.chars().all(char::is_uppercase) && !spot.is_quoted()
}

/// Whether the word at `spot` is shown rather than used.
fn is_shown(spot: Spot<'_>) -> bool {
    spot.is_quoted()
        || spot.begins_segment()
            && spot.before.trim_end_matches(QUOTES).trim_end().ends_with([':', '-'])
        || SHOWN_BEFORE.is_match(spot.just_before())
}

/// Whether a number in `text` is `given`, other than as the bound of a rule.
fn repeats_number(text: &str, given: Option<f64>) -> bool {
    let Some(given) = given else { return false };
    if given == 0.0 && spots(text, "zero").next().is_some() {
        return true;
    }
    NUMBER.captures_iter(text).any(|found| {
        found.get(1).is_some_and(|number| {
            let spot = Spot { before: &text[..number.start()], after: &text[number.end()..] };
            number.as_str().parse::<f64>() == Ok(given)
                && !BOUND_BEFORE.is_match(spot.just_before())
        })
    })
}

/// Whether `text` says how many characters or items were given.
fn counts(text: &str, given: usize) -> bool {
    COUNT.captures_iter(text).any(|found| found[1].parse() == Ok(given))
}

/// Whether a list or an object stands in `text`, whatever its blanks and quotes.
fn repeats_compactly(text: &str, given: &Value) -> bool {
    let given = given.to_string();
    if given.len() > text.len() * 2 {
        return false;
    }
    let bare = |c: &char| !c.is_whitespace() && !QUOTES.contains(c);
    let given: String = given.chars().filter(bare).take(LONGEST_COMPARED).collect();
    let text: String = text.chars().filter(bare).collect();
    text.contains(&given)
}

const LONGEST_COMPARED: usize = 120;

const MOST_PARTS: usize = 24;

const TELLING_CHARS: usize = 20;

static LIST: Pattern = Pattern::any_case(
    &[
        "allowed",
        "valid",
        "supported",
        "available",
        "accepted",
        "acceptable",
        "possible",
        "known",
        "permitted",
        "recogni",
        "legal",
        "existing",
        "configured",
        "one of",
        "these ",
        "must be",
        "should be",
    ],
    concat!(
        r"(?:\b(?:allowed|valid|supported|available|accepted|acceptable|possible|known|permitted|recogni[sz]ed|legal|existing|configured)(?: [\w.'`\x22-]+){0,4}(?: are| is| include)?\s*:\s*[\[({]?",
        r"|\b(?:allowed|valid|supported|available|accepted|acceptable|possible|known|permitted)(?: \w+){1,3} (?:are|include)\s+",
        r"|\bone of(?: the following)?(?: \w+){0,2}\s*(?::\s*[\[({]?|[\[({<]|\s*[`'\x22])",
        r"|\bthese \w+\s*:\s*",
        r"|\b(?:must|should) be\s+[\[`'\x22](?:[^`'\x22\n]{1,40}[`'\x22](?:,| or|\|)))\s*[`'\x22]?(\w[\w-]*)",
    ),
);

/// A list of something else than values.
static FAULTS: LazyLock<Regex> = LazyLock::new(|| {
    any_case(r"^these (?:errors?|issues|problems|faults|arguments|parameters|fields|properties)\b")
});

static TYPE_WORD: LazyLock<Regex> = LazyLock::new(|| {
    any_case(r"^(?:string|number|integer|int|float|bool|boolean|array|object|null)$")
});

static LIST_BEFORE: LazyLock<Regex> = LazyLock::new(|| any_case(r"(?:[,\[|(]|\bor|\bof:?|:)\s*\z"));

static LIST_AFTER: LazyLock<Regex> = LazyLock::new(|| any_case(r"\A\s*(?:[,\]|)]|or\b)"));

static OTHER_VALUE: Pattern = Pattern::any_case(
    &[
        "mean",
        "today is",
        "now is",
        "current",
        "balance",
        "remaining",
        "in stock",
        "left",
        "available",
        "e.g.",
        "for example",
        "such as",
        "example:",
    ],
    concat!(
        r"\bdid you mean\s+\S|\b(?:today|now) is\s+\S|\bcurrent(?:ly)?\b[^.\n]{0,30}(?:\bis|:|=)\s*\S",
        r"|\b(?:balance|remaining|in stock)\b[^.\n]{0,20}\d|\b\d+ (?:\w+ )?(?:left|remaining|available)\b",
        r"|(?:\be\.g\.,?|\bfor example,?:?|\bsuch as|\bexample:)\s+[`'\x22\[{(]?[\w./@-]*\d",
        r"|(?:\be\.g\.,?|\bfor example,?:?|\bsuch as|\bexample:)\s+[`'\x22\[{(]",
    ),
);

static EXAMPLE: Pattern = Pattern::any_case(
    &["e.g.", "for example", "such as", "example:"],
    r"(?:\be\.g\.,?|\bfor example,?:?|\bsuch as|\bexample:)\s+\S",
);

static NEGATED: LazyLock<Regex> = LazyLock::new(|| {
    any_case(r"(?:\b(?:not|cannot|can't|never|or)\b|\bnon-)(?: an?)?(?: be)?\s*[`'\x22]?\z")
});

static SHOWN_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"(?:\b(?:got|received|given|found|was|is|value|near|input|named|called)|[:=(])\s*[`'\x22]?\z",
    )
});

static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| any_case(r"(?:^|[^\w.])(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\b"));

static BOUND_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"(?:at least|at most|than|than or equal to|minimum(?: of| is|:)?|maximum(?: of| is|:)?|\bmin|\bmax|up to|multiple of|between|and|exactly|[<>]=?|[≤≥])\s*\z",
    )
});

static COUNT: Pattern = Pattern::any_case(
    &[
        "got", "received", "not", "has", "have", "found", "given", "was", "contains", "but",
        "only", "with", "length",
    ],
    r"\b(?:got|received|not|has|have|found|given|was|contains|but|only|with|length)(?: is| of)?[: ]+(\d{1,9})\b",
);
