//! Values of a wrong type, and `null`.

use serde_json::{Value, json};

use super::super::base_call::is_of;
use super::super::kind::ProbeKind;
use super::{Attempt, Site};
use crate::schema::fault::JsonType;

pub(super) fn attempts(site: &Site<'_>) -> Vec<Attempt> {
    let Some(types) = site.view.stated_types() else { return Vec::new() };
    let is_item =
        site.at.as_str().rsplit('/').next().is_some_and(|last| last.parse::<u32>().is_ok());
    let kind = if is_item { ProbeKind::Items } else { ProbeKind::Type };
    let wrong = |value: &Value| !is_of(value, &types);
    let containers = [json!({"unexpected": true}), json!(["unexpected"])].into_iter().find(wrong);
    let mut attempts: Vec<_> =
        containers.into_iter().map(|value| site.put(kind, 0, "type", value)).collect();
    // None that a lenient reader would take for the right one, such as "5" for 5 or "true" for true.
    let scalars = if types.contains(&JsonType::Boolean) {
        [json!("maybe"), json!(12345), json!(0.5)]
    } else {
        [json!(12345), json!("not a number"), json!(true)]
    };
    attempts.extend(scalars.into_iter().find(wrong).map(|value| site.put(kind, 1, "type", value)));
    attempts.push(site.put(ProbeKind::Null, 0, "type", Value::Null));
    if let (Some(Value::Number(number)), false) = (site.value(), types.contains(&JsonType::Number))
    {
        let fraction = number.as_f64().map(|number| json!(number + 0.5));
        attempts.extend(fraction.map(|value| site.put(ProbeKind::Fraction, 0, "type", value)));
    }
    attempts
}
