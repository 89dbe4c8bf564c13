//! Libraries that tell of one fault in one sentence: jsonschema, zod where it is made pretty, Ajv, serde, Go, Jackson.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::{Number, Value};

use super::super::known_call::KnownCall;
use super::Breach;
use super::issues::{known_properties, rule, sized};
use super::place::{of_value, resolve, steps};
use super::wording::{format, json_type, list, number, pattern, value};
use crate::schema::fault::{Constraint, JsonType, Pointer};

/// Takes every sentence that is understood out of `text`, and returns the rest.
pub(super) fn take(text: &str, call: &KnownCall<'_>, breaches: &mut Vec<Breach>) -> String {
    let mut rest = text.to_owned();
    for shape in SHAPES.iter() {
        let mut at = 0;
        for _ in 0..MOST_SENTENCES {
            let Some(found) = shape.pattern.captures_at(&rest, at) else { break };
            let Some(whole) = found.get(0) else { break };
            let range = whole.range();
            let read = (shape.read)(&found, call);
            if read.is_empty() {
                at = range.end.max(range.start + 1);
                if at >= rest.len() || !rest.is_char_boundary(at) {
                    break;
                }
            } else {
                at = range.start;
                breaches.extend(read);
                rest.replace_range(range, "");
            }
        }
    }
    rest
}

/// A form of sentence, and how it is read.
struct Shape {
    pattern: Regex,
    read: fn(&Captures<'_>, &KnownCall<'_>) -> Vec<Breach>,
}

fn shape(pattern: &str, read: fn(&Captures<'_>, &KnownCall<'_>) -> Vec<Breach>) -> Shape {
    let pattern = format!("(?m){pattern}");
    Shape { pattern: Regex::new(&pattern).expect("the pattern is a constant"), read }
}

fn one(breach: Option<Breach>) -> Vec<Breach> {
    breach.into_iter().collect()
}

/// A rule about the only argument that has the value printed as `shown`.
fn about(shown: &str, constraint: Option<Constraint>, call: &KnownCall<'_>) -> Vec<Breach> {
    let found = || {
        let parameter = of_value(&value(shown)?, call)?;
        let path: Vec<String> = parameter.tokens().collect();
        rule(constraint?, &path, call)
    };
    one(found())
}

fn at(path: &str, constraint: Option<Constraint>, call: &KnownCall<'_>) -> Vec<Breach> {
    one(constraint.and_then(|constraint| rule(constraint, &steps(path), call)))
}

fn surplus(names: &[Value], known: Option<Vec<String>>, call: &KnownCall<'_>) -> Vec<Breach> {
    let names = names.iter().filter_map(|name| name.as_str().map(str::to_owned));
    let breaches = names.filter_map(|name| {
        let path = [name];
        let known = known.clone().unwrap_or_else(|| known_properties(&path, call));
        rule(Constraint::AdditionalProperties(known), &path, call)
    });
    breaches.collect()
}

fn missing(names: Vec<Value>, call: &KnownCall<'_>) -> Vec<Breach> {
    let names = names.into_iter().filter_map(|name| name.as_str().map(str::to_owned));
    names.filter_map(|name| rule(Constraint::Required, &[name], call)).collect()
}

