//! Lists of issues in JSON: zod of both kinds, Ajv, Pydantic as web frameworks pass it on.

use serde_json::{Number, Value};

use super::super::known_call::KnownCall;
use super::Breach;
use super::place::{resolve, steps};
use super::pydantic;
use super::wording;
use crate::schema::fault::{Constraint, Fault, JsonType, Pointer};

/// Takes every list of issues out of `text`, and returns the rest.
pub(super) fn take(text: &str, call: &KnownCall<'_>, breaches: &mut Vec<Breach>) -> String {
    let mut rest = String::new();
    let mut at = 0;
    for (start, _) in text.match_indices(['[', '{']).take(MOST_ATTEMPTS) {
        if start < at {
            continue;
        }
        let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
        let Some(Ok(value)) = values.next() else { continue };
        let before = breaches.len();
        read(&value, call, 0, breaches);
        if breaches.len() > before {
            rest.push_str(&text[at..start]);
            rest.push('\n');
            at = start + values.byte_offset();
        }
    }
    rest.push_str(&text[at..]);
    rest
}

/// Reads the issues in `value`.
pub(super) fn read(value: &Value, call: &KnownCall<'_>, depth: usize, breaches: &mut Vec<Breach>) {
    if depth > DEEPEST {
        return;
    }
    match value {
        Value::Array(items) => {
            for item in items.iter().take(MOST_ISSUES).filter(|item| item.is_object()) {
                read(item, call, depth + 1, breaches);
            }
        }
        Value::Object(members) => {
            let found = issue(value, call);
            if !found.is_empty() {
                breaches.extend(found);
                return;
            }
            for key in HOLDERS {
                if let Some(inner) = members.get(key) {
                    read(inner, call, depth + 1, breaches);
                }
            }
            if let Some(Value::Object(fields)) = members.get("fieldErrors") {
                breaches.extend(fields.iter().filter_map(|(name, messages)| {
                    let message = messages.get(0).unwrap_or(messages).as_str()?;
                    let parameter = resolve(std::slice::from_ref(name), true, call)?;
                    Some(Breach::Words {
                        parameter,
                        words: message.trim_end_matches('.').to_owned(),
                    })
                }));
            }
        }
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_) => (),
    }
}

/// The breaches that one issue tells of.
fn issue(item: &Value, call: &KnownCall<'_>) -> Vec<Breach> {
    let text = |key: &str| item.get(key).and_then(Value::as_str);
    let Some(path) = path(item) else { return Vec::new() };
    let message = text("message").or(text("msg")).unwrap_or_default();
    if let Some(keyword) = text("keyword") {
        return ajv(keyword, item, path, message, call).into_iter().collect();
    }
    if text("code") == Some("unrecognized_keys") {
        let keys = item.get("keys").and_then(Value::as_array).into_iter().flatten();
        let surplus = keys.filter_map(Value::as_str).map(|key| {
            let mut path = path.clone();
            path.push(key.to_owned());
            rule(Constraint::AdditionalProperties(known_properties(&path, call)), &path, call)
        });
        return surplus.flatten().collect();
    }
    let constraint = match (text("code"), text("type")) {
        (Some(code), _) if ZOD.contains(&code) => zod(code, item, message),
        (_, Some(kind)) if !message.is_empty() && kind.contains('_') || kind_is_bare(item) => {
            return pydantic::breach(kind_of(item), message, &path, call).into_iter().collect();
        }
        _ => None,
    };
    match constraint {
        Some(constraint) => {
            let mut found = rule(constraint, &path, call);
            if let Some(Breach::Rule { said, .. }) = &mut found {
                *said = of_the_author(message);
            }
            found.into_iter().collect()
        }
        None if message.is_empty() => Vec::new(),
        None => resolve(&path, true, call)
            .map(|parameter| Breach::Words {
                parameter,
                words: message.trim_end_matches('.').to_owned(),
            })
            .into_iter()
            .collect(),
    }
}

/// A message that is not the library's own.
fn of_the_author(message: &str) -> Option<String> {
    let message = message.trim().trim_end_matches('.');
    let is_the_librarys = message.is_empty()
        || message == "Required"
        || LIBRARY_STARTS.iter().any(|start| message.starts_with(start));
    (!is_the_librarys && message.chars().count() <= LONGEST_MESSAGE).then(|| message.to_owned())
}

fn kind_of(item: &Value) -> &str {
    item.get("type").and_then(Value::as_str).unwrap_or_default()
}

/// Pydantic's kinds without an underscore, told by its other members.
fn kind_is_bare(item: &Value) -> bool {
    item.get("loc").is_some() && item.get("msg").is_some()
}

