//! Baskets behind handles that expire, with structured results.
//!
//! `cargo run -p secondtry --example basket` serves on stdio, with `-- --http 3000` over HTTP.

#[path = "shared/serve.rs"]
mod serve;

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Json;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use secondtry::{GuardError, Parameters, ToolFailure};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    serve::serve(Baskets::new()?).await
}

#[derive(Clone)]
struct Baskets {
    baskets: Arc<Mutex<HashMap<String, Kept>>>,
    tool_router: ToolRouter<Self>,
}

struct Kept {
    until: Instant,
    items: BTreeMap<String, u32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AddItem {
    /// Handle of the basket, from `new_basket`
    basket: String,
    /// What to put in
    item: Item,
    /// How many, 20 at most in one basket
    #[schemars(range(min = 1, max = 20))]
    quantity: u32,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Item {
    Apple,
    Bread,
    Milk,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ShowBasket {
    /// Handle of the basket, from `new_basket`
    basket: String,
}

#[derive(JsonSchema, Serialize)]
struct Basket {
    /// The handle
    basket: String,
    /// What is in it, and how many of each
    items: BTreeMap<String, u32>,
}

#[tool_router]
impl Baskets {
    fn new() -> Result<Self, GuardError> {
        Ok(Self { baskets: Arc::default(), tool_router: secondtry::guard(Self::tool_router())? })
    }

    #[tool(description = "Makes an empty basket; its handle lives for 10 minutes")]
    fn new_basket(&self) -> Json<Basket> {
        let mut baskets = self.lock();
        let basket = format!("{:016x}", RandomState::new().hash_one(baskets.len()));
        let until = Instant::now() + LIFETIME;
        baskets.insert(basket.clone(), Kept { until, items: BTreeMap::new() });
        Json(Basket { basket, items: BTreeMap::new() })
    }

    #[tool(description = "Puts an item into a basket, whose handle lives for 10 minutes")]
    fn add_item(
        &self,
        Parameters(AddItem { basket, item, quantity }): Parameters<AddItem>,
    ) -> Result<Json<Basket>, ToolFailure> {
        let mut baskets = self.lock();
        let items = living(&mut baskets, &basket)?;
        let held: u32 = items.values().sum();
        if held + quantity > MOST {
            return Err(ToolFailure::refused(format!(
                "A basket holds {MOST} items at most; this one holds {held}, and {quantity} more do not fit"
            ))
            .allowed(&format!("Send a `quantity` of {} at most, or make another basket", MOST - held)));
        }
        *items.entry(format!("{item:?}").to_lowercase()).or_default() += quantity;
        Ok(Json(Basket { basket, items: items.clone() }))
    }

    #[tool(
        description = "Shows what is in a basket, whose handle lives for 10 minutes",
        annotations(read_only_hint = true)
    )]
    fn show_basket(
        &self,
        Parameters(ShowBasket { basket }): Parameters<ShowBasket>,
    ) -> Result<Json<Basket>, ToolFailure> {
        let items = living(&mut self.lock(), &basket)?.clone();
        Ok(Json(Basket { basket, items }))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Kept>> {
        self.baskets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The items of the basket behind `handle`, while that lives.
fn living<'b>(
    baskets: &'b mut HashMap<String, Kept>,
    handle: &str,
) -> Result<&'b mut BTreeMap<String, u32>, ToolFailure> {
    match baskets.get_mut(handle) {
        Some(kept) if kept.until > Instant::now() => Ok(&mut kept.items),
        Some(_) => {
            Err(ToolFailure::expired_handle("basket", handle, LIFETIME).made_by("new_basket"))
        }
        None => Err(ToolFailure::unknown_handle("basket", handle).made_by("new_basket")),
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Baskets {
    secondtry::answer_malformed_calls!();
}

/// How long a handle lives.
const LIFETIME: Duration = Duration::from_secs(600);

/// How many items a basket holds.
const MOST: u32 = 20;
