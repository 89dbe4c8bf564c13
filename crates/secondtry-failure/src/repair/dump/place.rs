//! Which argument a library means.

use serde_json::Value;

use super::super::known_call::KnownCall;
use super::wording::json_type;
use crate::judge::facts::subschema;
use crate::schema::fault::{Constraint, Pointer};

/// The argument that `steps` lead to. What libraries put in front (`body`, `arguments`) and behind (the branch of a
/// union) is no argument; `may_lack` says that the last step may lead to nothing that is known.
pub(super) fn resolve(steps: &[String], may_lack: bool, call: &KnownCall<'_>) -> Option<Pointer> {
    let is_known = |pointer: &Pointer| {
        pointer.look_up(call.arguments()).is_some()
            || subschema::at(call.input_schema(), pointer).is_some()
    };
    let skipped = steps
        .iter()
        .take_while(|step| {
            OUTER.contains(&step.as_str()) && !is_known(&Pointer::root().child(step))
        })
        .count();
    let mut here = Pointer::root();
    for (at, step) in steps.iter().enumerate().skip(skipped) {
        let next = here.child(step);
        let is_last = at + 1 == steps.len();
        if !(is_known(&next) || is_last && may_lack) {
            let is_branch = json_type(step).is_some() || step.contains('-');
            let holds_more = here
                .look_up(call.arguments())
                .is_some_and(|value| value.is_object() || value.is_array());
            if holds_more && !is_branch {
                return None;
            }
            break;
        }
        here = next;
    }
    (!here.as_str().is_empty()).then_some(here)
}

/// The steps of a path written as `a.b[0]`, `/a/b/0`, `$.a` or `data/a`.
pub(super) fn steps(path: &str) -> Vec<String> {
    path.split(['.', '/', '[', ']', '"', '\'', '`'])
        .map(str::trim)
        .filter(|step| !step.is_empty() && *step != "$" && *step != "#")
        .take(MOST_STEPS)
        .map(str::to_owned)
        .collect()
}

/// The only argument whose value is `value`.
pub(super) fn of_value(value: &Value, call: &KnownCall<'_>) -> Option<Pointer> {
    let mut found = Vec::new();
    search(call.arguments(), &Pointer::root(), value, 0, &mut found);
    match found.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// As [`of_value`]; of several, the only one that `constraint` is stated for in the schema.
pub(super) fn of_value_under(
    value: &Value,
    constraint: &Constraint,
    call: &KnownCall<'_>,
) -> Option<Pointer> {
    let mut found = Vec::new();
    search(call.arguments(), &Pointer::root(), value, 0, &mut found);
    if let [only] = found.as_slice() {
        return Some(only.clone());
    }
    let is_stated = |pointer: &&Pointer| {
        let part = subschema::at(call.input_schema(), pointer);
        let rule = part.and_then(|part| part.get(constraint.keyword()));
        match (constraint, rule) {
            (Constraint::Format(format) | Constraint::Pattern(format), Some(rule)) => {
                rule.as_str() == Some(format)
            }
            (_, rule) => rule.is_some(),
        }
    };
    let mut stated = found.iter().filter(is_stated);
    stated.next().filter(|_| stated.next().is_none()).cloned()
}

fn search(here: &Value, at: &Pointer, value: &Value, depth: usize, found: &mut Vec<Pointer>) {
    if depth > DEEPEST || found.len() >= MOST_FOUND {
        return;
    }
    if here == value && !at.as_str().is_empty() {
        found.push(at.clone());
        return;
    }
    match here {
        Value::Array(items) => {
            for (index, item) in items.iter().take(MOST_ITEMS).enumerate() {
                search(item, &at.child(&index.to_string()), value, depth + 1, found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members.iter().take(MOST_ITEMS) {
                search(member, &at.child(name), value, depth + 1, found);
            }
        }
        Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_) => (),
    }
}

const OUTER: [&str; 9] =
    ["args", "arguments", "body", "data", "input", "kwargs", "params", "request", "root"];

const DEEPEST: usize = 6;

const MOST_FOUND: usize = 8;

const MOST_ITEMS: usize = 200;

const MOST_STEPS: usize = 20;
