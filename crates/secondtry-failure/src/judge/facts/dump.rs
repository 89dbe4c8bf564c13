//! The dumps of validation libraries as sentences: lists of issues in JSON, and Pydantic's blocks.
//!
//! Members are told apart by what their names mean (a place, an expectation, what was received, a
//! list of accepted values), so that a library never seen before can be read too.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::pattern::Pattern;
use super::reading::Reading;
use crate::message::plain_value::{PlainValue, plain_value};

#[cfg(test)]
mod tests;

/// Reads `text` into `reading`, each dump as the sentences that it stands for.
pub(super) fn read(text: &str, reading: &mut Reading) {
    if let Ok(whole) = plain_value(text)
        && (whole.is_object() || whole.is_array())
    {
        tell(&whole, None, reading);
        return;
    }
    let mut rest = text;
    for _ in 0..MOST_DUMPS {
        let Some((before, dump, after)) = next_dump(rest) else { break };
        read_blocks(before, reading);
        reading.prose.push('\n');
        tell(&dump, None, reading);
        rest = after;
    }
    read_blocks(rest, reading);
}

/// Finds the first report in JSON within `text`, with what stands before and after it.
fn next_dump(text: &str) -> Option<(&str, Value, &str)> {
    let openings = text.match_indices(['[', '{']).map(|(at, _)| at);
    let mut read_up_to = 0;
    for at in openings.take(MOST_ATTEMPTS) {
        if at < read_up_to {
            continue;
        }
        let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<PlainValue>();
        if let Some(Ok(PlainValue(value))) = values.next() {
            let end = at + values.byte_offset();
            if is_report(&value) {
                return Some((&text[..at], value, &text[end..]));
            }
            read_up_to = end;
        }
    }
    None
}

/// Whether `value` tells of faults, other than an example or an echo of arguments.
fn is_report(value: &Value) -> bool {
    match value {
        Value::Array(items) => {
            items.first().is_some_and(|first| first.is_object() && is_report(first))
        }
        Value::Object(members) => members.keys().any(|key| {
            matches!(
                meaning(key),
                Meaning::Expectation | Meaning::Message | Meaning::Place | Meaning::Received
            ) && key != "name"
        }),
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_) => false,
    }
}

/// Writes what `value` says; `under` is the name of the member that holds it.
fn tell(value: &Value, under: Option<&str>, reading: &mut Reading) {
    match value {
        Value::Array(items) => {
            for item in items {
                tell(item, under, reading);
            }
        }
        Value::Null => (),
        Value::Object(members) => tell_members(members, reading),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            match under {
                Some(name) if meaning(name) == Meaning::Unknown => {
                    let _ = write!(reading.prose, "{name}: ");
                }
                Some(_) | None => (),
            }
            read_blocks(&plain(value), reading);
            reading.prose.push('\n');
        }
    }
}

fn tell_members(members: &Map<String, Value>, reading: &mut Reading) {
    let is_issue = members.contains_key("message") || members.contains_key("msg");
    for (key, value) in members {
        match meaning(key) {
            Meaning::Accepted => tell_list("one of: ", value, reading),
            Meaning::Bound if value.is_number() => {
                let _ = writeln!(reading.prose, "{key} {value}");
            }
            Meaning::Expectation if value.is_string() => {
                let _ = writeln!(reading.prose, "expected {}", plain(value));
            }
            Meaning::Ignored => (),
            Meaning::Place => tell_place(value, reading),
            Meaning::Received if is_issue => {
                let _ = writeln!(reading.prose, "received {}", plain(value));
            }
            Meaning::Unknown if is_issue && !value.is_object() && !value.is_array() => (),
            Meaning::Bound
            | Meaning::Expectation
            | Meaning::Message
            | Meaning::Received
            | Meaning::Unknown => tell(value, Some(key), reading),
        }
    }
}

