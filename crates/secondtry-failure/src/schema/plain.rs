//! Schemas of the few keywords that most tools get by with, and instances that surely break none of them.
//!
//! Most arguments are right, and most schemas are of this kind: both are seen here without compiling anything. The
//! compiled validator is asked about every other schema and instance, so a doubt here costs time and no more.

use serde_json::{Map, Number, Value};

use super::dialect::Dialect;

#[cfg(test)]
mod tests;

/// Whether `schema` has these keywords alone, each with a value that its meta-schema takes.
///
/// Recurses as deep as the schema is nested, which is bounded before.
pub(super) fn is_plain(schema: &Value, dialect: Dialect) -> bool {
    match dialect {
        // Numbers and lists of values are something else there.
        Dialect::Draft4 | Dialect::Draft6 => false,
        Dialect::Draft7 | Dialect::Draft201909 | Dialect::Draft202012 => match schema {
            Value::Object(members) => {
                members.iter().all(|(key, value)| key == "$schema" || is_plain_keyword(key, value))
            }
            _ => schema.is_boolean(),
        },
    }
}

fn is_plain_subschema(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.iter().all(|(key, value)| is_plain_keyword(key, value)),
        _ => schema.is_boolean(),
    }
}

fn is_plain_keyword(key: &str, value: &Value) -> bool {
    match key {
        "additionalProperties" | "items" => is_plain_subschema(value),
        "allOf" | "anyOf" => value
            .as_array()
            .is_some_and(|schemas| !schemas.is_empty() && schemas.iter().all(is_plain_subschema)),
        "const" | "default" => true,
        "description" | "format" | "title" => value.is_string(),
        "enum" => value.as_array().is_some_and(|values| !values.is_empty()),
        "examples" => value.is_array(),
        "exclusiveMaximum" | "exclusiveMinimum" | "maximum" | "minimum" => value.is_number(),
        "maxItems" | "maxLength" | "maxProperties" | "minItems" | "minLength" | "minProperties" => {
            value.is_u64()
        }
        "properties" => {
            value.as_object().is_some_and(|members| members.values().all(is_plain_subschema))
        }
        "readOnly" | "uniqueItems" | "writeOnly" => value.is_boolean(),
        "required" => value
            .as_array()
            .is_some_and(|names| names.iter().all(Value::is_string) && all_differ(names)),
        "type" => match value {
            Value::Array(types) => {
                !types.is_empty() && types.iter().all(is_type) && all_differ(types)
            }
            _ => is_type(value),
        },
        _ => key.starts_with("x-"),
    }
}

fn is_type(value: &Value) -> bool {
    let types = ["array", "boolean", "integer", "null", "number", "object", "string"];
    value.as_str().is_some_and(|name| types.contains(&name))
}

fn all_differ(values: &[Value]) -> bool {
    values.len() <= MOST_COMPARED
        && values.iter().enumerate().all(|(at, value)| !values[..at].contains(value))
}

/// Whether `instance` surely breaks nothing in `schema`, which is plain.
pub(super) fn accepts(schema: &Value, instance: &Value) -> bool {
    match schema {
        Value::Object(members) => {
            members.iter().all(|(key, value)| meets(members, key, value, instance))
        }
        _ => schema == &Value::Bool(true),
    }
}

fn meets(schema: &Map<String, Value>, key: &str, value: &Value, instance: &Value) -> bool {
    match key {
        "additionalProperties" => instance.as_object().is_none_or(|members| {
            let listed = schema.get("properties").and_then(Value::as_object);
            members
                .iter()
                .filter(|(name, _)| !listed.is_some_and(|listed| listed.contains_key(*name)))
                .all(|(_, member)| accepts(value, member))
        }),
        "allOf" => schemas(value).iter().all(|schema| accepts(schema, instance)),
        "anyOf" => schemas(value).iter().any(|schema| accepts(schema, instance)),
        "const" => value == instance,
        "enum" => schemas(value).contains(instance),
        "exclusiveMaximum" => is_below(instance, value, false),
        "exclusiveMinimum" => is_below(value, instance, false),
        "items" => {
            instance.as_array().is_none_or(|items| items.iter().all(|item| accepts(value, item)))
        }
        "maxItems" => instance.as_array().is_none_or(|items| is_most(value, items.len())),
        "maxLength" => instance.as_str().is_none_or(|text| is_most(value, text.chars().count())),
        "maxProperties" => instance.as_object().is_none_or(|members| is_most(value, members.len())),
        "maximum" => is_below(instance, value, true),
        "minItems" => instance.as_array().is_none_or(|items| is_least(value, items.len())),
        "minLength" => instance.as_str().is_none_or(|text| is_least(value, text.chars().count())),
        "minProperties" => {
            instance.as_object().is_none_or(|members| is_least(value, members.len()))
        }
        "minimum" => is_below(value, instance, true),
        "properties" => instance.as_object().is_none_or(|members| {
            value.as_object().is_some_and(|listed| {
                listed.iter().all(|(name, schema)| {
                    members.get(name).is_none_or(|member| accepts(schema, member))
                })
            })
        }),
        "required" => instance.as_object().is_none_or(|members| {
            schemas(value)
                .iter()
                .all(|name| name.as_str().is_some_and(|name| members.contains_key(name)))
        }),
        "type" => match value {
            Value::Array(types) => types.iter().any(|name| is_of_type(instance, name)),
            name => is_of_type(instance, name),
        },
        // Which items are equal, the validator knows.
        "uniqueItems" => {
            value == &Value::Bool(false) || instance.as_array().is_none_or(|items| items.len() < 2)
        }
        _ => true,
    }
}

fn schemas(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn is_of_type(instance: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("array") => instance.is_array(),
        Some("boolean") => instance.is_boolean(),
        // A number with a fraction of nothing is one, too, but not here.
        Some("integer") => instance.is_i64() || instance.is_u64(),
        Some("null") => instance.is_null(),
        Some("number") => instance.is_number(),
        Some("object") => instance.is_object(),
        Some("string") => instance.is_string(),
        Some(_) | None => false,
    }
}

fn is_most(limit: &Value, count: usize) -> bool {
    limit.as_u64().is_some_and(|limit| u64::try_from(count).is_ok_and(|count| count <= limit))
}

fn is_least(limit: &Value, count: usize) -> bool {
    limit.as_u64().is_some_and(|limit| u64::try_from(count).is_ok_and(|count| count >= limit))
}

/// Whether `lower` is surely below `upper`, or equal to it where that `may_equal`; a value that is no number always is.
fn is_below(lower: &Value, upper: &Value, may_equal: bool) -> bool {
    let (Value::Number(lower), Value::Number(upper)) = (lower, upper) else { return true };
    if let (Some(lower), Some(upper)) = (whole(lower), whole(upper)) {
        return lower < upper || may_equal && lower == upper;
    }
    let (Some(lower), Some(upper)) = (exact(lower), exact(upper)) else { return false };
    lower < upper || may_equal && lower <= upper
}

fn whole(number: &Number) -> Option<i128> {
    number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from))
}

/// A number that is read without loss.
fn exact(number: &Number) -> Option<f64> {
    number.as_f64().filter(|number| number.abs() < MOST_EXACT)
}

/// Below it, every whole number has a `f64` of its own.
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

/// Longer lists are not compared each with each.
const MOST_COMPARED: usize = 64;
