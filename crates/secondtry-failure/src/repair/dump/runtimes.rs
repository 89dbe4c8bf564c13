//! What languages and small libraries say of a text that they cannot read: Python's and Go's own parsers, Java's, C#'s,
//! msgspec, marshmallow, and networknt's validator of Java's MCP SDK.

use regex::Captures;
use serde_json::Value;

use super::super::known_call::KnownCall;
use super::Breach;
use super::issues::sized;
use super::sentences::{Shape, about, at, bound, missing, plain, surplus, types};
use super::wording::{format, json_type, list, number, pattern};
use crate::schema::fault::{Constraint, JsonType};

pub(super) fn shapes() -> Vec<Shape> {
    let mut shapes = python();
    shapes.extend(go());
    shapes.extend(java());
    shapes.extend(msgspec());
    shapes.extend(marshmallow());
    shapes
}

fn python() -> Vec<Shape> {
    vec![
        plain(r"Invalid isoformat string: ('[^'\n]*')", |found, call| {
            about(&found[1], Some(day_or_moment(&found[1])), call)
        }),
        plain(r"time data ('[^'\n]*') does not match format '([^'\n]*)'", |found, call| {
            about(&found[1], form(&found[2], &STRPTIME), call)
        }),
        plain(r"invalid literal for int\(\) with base 10: ('[^'\n]*')", |found, call| {
            about(&found[1], Some(Constraint::Type(vec![JsonType::Integer])), call)
        }),
        plain(r"could not convert string to float: ('[^'\n]*')", |found, call| {
            about(&found[1], Some(Constraint::Type(vec![JsonType::Number])), call)
        }),
    ]
}

fn go() -> Vec<Shape> {
    vec![
        plain(
            r#"parsing time "(?:\\")?([^"\\\n]*)(?:\\")?" as "(?:\\")?([^"\\\n]*)(?:\\")?"(?:: cannot parse [^\n]*)?"#,
            |found, call| about(&quoted(&found[1]), form(&found[2], &LAYOUT), call),
        ),
        plain(
            r#"(?:strconv\.)?(Atoi|Parse(?:Bool|Float|Int|Uint)): parsing ("[^"\n]*"): invalid syntax"#,
            |found, call| {
                let kind = match &found[1] {
                    "ParseBool" => JsonType::Boolean,
                    "ParseFloat" => JsonType::Number,
                    _ => JsonType::Integer,
                };
                about(&found[2], Some(Constraint::Type(vec![kind])), call)
            },
        ),
    ]
}

fn java() -> Vec<Shape> {
    let place = r"(?:\$\.|/)([\w.\[\]/$-]+): ";
    let at_place = |pattern: &str, read| plain(&format!("{place}{pattern}"), read);
    vec![
        plain(r"Text '([^'\n]*)' could not be parsed at index \d+", |found, call| {
            about(&quoted(&found[1]), Some(day_or_moment(&found[1])), call)
        }),
        plain(r#"For input string: ("[^"\n]*")"#, |found, call| {
            about(&found[1], Some(Constraint::Type(vec![JsonType::Number])), call)
        }),
        plain(
            r"The JSON value could not be converted to (?:System\.)?([\w.]+)\. Path: \$\.([\w.\[\]]+)[^\n]*",
            |found, call| at(&found[2], of_csharp(&found[1]), call),
        ),
        at_place(r"must have a (maximum|minimum) value of (-?[\d.]+)", |found, call| {
            at(&found[1], bound(number(&found[3]), &found[2] == "minimum", false), call)
        }),
        at_place(r"(?:\w+) found, ([\w, \[\]]+) expected", |found, call| {
            at(&found[1], types(&found[2]), call)
        }),
        at_place(r"does not have a value in the enumeration (\[[^\]\n]*\])", |found, call| {
            at(&found[1], Some(Constraint::Enum(list(&found[2]))), call)
        }),
        at_place(r"does not match the regex pattern ([^\n]+)", |found, call| {
            at(&found[1], Some(Constraint::Pattern(pattern(found[2].trim()))), call)
        }),
        at_place(r"does not match the ([\w-]+) pattern[^\n]*", |found, call| {
            let format = format(&found[2]);
            at(&found[1], format.map(|format| Constraint::Format(format.to_owned())), call)
        }),
        at_place(r"must be at (least|most) (\d+) characters long", |found, call| {
            let is_least = &found[2] == "least";
            let limit = number(&found[3]).and_then(|limit| sized("string", limit, true, is_least));
            at(&found[1], limit, call)
        }),
        plain(r"\$: required property ('[^'\n]+') not found", |found, call| {
            missing(list(&found[1]), call)
        }),
        plain(r"\$: property ('[^'\n]+') is not defined in the schema[^\n]*", |found, call| {
            surplus(&list(&found[1]), None, call)
        }),
    ]
}

