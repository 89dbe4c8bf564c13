//! A time of day, and a day with a time, in the forms that people write.

use std::sync::LazyLock;

use regex::Regex;

use super::date::day_of;

/// A day and a time, and the offset where one is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// `2026-04-02T09:00:00`
    pub(crate) local: String,
    /// `Z` or `+02:00`
    pub(crate) offset: Option<String>,
}

/// Returns the day and the time that `text` gives; `None` where it gives not both, or may mean two days.
pub(crate) fn moment(text: &str) -> Option<Moment> {
    let text = text.trim();
    if text.len() > LONGEST || !text.is_ascii() {
        return None;
    }
    let found = TIME.captures(text)?;
    let whole = found.get(0)?;
    let (hour, minute) = clock(&found)?;
    let second = found.name("second").map_or("00", |second| second.as_str());
    let rest = [&text[..whole.start()], &text[whole.end()..]];
    let (day, after) = if rest[0].trim().is_empty() { (rest[1], "") } else { (rest[0], rest[1]) };
    let day = day.trim().trim_end_matches(" at");
    if !after.trim().is_empty() {
        return None;
    }
    let day = day_of(day)?;
    let offset = match found.name("zone").map(|zone| zone.as_str()) {
        Some(zone) => Some(offset(zone)?),
        None => None,
    };
    Some(Moment { local: format!("{day}T{hour:02}:{minute:02}:{second}"), offset })
}

/// Returns the time of day that `text` gives as hh:mm:ss.
pub(super) fn time_of_day(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    if text.eq_ignore_ascii_case("noon") {
        return Some("12:00:00".into());
    }
    let found = TIME.captures(text).filter(|found| found[0].len() == text.len());
    if let Some(found) = found {
        let (hour, minute) = clock(&found)?;
        let second = found.name("second").map_or("00", |second| second.as_str());
        return found.name("zone").is_none().then(|| format!("{hour:02}:{minute:02}:{second}"));
    }
    let found = LOOSE_TIME
        .captures(text)
        .filter(|found| found.name("minute").is_some() || found.name("half").is_some())?;
    let (hour, minute) = clock(&found)?;
    Some(format!("{hour:02}:{minute:02}:00"))
}

/// The hour and the minute on a clock of 24 hours.
fn clock(found: &regex::Captures<'_>) -> Option<(u32, u32)> {
    let hour: u32 = found["hour"].parse().ok()?;
    let minute: u32 =
        found.name("minute").map_or(Some(0), |minute| minute.as_str().parse().ok())?;
    let half = found.name("half").map(|half| half.as_str().to_ascii_lowercase());
    let hour = match half.as_deref().map(|half| half.starts_with('p')) {
        None => hour,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(is_afternoon) => hour % 12 + if is_afternoon { 12 } else { 0 },
    };
    (hour < 24 && minute < 60).then_some((hour, minute))
}

fn offset(zone: &str) -> Option<String> {
    if matches!(zone.to_ascii_uppercase().as_str(), "GMT" | "UTC" | "Z") {
        return Some("Z".into());
    }
    let digits: String = zone.chars().filter(char::is_ascii_digit).collect();
    let (hours, minutes) = match digits.len() {
        2 => (digits.as_str(), "00"),
        4 => digits.split_at(2),
        _ => return None,
    };
    let is_offset = hours.parse::<u32>().ok()? < 15 && minutes.parse::<u32>().ok()? < 60;
    is_offset.then(|| format!("{}{hours}:{minutes}", &zone[..1]))
}

static TIME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:(?-u:\b)|t)(?<hour>[0-9]{1,2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:\.[0-9]{1,9})?)?",
        r"(?: ?(?<half>[ap]\.?m\.?)(?-u:\b|$))?(?: ?(?<zone>Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2})(?-u:\b|$))?",
    ))
    .expect("the pattern is a constant")
});

/// `6 pm`, `18.30`, `18h30`
static LOOSE_TIME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?<hour>[0-9]{1,2})(?:[.h](?<minute>[0-9]{2}))?(?: ?(?<half>[ap]\.?m\.?))?$")
        .expect("the pattern is a constant")
});

const LONGEST: usize = 60;
