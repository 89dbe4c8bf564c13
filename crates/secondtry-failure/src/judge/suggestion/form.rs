//! The same text in the form that is asked for: a day, a time, other letters, without the spaces, with its prefix.

use serde_json::Value;

use super::alias::{self, Field};
use super::moment::{moment, time_of_day};
use super::place::compiled;
use super::{date, schema_says};
use crate::schema::fault::{Constraint, Fault};

/// Returns `given` in the form that `part` asks for and that `fault` says it lacks.
pub(super) fn reformed(given: &str, fault: &Fault, part: Option<&Value>) -> Option<Value> {
    let format = match &fault.constraint {
        Constraint::Format(format) => Some(format.as_str()),
        _ => schema_says(part, "format"),
    };
    let says_day = schema_says(part, "description")
        .is_some_and(|text| text.to_uppercase().contains("YYYY-MM-DD"));
    let has_day_pattern =
        matches!(&fault.constraint, Constraint::Pattern(pattern) if pattern.contains("{4}-"));
    if (format == Some("date") || says_day || has_day_pattern)
        && let Some(day) = date::iso_day(given)
    {
        return Some(day.into());
    }
    let found = match format {
        Some("date-time") => {
            moment(given).and_then(|moment| Some(format!("{}{}", moment.local, moment.offset?)))
        }
        Some("email") => address_in(given),
        Some("uri" | "url") => with_scheme(given),
        Some("uuid") => plain_uuid(given),
        Some(_) | None => None,
    };
    if let Some(found) = found.filter(|found| found != given) {
        return Some(found.into());
    }
    match (&fault.constraint, part) {
        (Constraint::Format(_), _) | (_, None) => None,
        (Constraint::Pattern(pattern), Some(part)) => {
            by_pattern(given, pattern, part).or_else(|| by_name(given, fault, part))
        }
        (_, Some(part)) => by_name(given, fault, part),
    }
}

/// The only way to fit the pattern that changes as little as another.
fn by_pattern(given: &str, pattern: &str, part: &Value) -> Option<Value> {
    let bare = given.trim();
    if bare.len() > LONGEST_CODE {
        return None;
    }
    let prefix = fixed_prefix(pattern);
    let asked = compiled(part, part)?;
    // Spaces part the groups of a number; between words they mean something.
    let has_digits = bare.contains(|c: char| c.is_ascii_digit());
    let closed: String =
        if has_digits { bare.split_whitespace().collect() } else { bare.to_owned() };
    let words: Vec<&str> = bare.split_whitespace().collect();
    let time = time_of_day(bare);
    let times = time.iter().map(|time| time[..5].to_owned()).collect();
    let times_with_seconds = time.into_iter().collect();
    let ways = [
        cases(bare),
        prefixed(prefix, &[bare.to_owned()]),
        cases(&closed),
        prefixed(prefix, &cases(&closed)),
        without_signs(&closed),
        ["-", "_"].map(|sign| cases(&words.join(sign))).concat(),
        times,
        times_with_seconds,
    ];
    for way in ways {
        let mut fitting: Vec<String> = way
            .into_iter()
            .filter(|text| text != given && asked.accepts(&Value::String(text.clone())))
            .collect();
        fitting.sort_unstable();
        fitting.dedup();
        match fitting.as_slice() {
            [] => (),
            [only] => return Some(only.as_str().into()),
            _ => return None,
        }
    }
    None
}

fn cases(text: &str) -> Vec<String> {
    vec![text.to_owned(), text.to_uppercase(), text.to_lowercase()]
}

fn prefixed(prefix: Option<&str>, texts: &[String]) -> Vec<String> {
    let prefixed = |prefix: &str| texts.iter().map(|text| format!("{prefix}{text}")).collect();
    prefix.map(prefixed).unwrap_or_default()
}

/// A long number without the signs that part it, and 00 before a country's code as +.
fn without_signs(text: &str) -> Vec<String> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if digits < LONG_NUMBER || text.starts_with('-') {
        return Vec::new();
    }
    let bare: String = text.chars().filter(|c| !matches!(c, '-' | '.' | '(' | ')' | '/')).collect();
    let abroad = bare.strip_prefix("00").map(|rest| format!("+{rest}"));
    // The zero in brackets is dialled at home alone.
    let is_doubtful = text.contains("(0)");
    [bare].into_iter().chain(abroad).filter(|_| !is_doubtful).collect()
}

