//! The sentences of decoders that read arguments into types: Rust's serde, Go's `encoding/json` and JSON Schema, Java's
//! Jackson.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::Value;

use super::super::known_call::KnownCall;
use super::super::pattern::compiled;
use super::Breach;
use super::issues::{rule, sized};
use super::place::steps;
use super::sentences::{
    Shape, about, at, bound, loose, missing, one, plain, surplus, texts, types,
};
use super::wording::{json_type, list, number, value};
use crate::schema::fault::Constraint;

pub(super) fn shapes() -> Vec<Shape> {
    let mut shapes = serde();
    shapes.extend(go());
    shapes.extend(jackson());
    shapes
}

fn serde() -> Vec<Shape> {
    let end = |pattern: &str| format!("{pattern}(?: at line \\d+ column \\d+)?");
    vec![
        plain(&end(r"missing field `([^`\n]+)`"), |found, call| {
            missing(vec![Value::from(&found[1])], call)
        }),
        plain(
            &end(
                r"unknown field `([^`\n]+)`(?:, expected (?:one of )?((?:`[^`\n]*`(?:, | or )?)+))?(?:, there are no fields)?",
            ),
            unknown_field,
        ),
        plain(
            &end(r"unknown variant `([^`\n]*)`, expected (?:one of )?((?:`[^`\n]*`(?:, | or )?)+)"),
            unknown_variant,
        ),
        plain(
            &end(
                r#"(?:\b([\w.\[\]]+): )?invalid (?:type|value): (?:string|integer|floating point|boolean|null|map|sequence|unit value)(?: ("(?:[^"\\\n]|\\.)*"|`[^`\n]*`))?, expected (?:an? )?(\w+)(?: [A-Z]\w*)?"#,
            ),
            invalid_type,
        ),
    ]
}

fn unknown_field(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let known = found.get(2).map(|known| texts(list(known.as_str())));
    surplus(&[Value::from(&found[1])], known.as_deref(), call)
}

fn unknown_variant(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    about(&format!("\"{}\"", &found[1]), Some(Constraint::Enum(list(&found[2]))), call)
}

fn invalid_type(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let kind = json_type(&found[3]).map(|kind| Constraint::Type(vec![kind]));
    let kind =
        found.get(2).and_then(|given| machine_bound(&found[0], given.as_str(), &found[3])).or(kind);
    match (found.get(1), found.get(2)) {
        (Some(path), _) => at(path.as_str(), kind, call),
        (None, Some(given)) => about(given.as_str().trim_matches('`'), kind, call),
        (None, None) => Vec::new(),
    }
}

/// The bound behind an integer that does not fit `u8` or the like.
fn machine_bound(said: &str, given: &str, kind: &str) -> Option<Constraint> {
    let given: i128 =
        given.trim_matches('`').parse().ok().filter(|_| said.contains(": integer "))?;
    let bits: u32 = kind.get(1..)?.parse().ok().filter(|bits| matches!(bits, 8 | 16 | 32 | 64))?;
    let (least, most) = match kind.as_bytes()[0] {
        b'i' => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        b'u' => (0, (1i128 << bits) - 1),
        _ => return None,
    };
    let number = |limit: i128| serde_json::from_str(&limit.to_string()).ok();
    if given < least {
        number(least).map(Constraint::Minimum)
    } else {
        number(most).map(Constraint::Maximum)
    }
}

fn go() -> Vec<Shape> {
    vec![
        plain(
            r"(?:json: )?cannot unmarshal \w+(?: -?[\d.]+)? into Go struct field (\S+) of type (\S+)",
            |found, call| {
                let path = found[1].split_once('.').map_or(&found[1], |(_, path)| path);
                let kind = json_type(&found[2]).map(|kind| Constraint::Type(vec![kind]));
                at(path, kind, call)
            },
        ),
        plain(
            r"(?:json: )?cannot unmarshal \w+(?: -?[\d.]+)? into Go value of type \S+",
            |_, _| Vec::new(),
        ),
        loose(
            r#"(?:validating "?arguments"?: )?(?:validating root: )?validating (root|/\S+): (\w+): ([^\n]*)"#,
            validating,
        ),
    ]
}

