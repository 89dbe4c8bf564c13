//! Tells whether a value fits a schema, and what the schema accepts in words.

use serde_json::Value;

use super::{names, pattern, quoted_names};

/// Whether `value` itself keeps `schema`; what it holds is checked apart.
pub(super) fn fits(schema: &Value, value: &Value) -> bool {
    has_type(schema, value)
        && schema["enum"].as_array().is_none_or(|allowed| allowed.contains(value))
        && match value {
            Value::Number(number) => within(schema, "minimum", "maximum", number.as_f64()),
            Value::String(text) => string_fits(schema, text),
            Value::Array(items) => array_fits(schema, items),
            Value::Null | Value::Bool(_) | Value::Object(_) => true,
        }
}

/// Says what `schema` accepts, as the end of "it must be ...".
pub(super) fn form_of(schema: &Value) -> String {
    if let Some(allowed) = schema["enum"].as_array() {
        let allowed: Vec<String> = allowed.iter().map(Value::to_string).collect();
        return format!("one of {}", allowed.join(", "));
    }
    let bounds = |low, high| range(&schema[low], &schema[high]);
    match schema["type"].as_str() {
        Some("integer") => format!("an integer{}", bounds("minimum", "maximum")),
        Some("number") => format!("a number{}", bounds("minimum", "maximum")),
        Some("boolean") => "a boolean, true or false".to_owned(),
        Some("object") => format!("an object with {}", quoted_names(names(&schema["required"]))),
        Some("array") => {
            let different = if schema["uniqueItems"] == true { " different" } else { "" };
            let (low, high) = (&schema["minItems"], &schema["maxItems"]);
            format!("an array{}", counted(low, high, &format!("{different} items")))
        }
        Some("string") if schema["format"] == "date" => {
            "a string with a day as YYYY-MM-DD".to_owned()
        }
        Some("string") if schema["pattern"].is_string() => {
            format!("a string of the form {}", schema["pattern"].as_str().unwrap_or_default())
        }
        Some("string") => {
            let (low, high) = (&schema["minLength"], &schema["maxLength"]);
            format!("a string{}", counted(low, high, " characters"))
        }
        Some(_) | None => "present".to_owned(),
    }
}

/// The value as JSON if it fits into a sentence, else its beginning or the number of its parts.
pub(crate) fn shortened(value: &Value) -> String {
    let text = value.to_string();
    match (text.char_indices().nth(LONGEST_VALUE), value) {
        (None, _) => text,
        (Some(_), Value::Array(items)) => format!("an array with {} items", items.len()),
        (Some(_), Value::Object(members)) => format!("an object with {} members", members.len()),
        (Some((end, _)), Value::String(whole)) => {
            format!("{}…\" ({} characters)", &text[..end], whole.chars().count())
        }
        (Some((end, _)), Value::Null | Value::Bool(_) | Value::Number(_)) => text[..end].to_owned(),
    }
}

fn has_type(schema: &Value, value: &Value) -> bool {
    match schema["type"].as_str() {
        Some("array") => value.is_array(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Some("number") => value.is_number(),
        Some("object") => value.is_object(),
        Some("string") => value.is_string(),
        Some(_) | None => true,
    }
}

fn string_fits(schema: &Value, text: &str) -> bool {
    within(schema, "minLength", "maxLength", count(text.chars().count()))
        && schema["pattern"].as_str().is_none_or(|pattern| pattern::matches(pattern, text))
        && (schema["format"] != "date" || is_day(text))
}

fn array_fits(schema: &Value, items: &[Value]) -> bool {
    let repeated = || items.iter().enumerate().any(|(at, item)| items[..at].contains(item));
    within(schema, "minItems", "maxItems", count(items.len()))
        && (schema["uniqueItems"] != true || !repeated())
}

/// Whether `text` is a day of the calendar, written YYYY-MM-DD.
fn is_day(text: &str) -> bool {
    if !pattern::matches("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", text) {
        return false;
    }
    let number =
        |from, to| text.get(from..to).and_then(|part| part.parse::<u32>().ok()).unwrap_or(0);
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn within(schema: &Value, low: &str, high: &str, number: Option<f64>) -> bool {
    number.is_some_and(|number| {
        schema[low].as_f64().is_none_or(|low| number >= low)
            && schema[high].as_f64().is_none_or(|high| number <= high)
    })
}

fn count(length: usize) -> Option<f64> {
    u32::try_from(length).ok().map(f64::from)
}

fn range(low: &Value, high: &Value) -> String {
    match (low, high) {
        (Value::Null, Value::Null) => String::new(),
        (low, Value::Null) => format!(" of at least {low}"),
        (Value::Null, high) => format!(" of at most {high}"),
        (low, high) => format!(" from {low} to {high}"),
    }
}

fn counted(low: &Value, high: &Value, noun: &str) -> String {
    match (low, high) {
        (Value::Null, Value::Null) => String::new(),
        (low, Value::Null) => format!(" of at least {low}{noun}"),
        (Value::Null, high) => format!(" of at most {high}{noun}"),
        (low, high) => format!(" of {low} to {high}{noun}"),
    }
}

const LONGEST_VALUE: usize = 120;
