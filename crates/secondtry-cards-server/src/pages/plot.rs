//! The reports about a card by day, as a picture and as the numbers in it.

use secondtry_cards::day::Day;
use secondtry_cards::store::DayCount;

/// The reports about a card by day.
pub(super) struct Plot {
    /// A bar for each day with reports, the oldest first.
    pub(super) bars: Vec<Bar>,
    pub(super) first: Day,
    pub(super) last: Day,
    /// The most reports of one day.
    pub(super) most: u64,
    pub(super) worked: u64,
    pub(super) tried: u64,
}

/// The reports of one day, and where they stand in the picture.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Bar {
    pub(super) day: Day,
    pub(super) worked: u64,
    pub(super) tried: u64,
    pub(super) x: i64,
    /// Tops and heights of both parts: what worked stands on the ground, what did not on top of it.
    pub(super) worked_y: u64,
    pub(super) worked_height: u64,
    pub(super) failed_y: u64,
    pub(super) failed_height: u64,
}

impl Plot {
    /// The plot of the days from `first` to `last`; others are left out.
    pub(super) fn of(days: &[DayCount], first: Day, last: Day) -> Self {
        let shown = || days.iter().filter(|count| (first..=last).contains(&count.day));
        let most = shown().map(|count| count.tried).max().unwrap_or_default();
        Self {
            bars: shown().map(|count| Bar::of(count, first, most)).collect(),
            first,
            last,
            most,
            worked: shown().map(|count| count.worked).sum(),
            tried: shown().map(|count| count.tried).sum(),
        }
    }
}

impl Bar {
    fn of(count: &DayCount, first: Day, most: u64) -> Self {
        let DayCount { day, worked, tried } = *count;
        // What is there is seen, even one of thousands.
        let height = |part: u64| if part == 0 { 0 } else { (part * HEIGHT / most.max(1)).max(2) };
        let worked_height = height(worked);
        let failed_height = height(tried.saturating_sub(worked));
        let worked_y = HEIGHT - worked_height.min(HEIGHT);
        Self {
            day,
            worked,
            tried,
            x: (day.number() - first.number()) * STEP,
            worked_y,
            worked_height,
            failed_y: worked_y.saturating_sub(failed_height),
            failed_height,
        }
    }
}

/// The height of the picture, in its own units.
const HEIGHT: u64 = 100;
/// From one day to the next.
const STEP: i64 = 8;
