//! The part of a schema that speaks of one argument.

use serde_json::Value;

use crate::schema::fault::Pointer;

#[cfg(test)]
mod tests;

/// Returns the subschema for `parameter`, if the way there is plain: `properties`, `items` and local `$ref`s.
pub(crate) fn at<'s>(schema: &'s Value, parameter: &Pointer) -> Option<&'s Value> {
    let mut here = follow(schema, schema)?;
    for token in parameter.tokens() {
        here = follow(schema, step(schema, here, &token, MOST_NESTING)?)?;
    }
    Some(here)
}

/// Returns the values that `schema` lists in `enum` or `const`, those of its branches included.
pub(crate) fn choices(schema: &Value) -> Vec<&Value> {
    let own = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
    let only = schema.get("const").into_iter();
    let branches = ["anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key)?.as_array());
    let nested = branches.flatten().flat_map(|branch| {
        let own = branch.get("enum").and_then(Value::as_array).into_iter().flatten();
        own.chain(branch.get("const"))
    });
    own.chain(only).chain(nested).take(MOST_CHOICES).collect()
}

fn step<'s>(root: &'s Value, here: &'s Value, token: &str, depth: usize) -> Option<&'s Value> {
    if let Some(found) = here.get("properties").and_then(|names| names.get(token)) {
        return Some(found);
    }
    if token.bytes().all(|b| b.is_ascii_digit())
        && let Some(items) = here.get("items")
    {
        return Some(items);
    }
    let depth = depth.checked_sub(1)?;
    let branches =
        ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|key| here.get(key)?.as_array());
    branches
        .flatten()
        .take(MOST_CHOICES)
        .find_map(|branch| step(root, follow(root, branch)?, token, depth))
}

fn follow<'s>(root: &'s Value, mut here: &'s Value) -> Option<&'s Value> {
    for _ in 0..MOST_REFERENCES {
        let Some(reference) = here.get("$ref").and_then(Value::as_str) else { return Some(here) };
        here = root.pointer(reference.strip_prefix('#')?)?;
    }
    None
}

const MOST_CHOICES: usize = 64;

const MOST_NESTING: usize = 2;

const MOST_REFERENCES: usize = 4;
