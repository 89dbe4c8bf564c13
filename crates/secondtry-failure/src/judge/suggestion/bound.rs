//! The nearest number within the bounds.

use serde_json::{Number, Value};

use crate::schema::fault::Constraint;

/// Returns the integer nearest to `given` that keeps `constraint`; `None` where it would have another sign, since then
/// something else was meant.
pub(super) fn nearest_number(given: &Value, constraint: &Constraint) -> Option<Value> {
    let sent = given.as_f64()?;
    let nearest = match constraint {
        Constraint::Maximum(limit) | Constraint::Minimum(limit) => limit.clone(),
        Constraint::ExclusiveMaximum(limit) => Number::from(limit.as_i64()?.checked_sub(1)?),
        Constraint::ExclusiveMinimum(limit) => Number::from(limit.as_i64()?.checked_add(1)?),
        Constraint::MultipleOf(step) => {
            Number::from(nearest_multiple(given.as_i64()?, step.as_i64()?)?)
        }
        _ => return None,
    };
    let keeps_sign = (sent >= 0.0) == (nearest.as_f64()? >= 0.0);
    keeps_sign.then_some(Value::Number(nearest))
}

/// The nearest multiple of `step`; `None` halfway between two.
fn nearest_multiple(sent: i64, step: i64) -> Option<i64> {
    if step <= 0 {
        return None;
    }
    let below = sent.checked_sub(sent.rem_euclid(step))?;
    let above = below.checked_add(step)?;
    match (sent - below).cmp(&(above - sent)) {
        // Nothing at all is seldom meant.
        std::cmp::Ordering::Less if below == 0 => Some(above),
        std::cmp::Ordering::Less => Some(below),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(above),
    }
}
