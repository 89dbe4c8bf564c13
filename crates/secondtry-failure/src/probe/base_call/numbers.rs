//! Numbers within their bounds, near to what the parameter's name suggests.

use serde_json::{Number, Value};

use super::super::view::View;
use super::wording;

/// A number for a parameter called `name`.
pub(super) fn number(name: &str, view: &View<'_>, integer: bool) -> Value {
    let wish = wording::number(name, view);
    let bounds = Bounds::of(view);
    if integer || bounds.step.is_some_and(|step| step.fract() == 0.0) || wish.fract() == 0.0 {
        if let Some(whole) = bounds.whole_near(wish) {
            return Value::from(whole);
        }
        if integer {
            return Value::from(0);
        }
    }
    Number::from_f64(bounds.near(wish)).map_or(Value::from(0), Value::Number)
}

struct Bounds {
    least: f64,
    least_is_excluded: bool,
    most: f64,
    most_is_excluded: bool,
    step: Option<f64>,
}

impl Bounds {
    fn of(view: &View<'_>) -> Self {
        let floats = |keyword| view.values(keyword).filter_map(Value::as_f64);
        // In draft 4 the exclusive keywords are booleans beside the bound.
        let flag = |keyword| view.values(keyword).any(|value| *value == Value::Bool(true));
        let [least, above] =
            ["minimum", "exclusiveMinimum"].map(|k| floats(k).fold(f64::NEG_INFINITY, f64::max));
        let [most, below] =
            ["maximum", "exclusiveMaximum"].map(|k| floats(k).fold(f64::INFINITY, f64::min));
        Self {
            least: least.max(above),
            least_is_excluded: above >= least && above.is_finite() || flag("exclusiveMinimum"),
            most: most.min(below),
            most_is_excluded: below <= most && below.is_finite() || flag("exclusiveMaximum"),
            step: floats("multipleOf").find(|step| *step > 0.0),
        }
    }

    fn whole_near(&self, wish: f64) -> Option<i64> {
        let step = self.step.map_or(1.0, |step| if step.fract() == 0.0 { step } else { 1.0 });
        let mut lowest = (self.least / step).ceil() * step;
        if self.least_is_excluded && lowest <= self.least {
            lowest += step;
        }
        let mut highest = (self.most / step).floor() * step;
        if self.most_is_excluded && highest >= self.most {
            highest -= step;
        }
        let wish = (wish / step).ceil() * step;
        let chosen = wish.max(lowest).min(highest);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "within the range where floats are exact"
        )]
        (chosen >= lowest && chosen.abs() <= 9.0e15).then_some(chosen as i64)
    }

    fn near(&self, wish: f64) -> f64 {
        if let Some(step) = self.step {
            let lowest = (self.least / step).ceil() * step;
            let chosen = (wish / step).round() * step;
            return if chosen > self.least { chosen.min(self.most) } else { lowest + step };
        }
        let within = |value: f64| {
            (value > self.least || value >= self.least && !self.least_is_excluded)
                && (value < self.most || value <= self.most && !self.most_is_excluded)
        };
        let middle = f64::midpoint(self.least, self.most);
        [wish, self.least, self.most, middle, self.least + 1.0, self.most - 1.0]
            .into_iter()
            .find(|value| value.is_finite() && within(*value))
            .unwrap_or(wish)
    }
}
