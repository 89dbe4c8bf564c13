//! A day in one of the forms that people write, where it can mean just one day.

/// Returns the day that `text` gives as YYYY-MM-DD; `None` where it gives none, gives it so already, or may mean two
/// (03/04/2026).
pub(super) fn iso_day(text: &str) -> Option<String> {
    day_of(text).filter(|day| day != text.trim())
}

/// Returns the day that `text` gives, in whatever form.
pub(super) fn day_of(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > LONGEST || !text.is_ascii() {
        return None;
    }
    let day = text.strip_suffix('Z').unwrap_or(text).strip_suffix("T00:00:00").unwrap_or(text);
    let parts: Vec<&str> =
        day.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty()).collect();
    let (year, month, day) = match parts.as_slice() {
        [compact] if compact.len() == 8 => {
            (number(&compact[..4])?, number(&compact[4..6])?, number(&compact[6..])?)
        }
        [year, month, day] if year.len() == 4 && number(month).is_some() => {
            (number(year)?, number(month)?, number(day)?)
        }
        [first, second, year]
            if year.len() == 4 && number(second).is_some() && number(first).is_some() =>
        {
            let (month, day) = apart(number(first)?, number(second)?)?;
            (number(year)?, month, day)
        }
        words => named(words)?,
    };
    let is_day = (1000..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=length(year, month)).contains(&day);
    is_day.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// Month and day of two numbers of which one can be no month, or which are the same.
fn apart(first: u32, second: u32) -> Option<(u32, u32)> {
    match (first > 12, second > 12) {
        (true, false) => Some((second, first)),
        (false, true) => Some((first, second)),
        (false, false) if first == second => Some((first, second)),
        (true, true) | (false, false) => None,
    }
}

/// `3 April 2026`, `April 3rd 2026`, `Fri 3 Apr 2026`, `the 3rd of April 2026`.
fn named(words: &[&str]) -> Option<(u32, u32, u32)> {
    let mut month = None;
    let mut numbers = Vec::new();
    for word in words {
        let lower = word.to_ascii_lowercase();
        if let Some(number) = number(lower.trim_end_matches(|c: char| c.is_ascii_alphabetic())) {
            let suffix = lower.trim_start_matches(|c: char| c.is_ascii_digit());
            if !matches!(suffix, "" | "st" | "nd" | "rd" | "th") {
                return None;
            }
            numbers.push((number, word.len()));
        } else if let Some(found) = by_name(&lower, &MONTHS) {
            if month.replace(found).is_some() {
                return None;
            }
        } else if by_name(&lower, &WEEKDAYS).is_none() && !matches!(lower.as_str(), "of" | "the") {
            return None;
        }
    }
    match (numbers.as_slice(), month) {
        ([(day, ..=4), (year, 4)] | [(year, 4), (day, ..=3)], Some(month)) => {
            Some((*year, u32::try_from(month + 1).ok()?, *day))
        }
        _ => None,
    }
}

/// The place of a name that is written out or cut to three or four letters.
fn by_name(word: &str, names: &[&str]) -> Option<usize> {
    let is_cut = matches!(word.len(), 3 | 4);
    names.iter().position(|name| *name == word || is_cut && name.starts_with(word))
}

fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn length(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

const LONGEST: usize = 40;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
