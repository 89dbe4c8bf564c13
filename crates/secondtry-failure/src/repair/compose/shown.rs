//! Values, names and lists as they stand in a sentence.

use std::fmt::Write as _;

use serde_json::Value;

use crate::schema::fault::Pointer;

/// `value` as JSON, cut where it grows long.
pub(in crate::repair) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => match text.char_indices().nth(LONGEST) {
            Some((end, _)) => {
                let cut = Value::from(&text[..end]).to_string();
                format!("{}…\" ({} characters)", &cut[..cut.len() - 1], text.chars().count())
            }
            None => value.to_string(),
        },
        Value::Array(items) => whole_or(value, || format!("an array of {} items", items.len())),
        Value::Object(members) => {
            whole_or(value, || format!("an object with {} members", members.len()))
        }
        Value::Bool(_) | Value::Null | Value::Number(_) => value.to_string(),
    }
}

fn whole_or(value: &Value, otherwise: impl FnOnce() -> String) -> String {
    let mut budget = LONGEST;
    if is_short(value, &mut budget, 0) {
        let text = value.to_string();
        if text.len() <= LONGEST {
            return text;
        }
    }
    otherwise()
}

/// Whether `value` can be written within the budget, without writing it.
fn is_short(value: &Value, budget: &mut usize, depth: usize) -> bool {
    let own = match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.len(),
        Value::Object(members) => members.keys().map(String::len).sum::<usize>() + members.len(),
        Value::Bool(_) | Value::Null | Value::Number(_) => 1,
    };
    if own > *budget || depth > DEEPEST {
        return false;
    }
    *budget -= own;
    match value {
        Value::Array(items) => items.iter().all(|item| is_short(item, budget, depth + 1)),
        Value::Object(members) => members.values().all(|item| is_short(item, budget, depth + 1)),
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_) => true,
    }
}

/// `parameter` as `leg.date` or `items[0].name`.
pub(in crate::repair) fn place(parameter: &Pointer) -> String {
    let mut path = String::new();
    for token in parameter.tokens() {
        if !path.is_empty() && !token.is_empty() && token.bytes().all(|b| b.is_ascii_digit()) {
            _ = write!(path, "[{token}]");
        } else {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(&token);
        }
    }
    path
}

/// Up to twenty phrases, then how many more there are and where.
pub(super) fn listed(phrases: impl ExactSizeIterator<Item = String>) -> String {
    let total = phrases.len();
    let mut list = phrases.take(SHOWN).collect::<Vec<_>>().join(", ");
    if total > SHOWN {
        _ = write!(list, " or {} more that the tool's input schema lists", total - SHOWN);
    }
    list
}

/// The description in `part`, where it is one short line and shows no example.
pub(super) fn described(part: &Value) -> Option<&str> {
    let text = part.get("description")?.as_str()?.trim();
    let lower = text.to_lowercase();
    // An example in the words of an error gets copied.
    let is_plain = !["e.g", "example", "such as", "for instance", "default", "i.e"]
        .iter()
        .any(|word| lower.contains(word));
    let is_short = !text.is_empty() && text.chars().count() <= LONGEST && !text.contains('\n');
    (is_short && is_plain).then(|| text.trim_end_matches('.'))
}

/// How much of a value is shown, in characters.
const LONGEST: usize = 120;

/// How deep a value is shown.
const DEEPEST: usize = 6;

/// How many values are listed.
const SHOWN: usize = 20;