fn texts(values: Vec<Value>) -> Vec<String> {
    values.into_iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

fn types(names: &str) -> Option<Constraint> {
    let types: Vec<JsonType> =
        texts(list(names)).iter().filter_map(|name| json_type(name)).collect();
    (!types.is_empty()).then_some(Constraint::Type(types))
}

fn bound(number: Option<Number>, is_least: bool, is_strict: bool) -> Option<Constraint> {
    let number = number?;
    Some(match (is_least, is_strict) {
        (true, false) => Constraint::Minimum(number),
        (true, true) => Constraint::ExclusiveMinimum(number),
        (false, false) => Constraint::Maximum(number),
        (false, true) => Constraint::ExclusiveMaximum(number),
    })
}

/// Python's jsonschema.
fn is_not_of_type(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    about(&found[1], types(&found[2]), call)
}

fn is_not_one_of(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    about(&found[1], Some(Constraint::Enum(list(&found[2]))), call)
}

fn does_not_match(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    about(&found[1], Some(Constraint::Pattern(found[2].replace("\\\\", "\\"))), call)
}

fn is_beyond(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let is_strict = found.get(3).is_some();
    about(&found[1], bound(number(&found[5]), &found[4] == "minimum", is_strict), call)
}

fn is_no_multiple(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    about(&found[1], number(&found[2]).map(Constraint::MultipleOf), call)
}

fn is_not_a(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    about(&found[1], format(&found[2]).map(|format| Constraint::Format(format.to_owned())), call)
}

fn is_required(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    missing(list(&found[1]), call)
}

fn was_unexpected(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    surplus(&list(&found[1]), None, call)
}

/// Several branches fit, each of which asks for a property.
fn is_valid_under_each(found: &Captures<'_>, _: &KnownCall<'_>) -> Vec<Breach> {
    let names: Vec<String> = REQUIRED_BRANCH
        .captures_iter(&found[1])
        .map(|branch| format!("`{}`", &branch[1]))
        .collect();
    if names.len() < 2 {
        return Vec::new();
    }
    let words = format!("must have just one of {}, not both", names.join(" and "));
    vec![Breach::Words { parameter: Pointer::root(), words }]
}

/// zod's sentences, each with its place.
fn zod(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let (said, path) = (found[1].trim(), &found[2]);
    let constraint = ZOD.iter().find_map(|(pattern, read)| read(&pattern.captures(said)?));
    at(path, constraint, call)
}

fn zod_type(found: &Captures<'_>) -> Option<Constraint> {
    if &found[2] == "undefined" {
        return Some(Constraint::Required);
    }
    Some(Constraint::Type(vec![json_type(&found[1])?]))
}

fn zod_size(found: &Captures<'_>) -> Option<Constraint> {
    let is_least = found[2].starts_with('>');
    sized(&found[1], number(&found[3])?, found[2].ends_with('='), is_least)
}

/// Ajv's sentences.
fn ajv(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let (path, said) = (&found[1], &found[2]);
    let constraint = if let Some(name) = said.strip_prefix("have required property ") {
        let mut path = steps(path);
        path.extend(texts(list(name)));
        return one(rule(Constraint::Required, &path, call));
    } else if let Some(bounds) =
        said.strip_prefix("be ").filter(|rest| rest.starts_with(['<', '>']))
    {
        bound(number(bounds), bounds.starts_with('>'), !bounds.contains('='))
    } else if let Some(kind) = said.strip_prefix("be ") {
        json_type(kind).map(|kind| Constraint::Type(vec![kind]))
    } else if let Some(form) = said.strip_prefix("match pattern ") {
        Some(Constraint::Pattern(form.trim_matches('"').to_owned()))
    } else if let Some(form) = said.strip_prefix("match format ") {
        format(form.trim_matches('"')).map(|format| Constraint::Format(format.to_owned()))
    } else if let Some(few) = said.strip_prefix("NOT have fewer than ") {
        let of = if few.contains("character") { "string" } else { "array" };
        number(few).and_then(|limit| sized(of, limit, true, true))
    } else if let Some(many) = said.strip_prefix("NOT have more than ") {
        let of = if many.contains("character") { "string" } else { "array" };
        number(many).and_then(|limit| sized(of, limit, true, false))
    } else {
        None
    };
    at(path, constraint, call)
}

/// Rust's serde.
fn unknown_field(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let known = found.get(2).map(|known| texts(list(known.as_str())));
    surplus(&[Value::from(&found[1])], known, call)
}

fn unknown_variant(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    about(&format!("\"{}\"", &found[1]), Some(Constraint::Enum(list(&found[2]))), call)
}

fn invalid_type(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let kind = json_type(&found[3]).map(|kind| Constraint::Type(vec![kind]));
    if let Some(path) = found.get(1) {
        return at(path.as_str(), kind, call);
    }
    about(found[2].trim_matches('`'), kind, call)
}

/// Go's decoder.
fn unmarshal(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let name = found[1].rsplit('.').next().unwrap_or_default();
    let kind = json_type(&found[2]).map(|kind| Constraint::Type(vec![kind]));
    at(name, kind, call)
}

/// Go's JSON Schema, with the place in the schema.
fn validating(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let path: Vec<String> = steps(&found[1])
        .into_iter()
        .filter(|step| !matches!(step.as_str(), "items" | "properties" | "root"))
        .collect();
    let (keyword, said) = (&found[2], &found[3]);
    let after = |words: &str| said.find(words).map(|at| said[at + words.len()..].trim());
    let constraint = match keyword {
        "additionalProperties" => {
            return surplus(
                &list(&after("properties").unwrap_or_default().replace("\" \"", "\", \"")),
                None,
                call,
            );
        }
        "enum" => after("any of:").map(|all| {
            let all = all.trim_start_matches('[').trim_end_matches(']');
            Constraint::Enum(
                all.split(' ').map(|item| value(item).unwrap_or_else(|| item.into())).collect(),
            )
        }),
        "maxLength" => after("more than")
            .and_then(number)
            .and_then(|limit| sized("string", limit, true, false)),
        "maximum" => bound(after("greater than").and_then(number), false, false),
        "minLength" => after("fewer than")
            .and_then(number)
            .and_then(|limit| sized("string", limit, true, true)),
        "minimum" => bound(after("less than").and_then(number), true, false),
        "pattern" => {
            after("expression").map(|form| Constraint::Pattern(form.trim_matches('"').to_owned()))
        }
        "required" => {
            return missing(
                list(&after("properties:").unwrap_or_default().replace("\" \"", "\", \"")),
                call,
            );
        }
        "type" => after("want").and_then(|want| {
            types(&want.trim_start_matches("one of").trim().trim_matches('"').replace(' ', ""))
        }),
        _ => None,
    };
    one(constraint.and_then(|constraint| rule(constraint, &path, call)))
}

/// Java's Jackson.
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

fn creator_property(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    missing(vec![Value::from(&found[1])], call)
}

fn words_about(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    let found = || {
        let parameter = of_value(&value(&found[1])?, call)?;
        let path: Vec<String> = parameter.tokens().collect();
        let parameter = resolve(&path, false, call)?;
        Some(Breach::Words { parameter, words: format!("must not be too {}", &found[2]) })
    };
    one(found())
}

const MOST_SENTENCES: usize = 20;

/// A value as Python prints it.
const PRINTED: &str =
    r#"('(?:[^'\\\n]|\\.){0,2000}'|"(?:[^"\\\n]|\\.){0,2000}"|-?\d[\d.]*|True|False|None)"#;

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let printed = |pattern: &str| pattern.replace("PRINTED", PRINTED);
    vec![
        shape(&printed(r"PRINTED is not of type ('\w+'(?:, '\w+')*)"), is_not_of_type),
        shape(&printed(r"PRINTED is not one of (\[[^\]\n]*\])"), is_not_one_of),
        shape(&printed(r"PRINTED does not match '(.+)'"), does_not_match),
        shape(
            &printed(
                r"PRINTED is (greater|less) than (or equal to )?the (?:exclusive )?(maximum|minimum) of (-?[\d.]+)",
            ),
            is_beyond,
        ),
        shape(&printed(r"PRINTED is not a multiple of (-?[\d.]+)"), is_no_multiple),
        shape(&printed(r"PRINTED is not a '([\w-]+)'"), is_not_a),
        shape(&printed(r"PRINTED is too (short|long)"), words_about),
        shape(r"('[^'\n]{1,200}') is a required property", is_required),
        shape(
            r"Additional properties are not allowed \(((?:'[^'\n]*'(?:, )?)+) (?:was|were) unexpected\)",
            was_unexpected,
        ),
        shape(r"\{[^\n]*\} is valid under each of ([^\n]*)", is_valid_under_each),
        shape(
            r"[✖ ]*([A-Z][^\n]{2,400}?)(?:\s+→)? at ([A-Za-z_$][\w.\[\]$-]*)[ \t]*(?:$|[;,])",
            zod,
        ),
        shape(
            r"((?:data|body|arguments|params)?(?:/[\w~.-]+)+|data|arguments) must ([^\n,;]+)",
            ajv,
        ),
        shape(r"missing field `([^`\n]{1,200})`(?: at line \d+ column \d+)?", creator_property),
        shape(
            r"unknown field `([^`\n]{1,200})`(?:, expected (?:one of )?((?:`[^`\n]*`(?:, | or )?)+))?(?:, there are no fields)?(?: at line \d+ column \d+)?",
            unknown_field,
        ),
        shape(
            r"unknown variant `([^`\n]{0,200})`, expected (?:one of )?((?:`[^`\n]*`(?:, | or )?)+)(?: at line \d+ column \d+)?",
            unknown_variant,
        ),
        shape(
            r#"(?:\b([\w.\[\]]+): )?invalid (?:type|value): (?:string|integer|floating point|boolean|null|map|sequence|unit value)(?: ("(?:[^"\\\n]|\\.)*"|`[^`\n]*`))?, expected (?:an? )?(\w+)(?: at line \d+ column \d+)?"#,
            |found, call| {
                if found.get(1).is_none() && found.get(2).is_none() {
                    Vec::new()
                } else {
                    invalid_type_of(found, call)
                }
            },
        ),
        shape(
            r"(?:json: )?cannot unmarshal \w+ into Go struct field (\S+) of type (\S+)",
            unmarshal,
        ),
        shape(
            r#"(?:validating "?arguments"?: )?(?:validating root: )?validating (root|/\S+): (\w+): ([^\n]*)"#,
            validating,
        ),
        shape(
            r"validating (root|/\S+): (required|type|enum|additionalProperties): ([^\n]*)",
            validating,
        ),
        shape(
            r#"(?:JSON parse error: )?Cannot deserialize value of type `([\w.$<>]+)` from \w+(?: value)?(?: "([^"\n]*)")?[^\n]*(?:\n[^\n]*through reference chain: [^\n]*)?"#,
            deserialize,
        ),
        shape(
            r#"Unrecognized field "([^"\n]*)"[^\n]*?(?:known propert(?:y|ies): ([^\])\n]*)[\])]*[^\n]*)?"#,
            unknown_field,
        ),
        shape(r"Missing required creator property '([^'\n]*)'[^\n]*", creator_property),
    ]
});