/// Takes a place that is a path, a list of steps, or Valibot's list of objects with `key`.
fn tell_place(value: &Value, reading: &mut Reading) {
    match value {
        Value::Array(steps) => {
            for step in steps {
                match step.get("key").unwrap_or(step) {
                    Value::String(name) => reading.names.push(name.clone()),
                    Value::Array(_)
                    | Value::Bool(_)
                    | Value::Null
                    | Value::Number(_)
                    | Value::Object(_) => (),
                }
            }
        }
        Value::String(path) => reading.add_path(path),
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::Object(_) => (),
    }
}

fn tell_list(opening: &str, value: &Value, reading: &mut Reading) {
    if let Value::Array(items) = value {
        reading.prose.push_str(opening);
        for item in items {
            let _ = write!(reading.prose, "'{}', ", plain(item));
        }
        reading.prose.push('\n');
    }
}

/// Reads sentences in which blocks of Pydantic may stand.
fn read_blocks(text: &str, reading: &mut Reading) {
    let mut in_block = false;
    for line in text.split_inclusive('\n') {
        let line_of_block = line.trim_end();
        if PYDANTIC_HEADING.is_match(line_of_block) {
            in_block = true;
            reading.prose.push_str(&PYDANTIC_HEADING.replace(line, "\n"));
        } else if let Some(found) = PYDANTIC_FAULT.captures(line_of_block) {
            reading.prose.push_str(&found[1]);
            if !found[2].starts_with("missing") {
                let _ = write!(reading.prose, "\nreceived {}", &found[3]);
            }
            reading.prose.push('\n');
        } else if in_block && !line.starts_with(char::is_whitespace) && !line_of_block.contains(' ')
        {
            reading.add_path(line_of_block);
        } else {
            reading.prose.push_str(line);
        }
    }
}

/// What the name of a member says about its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Accepted,
    Bound,
    Expectation,
    Ignored,
    Message,
    Place,
    Received,
    Unknown,
}

fn meaning(key: &str) -> Meaning {
    let key: String =
        key.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    match key.as_str() {
        "accepted" | "allowed" | "allowedvalues" | "choices" | "enum" | "options"
        | "validvalues" | "values" => Meaning::Accepted,
        "exclusivemaximum" | "exclusiveminimum" | "max" | "maximum" | "min" | "minimum"
        | "multipleof" => Meaning::Bound,
        "expected" | "expectedtype" => Meaning::Expectation,
        "code" | "errorcode" | "exact" | "iserror" | "keyword" | "kind" | "inclusive"
        | "origin" | "pattern" | "schemapath" | "stacktrace" | "status" | "statuscode"
        | "success" | "timestamp" | "traceid" | "validation" => Meaning::Ignored,
        "cause" | "causes" | "constraints" | "description" | "detail" | "details" | "error"
        | "errormessage" | "errors" | "fielderrors" | "hint" | "issues" | "message"
        | "messages" | "msg" | "params" | "reason" | "suggestion" | "text" | "title"
        | "unionerrors" | "violations" => Meaning::Message,
        "argument" | "datapath" | "field" | "fieldname" | "instancepath" | "jsonpath" | "key"
        | "keys" | "loc" | "location" | "missingproperty" | "additionalproperty" | "param"
        | "parameter" | "parametername" | "path" | "pointer" | "property" => Meaning::Place,
        "actual" | "given" | "got" | "input" | "invalidvalue" | "provided" | "received"
        | "rejectedvalue" | "value" => Meaning::Received,
        _ => Meaning::Unknown,
    }
}

/// A scalar without quotes, anything else as JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(_) | Value::Bool(_) | Value::Null | Value::Number(_) | Value::Object(_) => {
            value.to_string()
        }
    }
}

const MOST_ATTEMPTS: usize = 32;

const MOST_DUMPS: usize = 8;

static PYDANTIC_HEADING: Pattern =
    Pattern::exact(&["validation error"], r"\b\d+ validation errors? for \S+$");

static PYDANTIC_FAULT: Pattern =
    Pattern::exact(&["[type="], r"^\s*(.*?) \[type=(\w+), input_value=(.*), input_type=[^\]]*\]$");