fn msgspec() -> Vec<Shape> {
    let place = r" - at `\$\.([\w.\[\]]+)`";
    vec![
        plain(&format!(r"Expected `([^`\n]+)`, got `\w+`{place}"), |found, call| {
            at(&found[2], types(&found[1].replace(" | ", ", ")), call)
        }),
        plain(
            &format!(r"Expected `(?:int|float)` (<|<=|>|>=) (-?[\d.]+){place}"),
            |found, call| {
                let (is_least, is_strict) = (found[1].starts_with('>'), !found[1].ends_with('='));
                at(&found[3], bound(number(&found[2]), is_least, is_strict), call)
            },
        ),
        plain(
            &format!(r"Expected `(str|array|list)` of length (<=|>=) (\d+){place}"),
            |found, call| {
                let of = if &found[1] == "str" { "string" } else { "array" };
                let limit = number(&found[3]);
                let limit = limit.and_then(|limit| sized(of, limit, true, &found[2] == ">="));
                at(&found[4], limit, call)
            },
        ),
        plain(&format!(r"Expected `str` matching regex '([^\n]+)'{place}"), |found, call| {
            at(&found[2], Some(Constraint::Pattern(found[1].to_owned())), call)
        }),
        plain(&format!(r"Invalid RFC3339 encoded (date|datetime){place}"), |found, call| {
            let format = format(&found[1]);
            at(&found[2], format.map(|format| Constraint::Format(format.to_owned())), call)
        }),
        plain(&format!(r"Invalid UUID{place}"), |found, call| {
            at(&found[1], Some(Constraint::Format("uuid".into())), call)
        }),
        plain(r"Object missing required field `([^`\n]+)`", |found, call| {
            missing(vec![Value::from(&found[1])], call)
        }),
        plain(r"Object contains unknown field `([^`\n]+)`", |found, call| {
            surplus(&[Value::from(&found[1])], None, call)
        }),
    ]
}

fn marshmallow() -> Vec<Shape> {
    let of = |said: &str| format!(r"\{{?'([\w.]+)': \['{said}\.?'\]\}}?");
    vec![
        plain(
            &of(
                r"Not a valid (boolean|date|datetime|email address|integer|number|string|URL|UUID)",
            ),
            |found, call| {
                let of_type = || Some(Constraint::Type(vec![json_type(&found[2])?]));
                let format = format(&found[2]).map(|format| Constraint::Format(format.to_owned()));
                at(&found[1], format.or_else(of_type), call)
            },
        ),
        plain(&of(r"Must be one of: ([^'\n]*?)"), |found, call| {
            at(&found[1], Some(Constraint::Enum(list(&found[2]))), call)
        }),
        plain(&of(r"Must be (greater|less) than (or equal to )?(-?[\d.]+?)"), |found, call| {
            let limit = bound(number(&found[4]), &found[2] == "greater", found.get(3).is_none());
            at(&found[1], limit, call)
        }),
        plain(
            &of(
                r"Must be greater than or equal to (-?[\d.]+) and less than or equal to (-?[\d.]+?)",
            ),
            beyond,
        ),
        plain(&of("Missing data for required field"), |found, call| {
            missing(vec![Value::from(&found[1])], call)
        }),
        plain(&of("Unknown field"), |found, call| surplus(&[Value::from(&found[1])], None, call)),
    ]
}

/// The one of two bounds that is broken.
fn beyond(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let sent = call.arguments().get(&found[1]).and_then(Value::as_f64);
    let least = number(&found[2]);
    let is_below = least.as_ref().and_then(serde_json::Number::as_f64).zip(sent);
    let is_below = is_below.is_some_and(|(least, sent)| sent < least);
    let limit = if is_below { least } else { number(&found[3]) };
    at(&found[1], bound(limit, is_below, false), call)
}

fn of_csharp(name: &str) -> Option<Constraint> {
    Some(match name {
        "DateOnly" => Constraint::Format("date".into()),
        "DateTime" | "DateTimeOffset" => Constraint::Format("date-time".into()),
        "Guid" => Constraint::Format("uuid".into()),
        "Uri" => Constraint::Format("uri".into()),
        name => Constraint::Type(vec![json_type(name)?]),
    })
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn day_or_moment(text: &str) -> Constraint {
    Constraint::Format(if text.contains(':') { "date-time" } else { "date" }.into())
}

/// The form behind a layout, where it is a common one.
fn form(layout: &str, known: &[(&str, Form)]) -> Option<Constraint> {
    let (_, form) = known.iter().find(|(known, _)| *known == layout)?;
    Some(match form {
        Form::Day => Constraint::Format("date".into()),
        Form::Minutes => Constraint::Pattern("^([01][0-9]|2[0-3]):[0-5][0-9]$".into()),
        Form::Moment => Constraint::Format("date-time".into()),
        Form::Seconds => Constraint::Pattern("^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$".into()),
    })
}

enum Form {
    Day,
    Minutes,
    Moment,
    Seconds,
}

const STRPTIME: [(&str, Form); 5] = [
    ("%Y-%m-%d", Form::Day),
    ("%H:%M", Form::Minutes),
    ("%H:%M:%S", Form::Seconds),
    ("%Y-%m-%dT%H:%M:%S%z", Form::Moment),
    ("%Y-%m-%dT%H:%M:%SZ", Form::Moment),
];

const LAYOUT: [(&str, Form); 5] = [
    ("2006-01-02", Form::Day),
    ("15:04", Form::Minutes),
    ("15:04:05", Form::Seconds),
    ("2006-01-02T15:04:05Z07:00", Form::Moment),
    ("2006-01-02T15:04:05.999999999Z07:00", Form::Moment),
];
