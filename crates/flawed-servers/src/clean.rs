//! The server without a flaw: what the flawed ones would be if they were mended.

mod book_room;
mod cancel_booking;
mod convert_currency;
mod find_booking;
mod forecast_weather;
mod opening_hours;
mod search_flights;

use crate::tool::Tool;

/// All its tools.
pub(crate) fn tools() -> Vec<Tool> {
    vec![
        book_room::tool(),
        cancel_booking::tool(),
        convert_currency::tool(),
        find_booking::tool(),
        forecast_weather::tool(),
        opening_hours::tool(),
        search_flights::tool(),
    ]
}

/// Two tools of which nothing is wrong.
pub(crate) fn harmless() -> Vec<Tool> {
    vec![find_booking::tool(), opening_hours::tool()]
}

/// The tool that stands beside a flawed one.
pub(crate) fn healthy() -> Tool {
    forecast_weather::tool()
}
