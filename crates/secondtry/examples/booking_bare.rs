//! The tools of `booking` on rmcp alone, as its documentation writes them.

#[path = "shared/serve.rs"]
mod serve;

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{Local, NaiveDate};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData as McpError, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    serve::serve(Bookings::new()).await
}

#[derive(Clone)]
struct Bookings {
    booked: Arc<Mutex<BTreeMap<String, String>>>,
    tool_router: ToolRouter<Self>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BookRoom {
    /// First day of the stay, YYYY-MM-DD, after today
    from: NaiveDate,
    /// Number of nights
    #[schemars(range(min = 1, max = 30))]
    nights: u32,
    /// Currency of the bill
    currency: Currency,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schemars(inline)]
enum Currency {
    Eur,
    Gbp,
    Usd,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CancelBooking {
    /// Number of the booking, as `book_room` returned it
    #[schemars(length(min = 1))]
    booking: String,
}

#[tool_router]
impl Bookings {
    fn new() -> Self {
        Self { booked: Arc::default(), tool_router: Self::tool_router() }
    }

    #[tool(description = "Books a room from a day in the future on")]
    fn book_room(
        &self,
        Parameters(BookRoom { from, nights, currency }): Parameters<BookRoom>,
    ) -> Result<String, McpError> {
        if from <= Local::now().date_naive() {
            return Err(McpError::invalid_params("the date is in the past", None));
        }
        let mut booked = self.booked.lock().unwrap_or_else(PoisonError::into_inner);
        let number = format!("B-{}", booked.len() + 1);
        let words = format!("{nights} nights from {from}, {currency:?}");
        booked.insert(number.clone(), words.clone());
        Ok(format!("{number}: {words}"))
    }

    #[tool(description = "Lists the bookings", annotations(read_only_hint = true))]
    fn list_bookings(&self) -> String {
        let booked = self.booked.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = booked.iter().map(|(number, words)| format!("{number}: {words}"));
        format!("{} bookings\n{}", booked.len(), lines.collect::<Vec<_>>().join("\n"))
    }

    #[tool(description = "Cancels a booking")]
    fn cancel_booking(
        &self,
        Parameters(CancelBooking { booking }): Parameters<CancelBooking>,
    ) -> Result<String, McpError> {
        let mut booked = self.booked.lock().unwrap_or_else(PoisonError::into_inner);
        match booked.remove(&booking) {
            Some(words) => Ok(format!("cancelled: {words}")),
            None => Err(McpError::resource_not_found("no such booking", None)),
        }
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Bookings {}
