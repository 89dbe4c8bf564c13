//! Numbers just outside their bounds and between multiples.

use serde_json::{Number, Value};

use super::super::kind::ProbeKind;
use super::{Attempt, Site};

pub(super) fn attempts(site: &Site<'_>, given: &Number) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    let step = site.view.values("multipleOf").find_map(Value::as_f64);
    let steps: Vec<f64> = step.into_iter().chain([1.0, 0.5]).collect();
    // In draft 4 the exclusive keywords are booleans, and the bound stands in the plain ones.
    for (own, other, kind, keyword, sign) in [
        ("minimum", "minimum", ProbeKind::Minimum, "minimum", -1.0),
        ("maximum", "maximum", ProbeKind::Maximum, "maximum", 1.0),
        ("exclusiveMinimum", "minimum", ProbeKind::ExclusiveMinimum, "exclusiveMinimum", -1.0),
        ("exclusiveMaximum", "maximum", ProbeKind::ExclusiveMaximum, "exclusiveMaximum", 1.0),
    ] {
        for bound in
            site.view.values(own).chain(site.view.values(other)).filter_map(Value::as_number)
        {
            let at_bound = (own != other).then(|| Value::Number(bound.clone()));
            let multiple = step.and_then(|step| multiple_beyond(bound, step, sign));
            let beyond = steps.iter().filter_map(|step| moved(bound, sign * step));
            for value in at_bound.into_iter().chain(multiple).chain(beyond) {
                attempts.push(site.put(kind, 0, keyword, value));
            }
        }
    }
    if let Some(step) = step {
        for by in [1.0, step / 2.0, step / 3.0, 0.1] {
            let value = moved(given, by);
            attempts.extend(value.map(|v| site.put(ProbeKind::MultipleOf, 0, "multipleOf", v)));
        }
    }
    attempts
}

/// The first multiple of `step` beyond `bound`, in the direction of `sign`.
fn multiple_beyond(bound: &Number, step: f64, sign: f64) -> Option<Value> {
    let steps = (bound.as_f64()? * sign / step).floor() + 1.0;
    let multiple = steps * step * sign;
    moved(&Number::from(0), multiple)
}

/// `number` and `by`, an integer where both are.
fn moved(number: &Number, by: f64) -> Option<Value> {
    if by.fract() == 0.0 && by.abs() < 1.0e15 {
        #[expect(clippy::cast_possible_truncation, reason = "checked above")]
        let by = by as i64;
        if let Some(whole) = number.as_i64().and_then(|number| number.checked_add(by)) {
            return Some(Value::from(whole));
        }
        if let Some(whole) = number.as_u64().and_then(|number| number.checked_add_signed(by)) {
            return Some(Value::from(whole));
        }
    }
    let moved = number.as_f64()? + by;
    Number::from_f64(moved).map(Value::Number)
}