/// The code of a country, a currency or a language, where the argument is for one.
fn by_name(given: &str, fault: &Fault, part: &Value) -> Option<Value> {
    let name = fault.parameter.leaf().unwrap_or_default();
    let asked = compiled(part, part)?;
    let field = Field::of(&name, schema_says(Some(part), "description"))?;
    let mut fitting: Vec<String> = alias::others(given, field)
        .into_iter()
        .flat_map(|code| [code.to_uppercase(), code])
        .filter(|code| asked.accepts(&Value::String(code.clone())))
        .collect();
    fitting.sort_unstable();
    fitting.dedup();
    match fitting.as_slice() {
        [only] => Some(only.as_str().into()),
        _ => None,
    }
}

/// The text that every match of `pattern` begins with.
fn fixed_prefix(pattern: &str) -> Option<&str> {
    let rest = pattern.strip_prefix('^')?;
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '#' | '@' | '/');
    let end = rest.find(|c: char| !is_plain(c)).unwrap_or(rest.len());
    // What repeats the last sign makes it optional, and a choice makes all of it so.
    let is_fixed = end > 0 && !rest[end..].starts_with(['?', '*', '{', '+']) && !rest.contains('|');
    is_fixed.then(|| &rest[..end])
}

/// The only address in `Name <name@host>` or `mailto:name@host`.
fn address_in(given: &str) -> Option<String> {
    if given.len() > LONGEST_ADDRESS {
        return None;
    }
    let given = given.replace(" @ ", "@");
    let words = given
        .split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | ',' | ';' | '(' | ')' | '"'));
    let mut found = words.filter(|word| word.contains('@'));
    let address = found.next().filter(|_| found.next().is_none())?;
    let address = address.strip_prefix("mailto:").unwrap_or(address).trim_end_matches('.');
    let (name, host) = address.split_once('@')?;
    let is_address = !name.is_empty() && is_host(host);
    is_address.then(|| address.to_owned())
}

/// An address of the web that only lacks its beginning.
fn with_scheme(given: &str) -> Option<String> {
    let given = given.trim();
    let is_written = given.len() <= LONGEST_ADDRESS
        && given.is_ascii()
        && !given.contains(|c: char| c.is_whitespace() || matches!(c, '@' | '\\'));
    let host = given.split(['/', '?', '#']).next().unwrap_or_default();
    // `cat.png` is the name of a file.
    let is_address = host.len() < given.len() || host.starts_with("www.");
    (is_written && is_address && is_host(host)).then(|| format!("https://{given}"))
}

/// Labels of letters and digits, the last one of letters.
fn is_host(host: &str) -> bool {
    let mut labels = host.rsplit('.');
    let top = labels.next().unwrap_or_default();
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let rest: Vec<&str> = labels.collect();
    top.len() > 1
        && top.bytes().all(|b| b.is_ascii_alphabetic())
        && !rest.is_empty()
        && rest.into_iter().all(is_label)
}

/// `{…}`, `urn:uuid:…` or 32 digits in one piece.
fn plain_uuid(given: &str) -> Option<String> {
    let bare = given.trim().trim_start_matches("urn:uuid:").trim_matches(['{', '}']);
    let digits: String = bare.chars().filter(|c| *c != '-').collect();
    let is_uuid = digits.len() == 32 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let is_parted = bare.len() == 32 || bare.len() == 36;
    (is_uuid && is_parted).then(|| {
        let parts = [0..8, 8..12, 12..16, 16..20, 20..32];
        parts.map(|part| digits[part].to_owned()).join("-")
    })
}

/// Longer texts are no codes, of which the case says nothing.
const LONGEST_CODE: usize = 64;

const LONGEST_ADDRESS: usize = 300;

/// A number of so many digits is a name, and its value says nothing.
const LONG_NUMBER: usize = 7;
