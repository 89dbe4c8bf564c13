//! The sentences of zod and of Ajv, each with the place of the argument.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::super::known_call::KnownCall;
use super::super::pattern::compiled;
use super::Breach;
use super::issues::{rule, sized};
use super::place::{resolve, steps};
use super::sentences::{Shape, at, bound, loose, one, plain, surplus, texts};
use super::wording::{format, json_type, list, number, pattern, value};
use crate::schema::fault::Constraint;

pub(super) fn shapes() -> Vec<Shape> {
    vec![
        loose(
            r"[✖ ]*([A-Z][^\n]+?)(?:\s+→)? at ([A-Za-z_$][\w.\[\]$-]*)[ \t]*(?:$|[;,])",
            |found, call| zod(&found[1], &found[2], call),
        ),
        loose(
            r"^[ \t]*([A-Za-z_$][\w.\[\]$-]*): ((?:Invalid |Too |Expected |Unrecognized |Required|Array |Number |String )[^\n;]*)",
            |found, call| zod(&found[2], &found[1], call),
        ),
        loose(
            r#"Unrecognized keys?(?:\(s\))?(?: in object)?: ((?:["'][^"'\n]*["'](?:, )?)+)"#,
            |found, call| surplus(&list(&found[1]), None, call),
        ),
        plain(
            r"(?:data|arguments|(?:/[\w~.-]+)+) must (?:NOT have additional properties|be equal to one of the allowed values)",
            |_, _| Vec::new(),
        ),
        loose(
            r"((?:data|body|arguments|params)?(?:/[\w~.-]+)+|data|arguments) must ([^\n,;]+)",
            ajv,
        ),
    ]
}

fn zod(said: &str, path: &str, call: &KnownCall<'_>) -> Vec<Breach> {
    let said = said.trim();
    // No branch of a union fits.
    if said == "Invalid input" {
        let parameter = resolve(&steps(path), true, call);
        let words = "has a value that is not accepted".to_owned();
        return one(parameter.map(|parameter| Breach::Words { parameter, words }));
    }
    let constraint = ZOD.iter().find_map(|(pattern, read)| read(&pattern.captures(said)?));
    at(path, constraint, call)
}

fn of_type(found: &Captures<'_>) -> Option<Constraint> {
    if &found[2] == "undefined" {
        return Some(Constraint::Required);
    }
    Some(Constraint::Type(vec![json_type(&found[1])?]))
}

fn of_size(found: &Captures<'_>) -> Option<Constraint> {
    let is_least = found[2].starts_with('>');
    sized(&found[1], number(&found[3])?, found[2].ends_with('='), is_least)
}

/// As version 3 says it: `Number must be greater than or equal to 1`.
fn of_size_in_words(found: &Captures<'_>) -> Option<Constraint> {
    let of = found[1].to_lowercase();
    let limit = number(&found[3])?;
    match &found[2] {
        "at least" | "greater than or equal to" => sized(&of, limit, true, true),
        "at most" | "less than or equal to" => sized(&of, limit, true, false),
        "greater than" => sized(&of, limit, false, true),
        "less than" => sized(&of, limit, false, false),
        _ => None,
    }
}

fn ajv(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let (path, said) = (&found[1], &found[2]);
    let constraint = if let Some(name) = said.strip_prefix("have required property ") {
        let mut path = steps(path);
        path.extend(texts(list(name)));
        return one(rule(Constraint::Required, &path, call));
    } else if let Some(limit) = said.strip_prefix("be ").filter(|rest| rest.starts_with(['<', '>']))
    {
        bound(number(limit), limit.starts_with('>'), !limit.contains('='))
    } else if let Some(kind) = said.strip_prefix("be ") {
        json_type(kind).map(|kind| Constraint::Type(vec![kind]))
    } else if let Some(form) = said.strip_prefix("match pattern ") {
        Some(Constraint::Pattern(form.trim_matches('"').to_owned()))
    } else if let Some(form) = said.strip_prefix("match format ") {
        format(form.trim_matches('"')).map(|format| Constraint::Format(format.to_owned()))
    } else if let Some(few) = said.strip_prefix("NOT have fewer than ") {
        number(few).and_then(|limit| sized(counted(few), limit, true, true))
    } else if let Some(many) = said.strip_prefix("NOT have more than ") {
        number(many).and_then(|limit| sized(counted(many), limit, true, false))
    } else {
        None
    };
    at(path, constraint, call)
}

fn counted(said: &str) -> &'static str {
    if said.contains("character") { "string" } else { "array" }
}

/// What is read as a time of day.
pub(super) const TIME: &str = "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$";

type ReadRule = fn(&Captures<'_>) -> Option<Constraint>;

static ZOD: LazyLock<Vec<(Regex, ReadRule)>> = LazyLock::new(|| {
    let form = |pattern: &str, read: ReadRule| (compiled(pattern), read);
    vec![
        form(r"^(?:Invalid input: e|E)xpected (\w+), received (\w+)$", of_type),
        form(r"^Required$", |_| Some(Constraint::Required)),
        form(r"^Invalid option: expected one of (.+)$", |found| {
            Some(Constraint::Enum(list(&found[1])))
        }),
        form(r"^Invalid enum value\. Expected (.+), received .*$", |found| {
            Some(Constraint::Enum(list(&found[1])))
        }),
        form(r"^Invalid (?:input|literal value)[:,] expected (.+)$", |found| {
            value(&found[1]).map(Constraint::Const)
        }),
        form(r"^Too (?:small|big): expected (\w+) to (?:be|have) ([<>]=?)(-?[\d.]+)", of_size),
        form(
            r"^(Array|Number|String) must (?:be|contain) (at least|at most|greater than or equal to|less than or equal to|greater than|less than) (-?[\d.]+)",
            of_size_in_words,
        ),
        form(r"^Invalid string: must match pattern (/.+/\w*)$", |found| {
            Some(Constraint::Pattern(pattern(&found[1])))
        }),
        form(
            r"^Invalid (email address|email|URL|url|UUID|uuid|ISO date|ISO datetime|date|datetime)$",
            |found| format(&found[1]).map(|format| Constraint::Format(format.to_owned())),
        ),
        form(r#"^Invalid string: must start with "([^"]+)"$"#, |found| {
            Some(Constraint::Pattern(format!("^{}", regex::escape(&found[1]))))
        }),
        form(r#"^Invalid string: must end with "([^"]+)"$"#, |found| {
            Some(Constraint::Pattern(format!("{}$", regex::escape(&found[1]))))
        }),
        form(r"^Invalid ISO time$", |_| Some(Constraint::Pattern(TIME.into()))),
        form(r"^Too (?:small|big): expected string to have exactly (\d+) characters$", |found| {
            Some(Constraint::Pattern(format!("^.{{{}}}$", &found[1])))
        }),
        form(r"^Invalid number: must be a multiple of (-?[\d.]+)$", |found| {
            number(&found[1]).map(Constraint::MultipleOf)
        }),
    ]
});