/// A fault with its place in the schema.
fn validating(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let path: Vec<String> = steps(&found[1])
        .into_iter()
        .filter(|step| !matches!(step.as_str(), "items" | "properties" | "root"))
        .collect();
    let said = &found[3];
    let after = |words: &str| said.find(words).map(|at| said[at + words.len()..].trim());
    let names = |words: &str| list(&after(words).unwrap_or_default().replace("\" \"", "\", \""));
    let constraint = match &found[2] {
        "additionalProperties" => return surplus(&names("properties"), None, call),
        "enum" => after("any of:").map(|all| {
            let all = all.trim_start_matches('[').trim_end_matches(']').split(' ');
            Constraint::Enum(all.map(|item| value(item).unwrap_or_else(|| item.into())).collect())
        }),
        "maxLength" => after("more than")
            .and_then(number)
            .and_then(|limit| sized("string", limit, true, false)),
        "multipleOf" => after("multiple of").and_then(number).map(Constraint::MultipleOf),
        "maximum" => bound(after("greater than").and_then(number), false, false),
        "minLength" => after("fewer than")
            .and_then(number)
            .and_then(|limit| sized("string", limit, true, true)),
        "minimum" => bound(after("less than").and_then(number), true, false),
        "pattern" => {
            after("expression").map(|form| Constraint::Pattern(form.trim_matches('"').to_owned()))
        }
        "required" => return missing(names("properties:"), call),
        "type" => after("want").and_then(|want| {
            let want = want.trim_start_matches("one of").trim().trim_matches('"');
            types(&want.replace(' ', ""))
        }),
        _ => None,
    };
    one(constraint.and_then(|constraint| rule(constraint, &path, call)))
}

fn jackson() -> Vec<Shape> {
    vec![
        plain(
            r#"(?:JSON parse error: )?Cannot deserialize value of type `([\w.$<>]+)` from \w+(?: value)?(?: "([^"\n]*)")?[^\n]*(?:\n[^\n]*through reference chain: [^\n]*)?"#,
            deserialize,
        ),
        plain(
            r#"Unrecognized field "([^"\n]*)"(?:[^\n]*?known propert(?:y|ies): ([^\])\n]*))?[^\n]*"#,
            unknown_field,
        ),
        plain(r"Missing required creator property '([^'\n]*)'[^\n]*", |found, call| {
            missing(vec![Value::from(&found[1])], call)
        }),
    ]
}

fn deserialize(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let said = &found[0];
    let choices = ENUM_CLASS.captures(said).map(|all| Constraint::Enum(list(&all[1])));
    let of_type = || match found[1].rsplit('.').next().unwrap_or_default() {
        "LocalDate" => Some(Constraint::Format("date".into())),
        "Instant" | "OffsetDateTime" | "ZonedDateTime" => {
            Some(Constraint::Format("date-time".into()))
        }
        "UUID" => Some(Constraint::Format("uuid".into())),
        name => json_type(name).map(|kind| Constraint::Type(vec![kind])),
    };
    let constraint = choices.or_else(of_type);
    let chain: Vec<String> = CHAIN.captures_iter(said).map(|step| step[1].to_owned()).collect();
    if !chain.is_empty() {
        return one(constraint.and_then(|constraint| rule(constraint, &chain, call)));
    }
    match found.get(2) {
        Some(given) => about(&format!("\"{}\"", given.as_str()), constraint, call),
        None => Vec::new(),
    }
}

static CHAIN: LazyLock<Regex> = LazyLock::new(|| compiled(r#"\["([^"\]\n]+)"\]"#));

static ENUM_CLASS: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"accepted for Enum class: \[([^\]\n]*)\]"));
