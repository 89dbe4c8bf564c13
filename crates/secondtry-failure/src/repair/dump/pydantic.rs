//! Pydantic's kinds of fault, and its blocks of text.

use std::sync::LazyLock;

use regex::Regex;

use super::super::known_call::KnownCall;
use super::super::pattern::compiled;
use super::Breach;
use super::issues::{known_properties, rule};
use super::place::{resolve, steps};
use super::validators::TIME;
use super::wording;
use crate::schema::fault::{Constraint, JsonType};

/// Takes every block out of `text`, and returns the rest.
pub(super) fn take(text: &str, call: &KnownCall<'_>, breaches: &mut Vec<Breach>) -> String {
    let mut rest: Vec<&str> = Vec::new();
    let mut path: Option<&str> = None;
    let mut is_inside = false;
    for line in text.lines() {
        let bare = line.trim_end();
        if HEADING.is_match(bare) {
            is_inside = true;
            rest.push(line);
        } else if let Some(found) = FAULT.captures(bare) {
            let steps = path.map(steps).unwrap_or_default();
            let before = breaches.len();
            breaches.extend(breach(&found[2], &found[1], &steps, call));
            if breaches.len() == before {
                rest.extend(path);
                rest.push(line);
            }
            path = None;
        } else if is_inside && !bare.is_empty() && !bare.contains(char::is_whitespace) {
            path = Some(bare);
        } else if !(is_inside && INFORMATION.is_match(bare)) {
            rest.push(line);
        }
    }
    rest.join("\n")
}

/// The breach that Pydantic names `kind` and tells as `message`.
pub(super) fn breach(
    kind: &str,
    message: &str,
    path: &[String],
    call: &KnownCall<'_>,
) -> Option<Breach> {
    if let Some(constraint) = constraint(kind, message, path, call) {
        return rule(constraint, path, call);
    }
    let parameter = resolve(path, true, call)?;
    Some(Breach::Words { parameter, words: words(kind, message) })
}

fn constraint(
    kind: &str,
    message: &str,
    path: &[String],
    call: &KnownCall<'_>,
) -> Option<Constraint> {
    let number = || wording::number(message);
    let count = || number()?.as_u64();
    let family = kind.split('_').next().unwrap_or_default();
    Some(match kind {
        "enum" | "literal_error" => {
            let values = wording::list(message.strip_prefix("Input should be ")?);
            Constraint::Enum(values)
        }
        "extra_forbidden" | "unexpected_keyword_argument" => {
            Constraint::AdditionalProperties(known_properties(path, call))
        }
        "greater_than" => Constraint::ExclusiveMinimum(number()?),
        "greater_than_equal" => Constraint::Minimum(number()?),
        "less_than" => Constraint::ExclusiveMaximum(number()?),
        "less_than_equal" => Constraint::Maximum(number()?),
        "missing" | "missing_argument" | "missing_keyword_only_argument" => Constraint::Required,
        "multiple_of" => Constraint::MultipleOf(number()?),
        "none_required" => Constraint::Type(vec![JsonType::Null]),
        "string_pattern_mismatch" => {
            let start = message.find('\'')?;
            let end = message.rfind('\'').filter(|end| *end > start)?;
            Constraint::Pattern(message[start + 1..end].to_owned())
        }
        "string_too_long" => Constraint::MaxLength(count()?),
        "string_too_short" => Constraint::MinLength(count()?),
        "timezone_aware" => Constraint::Format("date-time".into()),
        "too_long" => Constraint::MaxItems(count()?),
        "too_short" => Constraint::MinItems(count()?),
        "value_error" if message.to_lowercase().contains("email address") => {
            Constraint::Format("email".into())
        }
        "date_future" | "date_past" | "datetime_future" | "datetime_past" | "timezone_naive" => {
            return None;
        }
        _ => match family {
            "bool" => Constraint::Type(vec![JsonType::Boolean]),
            "date" => Constraint::Format("date".into()),
            "datetime" => Constraint::Format("date-time".into()),
            "decimal" | "float" => Constraint::Type(vec![JsonType::Number]),
            "dataclass" | "dict" | "mapping" | "model" => Constraint::Type(vec![JsonType::Object]),
            "frozen" | "list" | "set" | "tuple" => Constraint::Type(vec![JsonType::Array]),
            "int" => Constraint::Type(vec![JsonType::Integer]),
            "string" => Constraint::Type(vec![JsonType::String]),
            "time" => Constraint::Pattern(TIME.into()),
            "url" => Constraint::Format("uri".into()),
            "uuid" => Constraint::Format("uuid".into()),
            _ => return None,
        },
    })
}

/// `message` as what must be.
fn words(kind: &str, message: &str) -> String {
    match kind {
        "date_future" => return "must be a date in the future".into(),
        "date_past" => return "must be a date in the past".into(),
        "datetime_future" => return "must be a date and time in the future".into(),
        "datetime_past" => return "must be a date and time in the past".into(),
        "timezone_naive" => return "must be a date and time without a time zone".into(),
        _ => (),
    }
    let message = ["Value error, ", "Assertion failed, "]
        .iter()
        .find_map(|prefix| message.strip_prefix(prefix))
        .unwrap_or(message);
    let message = message.trim_end_matches('.');
    match message.split_once(" should ") {
        Some((subject, rest)) if !subject.contains(' ') => format!("must {rest}"),
        Some(_) | None => message.to_owned(),
    }
}

static HEADING: LazyLock<Regex> = LazyLock::new(|| compiled(r"\b\d+ validation errors? for \S+$"));

static FAULT: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"^\s*(.*?) \[type=(\w+), input_value=.*, input_type=[^\]]*\]$"));

static INFORMATION: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"^\s*For further information visit \S+$"));
