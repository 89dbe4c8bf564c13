//! The four tools, in the three ways of failing that rmcp documents: an error of
//! `invalid_params` (`divide`) or `internal_error` (`get_invoice`), or a plain text (`book_flight`).

use chrono::{Local, NaiveDate};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use rmcp::{ErrorData as McpError, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Clone)]
pub(crate) struct FourTools {
    tool_router: ToolRouter<FourTools>,
}

#[derive(Deserialize, JsonSchema)]
struct Divide {
    a: f64,
    b: f64,
}

#[derive(Deserialize, JsonSchema)]
struct BookFlight {
    /// Day of departure, YYYY-MM-DD
    date: NaiveDate,
}

#[derive(Deserialize, JsonSchema)]
struct GetInvoice {
    /// Number of the invoice
    id: String,
}

#[derive(Deserialize, JsonSchema)]
struct Convert {
    #[schemars(range(min = 0))]
    amount: f64,
    currency: Currency,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schemars(inline)]
enum Currency {
    Eur,
    Gbp,
    Usd,
}

#[tool_router]
impl FourTools {
    pub(crate) fn new() -> Self {
        Self { tool_router: Self::tool_router() }
    }

    #[tool(description = "Divides a by b", annotations(read_only_hint = true))]
    fn divide(&self, Parameters(Divide { a, b }): Parameters<Divide>) -> Result<String, McpError> {
        if b == 0.0 {
            return Err(McpError::invalid_params("cannot divide by zero", None));
        }
        Ok((a / b).to_string())
    }

    #[tool(
        description = "Books a flight on a day in the future",
        annotations(read_only_hint = true)
    )]
    fn book_flight(
        &self,
        Parameters(BookFlight { date }): Parameters<BookFlight>,
    ) -> Result<String, String> {
        if date <= Local::now().date_naive() {
            return Err(format!("Invalid departure date {date}: must be in the future"));
        }
        Ok(format!("Booked a flight on {date}"))
    }

    #[tool(description = "Returns an invoice", annotations(read_only_hint = true))]
    fn get_invoice(
        &self,
        Parameters(GetInvoice { id }): Parameters<GetInvoice>,
    ) -> Result<String, McpError> {
        match id.as_str() {
            "INV-1001" => Ok("INV-1001: 120.00 EUR, paid".to_owned()),
            "INV-1002" => Ok("INV-1002: 75.50 USD, open".to_owned()),
            _ => Err(McpError::internal_error(format!("invoice {id} not found"), None)),
        }
    }

    #[tool(description = "Converts an amount of money", annotations(read_only_hint = true))]
    fn convert(&self, Parameters(Convert { amount, currency }): Parameters<Convert>) -> String {
        format!("Converted {amount} {}", format!("{currency:?}").to_uppercase())
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for FourTools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("rmcp", "1.0.0"))
    }
}