/// The path of an issue; `None` where it is none.
fn path(item: &Value) -> Option<Vec<String>> {
    let found = PLACES.iter().find_map(|key| item.get(*key))?;
    match found {
        Value::Array(parts) => Some(
            parts
                .iter()
                .take(MOST_STEPS)
                .filter_map(|part| match part.get("key").unwrap_or(part) {
                    Value::String(name) => Some(name.clone()),
                    Value::Number(index) => Some(index.to_string()),
                    Value::Array(_) | Value::Bool(_) | Value::Null | Value::Object(_) => None,
                })
                .collect(),
        ),
        Value::String(path) => Some(steps(path)),
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::Object(_) => None,
    }
}

/// The rule behind a code of zod.
fn zod(code: &str, item: &Value, message: &str) -> Option<Constraint> {
    let text = |key: &str| item.get(key).and_then(Value::as_str);
    let of = text("origin").or(text("type")).unwrap_or_default();
    let is_inclusive = item.get("inclusive").and_then(Value::as_bool).unwrap_or(true);
    Some(match code {
        "invalid_enum_value" | "invalid_literal" | "invalid_value" => {
            let values = item.get("values").or(item.get("options")).and_then(Value::as_array);
            match (values, item.get("expected")) {
                (Some(values), _) => Constraint::Enum(values.clone()),
                (None, Some(expected)) => Constraint::Const(expected.clone()),
                (None, None) => return None,
            }
        }
        "invalid_format" | "invalid_string" => {
            let name = text("format").or(text("validation")).unwrap_or_default();
            let fixed = |key: &str| text(key).filter(|text| !text.is_empty()).map(regex::escape);
            if let ("starts_with", Some(prefix)) = (name, fixed("prefix")) {
                return Some(Constraint::Pattern(format!("^{prefix}")));
            }
            if let ("ends_with", Some(suffix)) = (name, fixed("suffix")) {
                return Some(Constraint::Pattern(format!("{suffix}$")));
            }
            match (wording::format(name), text("pattern")) {
                (Some(format), _) => Constraint::Format(format.to_owned()),
                (None, Some(pattern)) => Constraint::Pattern(wording::pattern(pattern)),
                (None, None) => return None,
            }
        }
        "invalid_type" => {
            let is_absent = text("received") == Some("undefined")
                || message.ends_with("received undefined")
                || message == "Required";
            match text("expected") {
                _ if is_absent => Constraint::Required,
                Some("date") => Constraint::Format("date".into()),
                Some(expected) => Constraint::Type(vec![wording::json_type(expected)?]),
                None => return None,
            }
        }
        "not_multiple_of" => {
            Constraint::MultipleOf(number_in(item, "divisor").or(number_in(item, "multipleOf"))?)
        }
        "too_big" | "too_small"
            if item.get("exact") == Some(&Value::Bool(true)) && of == "string" =>
        {
            let length = number_in(item, "maximum").or(number_in(item, "minimum"))?;
            Constraint::Pattern(format!("^.{{{length}}}$"))
        }
        "too_big" => {
            let limit = number_in(item, "maximum")?;
            sized(of, limit, is_inclusive, false)?
        }
        "too_small" => {
            let limit = number_in(item, "minimum")?;
            sized(of, limit, is_inclusive, true)?
        }
        _ => return None,
    })
}

/// A bound on whatever `of` counts.
pub(super) fn sized(
    of: &str,
    limit: Number,
    is_inclusive: bool,
    is_least: bool,
) -> Option<Constraint> {
    let count = limit.as_u64();
    Some(match (of, is_least) {
        ("array" | "set", true) => Constraint::MinItems(count?),
        ("array" | "set", false) => Constraint::MaxItems(count?),
        ("string", true) => Constraint::MinLength(count?),
        ("string", false) => Constraint::MaxLength(count?),
        ("bigint" | "int" | "number", true) if is_inclusive => Constraint::Minimum(limit),
        ("bigint" | "int" | "number", true) => Constraint::ExclusiveMinimum(limit),
        ("bigint" | "int" | "number", false) if is_inclusive => Constraint::Maximum(limit),
        ("bigint" | "int" | "number", false) => Constraint::ExclusiveMaximum(limit),
        _ => return None,
    })
}

