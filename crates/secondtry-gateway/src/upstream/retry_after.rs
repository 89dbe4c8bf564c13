//! `Retry-After` (RFC 9110, section 10.2.3): how long a server wants to be left alone.

use std::time::Duration;

#[cfg(test)]
mod tests;

/// The wait that `retry_after` asks for, in milliseconds: a number of seconds, or a time. A time counts by the server's own
/// clock, so it says something only beside `date`, when the answer was made.
pub(crate) fn wait_ms(retry_after: &str, date: Option<&str>) -> Option<u64> {
    let asked = retry_after.trim();
    if let Ok(seconds) = asked.parse::<u64>() {
        return seconds.checked_mul(1000);
    }
    let until = httpdate::parse_http_date(asked).ok()?;
    let made = httpdate::parse_http_date(date?.trim()).ok()?;
    // A time that is over by now asks for no wait.
    let wait = until.duration_since(made).unwrap_or(Duration::ZERO);
    u64::try_from(wait.as_millis()).ok()
}
