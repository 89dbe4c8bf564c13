//! The nearest number within the bounds.

use serde_json::{Number, Value};

use crate::schema::fault::Constraint;

/// Returns the number nearest to `given` that keeps `constraint`, and the step that `part` asks for; `None` where it
/// would have another sign, since then something else was meant.
pub(super) fn nearest_number(
    given: &Value,
    constraint: &Constraint,
    part: Option<&Value>,
) -> Option<Value> {
    let sent = given.as_f64()?;
    let step = part.and_then(|part| part.get("multipleOf"));
    let nearest = match constraint {
        Constraint::Maximum(limit) => on_step(limit, step, Side::Below)?,
        Constraint::Minimum(limit) => on_step(limit, step, Side::Above)?,
        Constraint::ExclusiveMaximum(limit) => Number::from(limit.as_i64()?.checked_sub(1)?),
        Constraint::ExclusiveMinimum(limit) => Number::from(limit.as_i64()?.checked_add(1)?),
        Constraint::MultipleOf(step) => match (given.as_i64(), step.as_i64()) {
            (Some(sent), Some(step)) => Number::from(nearest_multiple(sent, step)?),
            _ => nearest_fraction(sent, step.as_f64()?)?,
        },
        _ => return None,
    };
    let keeps_sign = (sent >= 0.0) == (nearest.as_f64()? >= 0.0);
    keeps_sign.then_some(Value::Number(nearest))
}

#[derive(Clone, Copy)]
enum Side {
    Above,
    Below,
}

/// The multiple of `step` next to `limit`; the limit itself where there is no step.
fn on_step(limit: &Number, step: Option<&Value>, side: Side) -> Option<Number> {
    let Some(step) = step else { return Some(limit.clone()) };
    let (limit, step) = (limit.as_i64()?, step.as_i64().filter(|step| *step > 0)?);
    let below = limit.checked_sub(limit.rem_euclid(step))?;
    Some(Number::from(match side {
        Side::Below => below,
        Side::Above if below == limit => below,
        Side::Above => below.checked_add(step)?,
    }))
}

/// The nearest multiple of `step`, the upper one of two.
fn nearest_multiple(sent: i64, step: i64) -> Option<i64> {
    if step <= 0 {
        return None;
    }
    let below = sent.checked_sub(sent.rem_euclid(step))?;
    let above = below.checked_add(step)?;
    // Nothing at all is seldom meant.
    Some(if below != 0 && sent - below < above - sent { below } else { above })
}

/// As [`nearest_multiple`], for steps that are no whole numbers.
fn nearest_fraction(sent: f64, step: f64) -> Option<Number> {
    let multiples = (sent / step + 0.5).floor();
    let nearest = (multiples * step * 1e9).round() / 1e9;
    (step > 0.0 && multiples >= 1.0).then(|| Number::from_f64(nearest))?
}