/// The breach behind a keyword of Ajv.
fn ajv(
    keyword: &str,
    item: &Value,
    mut path: Vec<String>,
    message: &str,
    call: &KnownCall<'_>,
) -> Option<Breach> {
    let params = item.get("params").unwrap_or(&Value::Null);
    let text = |key: &str| params.get(key).and_then(Value::as_str);
    let limit = || number_in(params, "limit");
    let count = || params.get("limit").and_then(Value::as_u64);
    let constraint = match keyword {
        "additionalProperties" => {
            path.push(text("additionalProperty")?.to_owned());
            Constraint::AdditionalProperties(known_properties(&path, call))
        }
        "const" => Constraint::Const(params.get("allowedValue")?.clone()),
        "enum" => Constraint::Enum(params.get("allowedValues")?.as_array()?.clone()),
        "exclusiveMaximum" => Constraint::ExclusiveMaximum(limit()?),
        "exclusiveMinimum" => Constraint::ExclusiveMinimum(limit()?),
        "format" => Constraint::Format(text("format")?.to_owned()),
        "maxItems" => Constraint::MaxItems(count()?),
        "maxLength" => Constraint::MaxLength(count()?),
        "maximum" => Constraint::Maximum(limit()?),
        "minItems" => Constraint::MinItems(count()?),
        "minLength" => Constraint::MinLength(count()?),
        "minimum" => Constraint::Minimum(limit()?),
        "multipleOf" => Constraint::MultipleOf(number_in(params, "multipleOf")?),
        "pattern" => Constraint::Pattern(text("pattern")?.to_owned()),
        "required" => {
            path.push(text("missingProperty")?.to_owned());
            Constraint::Required
        }
        "type" => {
            let names: Vec<&str> = match params.get("type")? {
                Value::String(names) => names.split(',').collect(),
                Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
                _ => return None,
            };
            Constraint::Type(names.into_iter().filter_map(JsonType::from_name).collect())
        }
        "uniqueItems" => Constraint::UniqueItems,
        _ => {
            let parameter = resolve(&path, true, call)?;
            return Some(Breach::Words { parameter, words: message.to_owned() });
        }
    };
    rule(constraint, &path, call)
}

/// The breach of `constraint` at the end of `path`.
pub(super) fn rule(
    constraint: Constraint,
    path: &[String],
    call: &KnownCall<'_>,
) -> Option<Breach> {
    let may_lack = matches!(constraint, Constraint::AdditionalProperties(_) | Constraint::Required);
    let parameter = resolve(path, may_lack, call)?;
    let given = parameter.look_up(call.arguments()).cloned();
    // A library that calls a given argument missing means something inside it, or nothing at all.
    if constraint == Constraint::Required && given.as_ref().is_some_and(|value| !value.is_null()) {
        return None;
    }
    Some(Breach::Rule { fault: Fault { parameter, constraint, given }, said: None })
}

/// The properties beside the last step of `path`.
pub(super) fn known_properties(path: &[String], call: &KnownCall<'_>) -> Vec<String> {
    let owner = path.split_last().map_or(&[][..], |(_, owner)| owner);
    let owner = resolve(owner, false, call).unwrap_or_else(Pointer::root);
    let part = crate::judge::facts::subschema::at(call.input_schema(), &owner);
    let known = part.and_then(|part| part.get("properties")?.as_object());
    known.map(|known| known.keys().cloned().collect()).unwrap_or_default()
}

fn number_in(item: &Value, key: &str) -> Option<Number> {
    match item.get(key)? {
        Value::Number(number) => Some(number.clone()),
        Value::String(text) => wording::number(text),
        Value::Array(_) | Value::Bool(_) | Value::Null | Value::Object(_) => None,
    }
}

const ZOD: [&str; 10] = [
    "invalid_enum_value",
    "invalid_format",
    "invalid_literal",
    "invalid_string",
    "invalid_type",
    "invalid_value",
    "not_multiple_of",
    "too_big",
    "too_small",
    "unrecognized_keys",
];

/// How the messages of zod begin.
const LIBRARY_STARTS: [&str; 11] = [
    "Array must",
    "Date must",
    "Expected ",
    "Function ",
    "Input not",
    "Invalid ",
    "Number must",
    "Set must",
    "String must",
    "Too ",
    "Unrecognized ",
];

/// A longer message is no hint, in characters.
const LONGEST_MESSAGE: usize = 300;

/// Members that give the place of an issue.
const PLACES: [&str; 9] = [
    "path",
    "loc",
    "instancePath",
    "dataPath",
    "pointer",
    "field",
    "property",
    "parameter",
    "argument",
];

/// Members that hold issues.
const HOLDERS: [&str; 8] =
    ["errors", "issues", "detail", "details", "error", "violations", "validationErrors", "data"];

const DEEPEST: usize = 5;

const MOST_ATTEMPTS: usize = 64;

const MOST_ISSUES: usize = 100;

const MOST_STEPS: usize = 20;
