//! Values other than the ones that are listed, and values that are excluded.

use serde_json::{Value, json};

use super::super::kind::ProbeKind;
use super::super::random::Random;
use super::{Attempt, Site};

pub(super) fn attempts(site: &Site<'_>, random: &mut Random) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    if let Some(allowed) = site.view.values("enum").find_map(Value::as_array) {
        let given = site.value().filter(|value| allowed.contains(value)).or(allowed.first());
        if let Some(Value::String(text)) = given {
            for near in near(text) {
                attempts.push(site.put(ProbeKind::EnumNear, 0, "enum", Value::String(near)));
            }
        }
        for far in given.map(|given| far(given, random)).unwrap_or_default() {
            attempts.push(site.put(ProbeKind::Enum, 0, "enum", far));
        }
    }
    if let Some(only) = site.view.values("const").next() {
        for far in far(only, random) {
            attempts.push(site.put(ProbeKind::Const, 0, "const", far));
        }
    }
    for excluded in site.view.values("not") {
        let listed = excluded.get("enum").and_then(Value::as_array).into_iter().flatten();
        for value in excluded.get("const").into_iter().chain(listed) {
            attempts.push(site.put(ProbeKind::Not, 0, "not", value.clone()));
        }
    }
    attempts
}

/// `text` in another case, or with a space.
fn near(text: &str) -> Vec<String> {
    let mut near = vec![text.to_uppercase(), text.to_lowercase()];
    near.retain(|other| other != text);
    near.push(format!(" {text}"));
    near.push(format!("{text} "));
    near
}

/// Values of the type of `value`, far from it.
fn far(value: &Value, random: &mut Random) -> Vec<Value> {
    match value {
        Value::Array(_) => vec![json!([]), json!(["zz"])],
        Value::Bool(truth) => vec![json!(!truth)],
        Value::Null => vec![json!("zz"), json!(12345)],
        Value::Number(_) => vec![json!(987_654_321), json!(-7), json!(0.25)],
        Value::Object(_) => vec![json!({}), json!({"zz": true})],
        Value::String(text) => {
            let letters = random.letters(text.chars().count().clamp(1, 24));
            vec![json!(format!("zz_{}", random.letters(6))), json!(letters)]
        }
    }
}
