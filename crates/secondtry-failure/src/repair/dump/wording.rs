//! The values and types in a library's sentence, whatever its language.

use serde_json::{Number, Value};

use crate::schema::fault::JsonType;

/// A value as Python, JavaScript, Rust or Go prints it.
pub(super) fn value(text: &str) -> Option<Value> {
    let text = text.trim();
    match text {
        "None" | "nil" | "null" | "undefined" => return Some(Value::Null),
        "True" | "true" => return Some(true.into()),
        "False" | "false" => return Some(false.into()),
        _ => (),
    }
    for quote in ['\'', '"', '`'] {
        if let Some(inner) = text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote)) {
            if quote == '"' {
                return serde_json::from_str(text).ok().or_else(|| Some(inner.into()));
            }
            return Some(inner.replace("\\'", "'").replace("\\\\", "\\").into());
        }
    }
    serde_json::from_str::<Value>(text).ok().filter(|value| !value.is_string())
}

/// The items of a list in any notation: `['a', 'b']`, `"a"|"b"`, `'a', 'b' or 'c'`, `` `a`, `b` ``, `A, B`.
pub(super) fn list(text: &str) -> Vec<Value> {
    let text = text.trim().trim_start_matches(['[', '(']).trim_end_matches([']', ')', '.']);
    let mut items = Vec::new();
    let mut rest = text;
    while !rest.is_empty() && items.len() < MOST_ITEMS {
        rest = rest.trim_start_matches([' ', ',', '|']);
        for word in ["or ", "and "] {
            rest = rest.strip_prefix(word).unwrap_or(rest);
        }
        let Some(first) = rest.chars().next() else { break };
        let end = if matches!(first, '\'' | '"' | '`') {
            match closing(&rest[1..], first) {
                Some(end) => end + 2,
                None => break,
            }
        } else {
            rest.find([',', '|']).or_else(|| rest.find(" or ")).unwrap_or(rest.len())
        };
        let item = rest[..end].trim();
        items.push(value(item).unwrap_or_else(|| item.into()));
        rest = &rest[end..];
    }
    items
}

/// Where the quoted text at the start of `text` ends.
fn closing(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '\\' => is_escaped = !is_escaped,
            c if c == quote && !is_escaped => return Some(at),
            _ => is_escaped = false,
        }
    }
    None
}

/// A type by any of its names.
pub(super) fn json_type(name: &str) -> Option<JsonType> {
    let bare = name.trim().trim_matches(['`', '\'', '"', '*', '.']).to_ascii_lowercase();
    let last = bare.rsplit(['.', ':']).next().unwrap_or(&bare);
    Some(match last {
        "array" | "list" | "sequence" | "set" | "slice" | "tuple" | "vec" | "arraylist"
        | "list_type" => JsonType::Array,
        "bool" | "boolean" => JsonType::Boolean,
        "bigint" | "i16" | "i32" | "i64" | "i8" | "int" | "int16" | "int32" | "int64" | "int8"
        | "integer" | "isize" | "long" | "safeint" | "short" | "u16" | "u32" | "u64" | "u8"
        | "uint" | "uint16" | "uint32" | "uint64" | "uint8" | "usize" | "biginteger" => {
            JsonType::Integer
        }
        "bigdecimal" | "decimal" | "double" | "f32" | "f64" | "float" | "float32" | "float64"
        | "number" => JsonType::Number,
        "dict" | "dictionary" | "map" | "mapping" | "object" | "record" | "struct" => {
            JsonType::Object
        }
        "char" | "str" | "string" | "text" => JsonType::String,
        "nil" | "none" | "null" => JsonType::Null,
        _ if last.starts_with("[]") => JsonType::Array,
        _ if last.starts_with("map[") => JsonType::Object,
        _ => return None,
    })
}

/// The first number in `text`.
pub(super) fn number(text: &str) -> Option<Number> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let is_negative = text[..start].ends_with('-');
    let rest = &text[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let digits = rest[..end].trim_end_matches('.');
    let digits = if is_negative { format!("-{digits}") } else { digits.to_owned() };
    let digits = digits.strip_suffix(".0").unwrap_or(&digits);
    serde_json::from_str(digits).ok()
}

/// A pattern without JavaScript's slashes and flags.
pub(super) fn pattern(text: &str) -> String {
    let inner = text
        .strip_prefix('/')
        .and_then(|rest| Some((rest, rest.rfind('/')?)))
        .filter(|(rest, end)| rest[end + 1..].bytes().all(|b| b.is_ascii_lowercase()));
    match inner {
        Some((rest, end)) => rest[..end].to_owned(),
        None => text.to_owned(),
    }
}

/// A format by any of its names.
pub(super) fn format(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().replace(['_', ' '], "-").as_str() {
        "date" | "iso-date" => "date",
        "date-time" | "datetime" | "iso-datetime" => "date-time",
        "email" | "email-address" => "email",
        "guid" | "uuid" => "uuid",
        "hostname" => "hostname",
        "ip" | "ipv4" => "ipv4",
        "ipv6" => "ipv6",
        "uri" | "url" => "uri",
        _ => return None,
    })
}

const MOST_ITEMS: usize = 200;
