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
    if *part == Value::Bool(true) {
        return true;
    }
    compiled(schema, part).is_some_and(|schema| schema.accepts(value))
}

/// `part` of `schema` on its own; `None` where it is no object or cannot be compiled.
pub(super) fn compiled(schema: &Value, part: &Value) -> Option<Schema> {
    let mut alone = part.as_object().cloned()?;
    for key in ["$defs", "definitions", "$schema"] {
        if let Some(shared) = schema.get(key) {
            alone.entry(key).or_insert_with(|| shared.clone());
        }
    }
    Schema::compile(&Value::Object(alone)).ok()
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