fn invalid_type_of(found: &Captures<'_>, call: &KnownCall<'_>) -> Vec<Breach> {
    invalid_type(found, call)
}

type ReadZod = fn(&Captures<'_>) -> Option<Constraint>;

static ZOD: LazyLock<Vec<(Regex, ReadZod)>> = LazyLock::new(|| {
    let form = |pattern: &str, read: ReadZod| {
        (Regex::new(pattern).expect("the pattern is a constant"), read)
    };
    vec![
        form(r"^(?:Invalid input: e|E)xpected (\w+), received (\w+)$", zod_type),
        form(r"^Required$", |_| Some(Constraint::Required)),
        form(r"^Invalid option: expected one of (.+)$", |found| {
            Some(Constraint::Enum(list(&found[1])))
        }),
        form(r"^Invalid enum value\. Expected (.+), received .*$", |found| {
            Some(Constraint::Enum(list(&found[1])))
        }),
        form(r"^Invalid (?:input|literal value):? expected (.+)$", |found| {
            value(&found[1]).map(Constraint::Const)
        }),
        form(r"^Too (?:small|big): expected (\w+) to (?:be|have) ([<>]=?)(-?[\d.]+)", zod_size),
        form(r"^Invalid string: must match pattern (/.+/\w*)$", |found| {
            Some(Constraint::Pattern(pattern(&found[1])))
        }),
        form(
            r"^Invalid (email address|email|URL|url|UUID|uuid|ISO date|ISO datetime|date|datetime)$",
            |found| format(&found[1]).map(|format| Constraint::Format(format.to_owned())),
        ),
        form(r"^Invalid number: must be a multiple of (-?[\d.]+)$", |found| {
            number(&found[1]).map(Constraint::MultipleOf)
        }),
    ]
});

fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is a constant")
}

static REQUIRED_BRANCH: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"\{'required': \['([^'\]]+)'\]\}"));

static CHAIN: LazyLock<Regex> = LazyLock::new(|| compiled(r#"\["([^"\]\n]+)"\]"#));

static ENUM_CLASS: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"accepted for Enum class: \[([^\]\n]*)\]"));
