//! A number in words: with its unit, with its thousands set apart, or spelt out.

use serde_json::{Number, Value};

/// Returns the number that `text` gives, in the unit that the argument `name` with `description` asks for; `None` where
/// that takes a guess.
pub(super) fn number_in(
    text: &str,
    name: &str,
    description: Option<&str>,
    is_integer: bool,
) -> Option<Value> {
    let text = text.trim();
    if text.len() > LONGEST || text.is_empty() {
        return None;
    }
    if let Some(found) = SPELT.iter().position(|word| word.eq_ignore_ascii_case(text)) {
        return Some(Value::from(found));
    }
    let end = text.find(|c: char| !is_of_number(c)).unwrap_or(text.len());
    let (digits, word) = (text[..end].trim_end(), text[end..].trim());
    let number = plain_number(digits, is_integer)?;
    if word.is_empty() {
        return value(number, is_integer);
    }
    if matches!(word, "%" | "percent" | "per cent") {
        // A share of one is another number.
        return is_integer.then(|| value(number, true)).flatten();
    }
    let sent = unit(word)?;
    let asked = unit_of_name(name).or_else(|| unit_in_words(description?))?;
    (sent.of == asked.of).then(|| value(number * sent.size / asked.size, is_integer)).flatten()
}

/// Returns an amount with a fraction in the cents that the argument's name or description asks for.
pub(super) fn in_hundredths(amount: f64, name: &str, description: Option<&str>) -> Option<Value> {
    let words = format!("{name} {}", description.unwrap_or_default()).to_lowercase();
    let mut words = words.split(|c: char| !c.is_ascii_alphabetic());
    words.any(|word| matches!(word, "cents" | "pence")).then(|| value(amount * 100.0, true))?
}

fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | ',' | '\'' | '_' | ' ')
}

/// `1500`, `1,500,000`, `1 500`; where a comma may set apart a fraction, nothing.
fn plain_number(digits: &str, is_integer: bool) -> Option<f64> {
    let is_apart = |c: char| matches!(c, ',' | '\'' | '_' | ' ');
    if !digits.contains(is_apart) {
        return digits.parse().ok();
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let unsigned = whole.trim_start_matches(['+', '-']);
    let mark = unsigned.chars().find(|c| is_apart(*c))?;
    let mut groups = unsigned.split(mark);
    let first = groups.next()?;
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let rest: Vec<&str> = groups.collect();
    let is_grouped = first.len() <= 3
        && is_digits(first)
        && rest.iter().all(|group| group.len() == 3 && is_digits(group));
    let may_be_fraction = mark == ',' && rest.len() == 1 && fraction.is_empty() && !is_integer;
    let is_plain = fraction.is_empty() || is_digits(fraction);
    if !is_grouped || may_be_fraction || !is_plain {
        return None;
    }
    digits.replace(mark, "").parse().ok()
}

#[expect(clippy::cast_possible_truncation, reason = "the number is whole and within the bounds")]
fn value(number: f64, is_integer: bool) -> Option<Value> {
    // What a factor leaves of a decimal fraction is rounded away.
    let number = (number * 1e9).round() / 1e9;
    if number.fract() == 0.0 && number.abs() < LARGEST {
        Some(Value::from(number as i64))
    } else if is_integer {
        None
    } else {
        Number::from_f64(number).map(Value::Number)
    }
}

/// A unit: what it measures, and how much of it.
#[derive(Clone, Copy)]
struct Unit {
    of: Measured,
    size: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Measured {
    Length,
    Mass,
    Picture,
    Time,
    Volume,
}

/// The unit at the end of a name: `window_s`, `distanceKm`, `minutes`.
fn unit_of_name(name: &str) -> Option<Unit> {
    let start = name
        .char_indices()
        .rev()
        .find_map(|(at, c)| match c {
            '_' | '-' | '.' => Some(at + 1),
            c if c.is_ascii_uppercase() => Some(at),
            _ => None,
        })
        .unwrap_or(0);
    // A letter that is the whole name is no unit.
    let word = name.get(start..).filter(|word| start > 0 || word.len() > 2)?;
    unit(word)
}

/// The only unit that a description names in full.
fn unit_in_words(description: &str) -> Option<Unit> {
    let words = description.split(|c: char| !c.is_ascii_alphabetic());
    let mut found = words.filter(|word| word.len() > 3).filter_map(unit);
    let first = found.next()?;
    found
        .all(|other| other.of == first.of && (other.size - first.size).abs() < 1e-9)
        .then_some(first)
}

fn unit(word: &str) -> Option<Unit> {
    let word = word.trim_end_matches('.').to_ascii_lowercase();
    UNITS
        .iter()
        .find(|(names, ..)| names.contains(&word.as_str()))
        .map(|&(_, of, size)| Unit { of, size })
}

const LONGEST: usize = 40;

/// Beyond it not every whole number is one of the machine's.
const LARGEST: f64 = 9e15;

const SPELT: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

const UNITS: &[(&[&str], Measured, f64)] = &[
    (&["ms", "millisecond", "milliseconds", "millis"], Measured::Time, 1.0),
    (&["s", "sec", "secs", "second", "seconds"], Measured::Time, 1000.0),
    (&["min", "mins", "minute", "minutes"], Measured::Time, 60_000.0),
    (&["h", "hr", "hrs", "hour", "hours"], Measured::Time, 3_600_000.0),
    (&["d", "day", "days"], Measured::Time, 86_400_000.0),
    (&["w", "wk", "week", "weeks"], Measured::Time, 604_800_000.0),
    (&["mm", "millimeter", "millimeters", "millimetre", "millimetres"], Measured::Length, 1.0),
    (&["cm", "centimeter", "centimeters", "centimetre", "centimetres"], Measured::Length, 10.0),
    (&["m", "meter", "meters", "metre", "metres"], Measured::Length, 1000.0),
    (&["km", "kilometer", "kilometers", "kilometre", "kilometres"], Measured::Length, 1e6),
    (&["mg", "milligram", "milligrams"], Measured::Mass, 1.0),
    (&["g", "gram", "grams"], Measured::Mass, 1000.0),
    (&["kg", "kilo", "kilos", "kilogram", "kilograms"], Measured::Mass, 1e6),
    (&["ml", "milliliter", "milliliters", "millilitre", "millilitres"], Measured::Volume, 1.0),
    (&["l", "liter", "liters", "litre", "litres"], Measured::Volume, 1000.0),
    (&["px", "pixel", "pixels"], Measured::Picture, 1.0),
];
