//! Days and moments, in UTC. Nothing here reads a clock.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A moment, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(i64);

/// A day of the Gregorian calendar, in days since 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i64);

const MS_A_DAY: i64 = 24 * 60 * 60 * 1000;

impl Moment {
    /// From milliseconds since 1970.
    pub const fn from_ms(ms: i64) -> Self {
        Self(ms)
    }

    /// Milliseconds since 1970.
    pub const fn ms(self) -> i64 {
        self.0
    }

    /// The moment that is `duration` later.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)))
    }

    /// Its day in UTC.
    pub const fn day(self) -> Day {
        Day(self.0.div_euclid(MS_A_DAY))
    }
}

impl From<SystemTime> for Moment {
    fn from(time: SystemTime) -> Self {
        let ms = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        Self(i64::try_from(ms).unwrap_or(i64::MAX))
    }
}

/// As RFC 3339 writes it, to the second.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.rem_euclid(MS_A_DAY) / 1000;
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(f, "{}T{hour:02}:{minute:02}:{second:02}Z", self.day())
    }
}

impl Day {
    /// From days since 1970-01-01.
    pub const fn from_number(days: i64) -> Self {
        Self(days)
    }

    /// Days since 1970-01-01.
    pub const fn number(self) -> i64 {
        self.0
    }

    /// Reads YYYY-MM-DD; `None` where it is no such day.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return None;
        }
        let number = |from: usize, to: usize| -> Option<i64> {
            let digits = text.get(from..to)?;
            digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
        };
        let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
        if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return None;
        }
        let parsed = Self::of_civil(year, month, day);
        // A 30th of February comes out as a day of March.
        (parsed.civil() == (year, month, day)).then_some(parsed)
    }

    // Both after Howard Hinnant, "chrono-compatible low-level date algorithms".
    fn of_civil(year: i64, month: i64, day: i64) -> Self {
        let year = if month <= 2 { year - 1 } else { year };
        let era = year.div_euclid(400);
        let of_era = year - era * 400;
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        Self(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
    }

    fn civil(self) -> (i64, i64, i64) {
        let shifted = self.0 + 719_468;
        let era = shifted.div_euclid(146_097);
        let of_era = shifted - era * 146_097;
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (year + era * 400 + i64::from(month <= 2), month, day)
    }
}

/// YYYY-MM-DD.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}
