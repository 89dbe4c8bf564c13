//! The part of a schema that an argument must satisfy, and whether a value does.

use serde_json::Value;

use crate::schema::compile::Schema;
use crate::schema::fault::Pointer;
use crate::schema::reference::{Document, Target};

/// Returns the part of `schema` for `parameter`, where the way is plain: properties, items and local references.
pub(super) fn subschema<'s>(schema: &'s Value, parameter: &Pointer) -> Option<&'s Value> {
    if parameter.tokens().nth(DEEPEST).is_some() {
        return None;
    }
    let document = Document::new(schema);
    let mut here = follow(&document, schema)?;
    for token in parameter.tokens() {
        let next = here.get("properties").and_then(|known| known.get(&token)).or_else(|| {
            let is_index = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
            here.get("items").filter(|items| is_index && items.is_object())
        });
        here = follow(&document, next?)?;
    }
    Some(here)
}

/// Whether `part` of `schema` is proved to accept `value`; a part that was not found forbids nothing more than the
/// fault told.
pub(super) fn accepts(schema: &Value, part: Option<&Value>, value: &Value) -> bool {
    let Some(part) = part else { return true };
    let Some(mut alone) = part.as_object().cloned() else { return *part == Value::Bool(true) };
    for key in ["$defs", "definitions", "$schema"] {
        if let Some(shared) = schema.get(key) {
            alone.entry(key).or_insert_with(|| shared.clone());
        }
    }
    Schema::compile(&Value::Object(alone)).is_ok_and(|schema| schema.accepts(value))
}

fn follow<'s>(document: &Document<'s>, mut here: &'s Value) -> Option<&'s Value> {
    for _ in 0..MOST_REFERENCES {
        let Some(reference) = here.get("$ref").and_then(Value::as_str) else { return Some(here) };
        match document.resolve(reference) {
            Target::Here(there) => here = there,
            Target::MetaSchema | Target::Nowhere | Target::Outside => return None,
        }
    }
    None
}

const DEEPEST: usize = 32;

const MOST_REFERENCES: usize = 8;
