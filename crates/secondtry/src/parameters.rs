//! An extractor for the arguments of a tool whose failure names the argument and what is accepted.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rmcp::ErrorData;
use rmcp::handler::server::common::FromContextPart;
use rmcp::handler::server::tool::{ToolCallContext, schema_for_input};
use rmcp::schemars::{JsonSchema, Schema, SchemaGenerator};
use secondtry_failure::classify::run::ListedTool;
use secondtry_failure::message::tool::Tool;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::answer::RESULT_PREFIX;
use crate::guard::{Checked, KeptCall, refused_arguments};

/// The arguments of a tool, read into `T`; in place of rmcp's extractor of the same name.
///
/// Under [`guard`](fn@crate::guard) the arguments have been checked before. Without it they are checked here, against the
/// schema of `T`: bounds and patterns that serde knows nothing of, and all faults told at once.
///
/// rmcp's macro finds the schema by this type's name, so import it under no other.
///
/// ```
/// use rmcp::{tool, tool_router};
/// use secondtry::Parameters;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Book {
///     #[schemars(range(min = 1, max = 30))]
///     nights: u32,
/// }
///
/// struct Bookings;
///
/// #[tool_router]
/// impl Bookings {
///     #[tool(description = "Books a room")]
///     fn book(&self, Parameters(Book { nights }): Parameters<Book>) -> String {
///         format!("{nights} nights booked")
///     }
/// }
/// # let router = Bookings::tool_router();
/// # let tool = router.get("book").unwrap();
/// # assert_eq!(tool.input_schema["properties"]["nights"]["maximum"], 30);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "it is taken apart in the signature of a tool")]
pub struct Parameters<T>(pub T);

impl<T: JsonSchema> JsonSchema for Parameters<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

impl<S, T> FromContextPart<ToolCallContext<'_, S>> for Parameters<T>
where
    T: DeserializeOwned + JsonSchema + Any,
{
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        let arguments = Value::Object(context.arguments.take().unwrap_or_default());
        let is_checked = context.request_context.extensions.get::<Checked>().is_some();
        if is_checked {
            return serde_json::from_value(arguments).map(Parameters).map_err(|error| unreadable(&error));
        }
        let Some(listed) = listed::<T>(&context.name) else {
            return serde_json::from_value(arguments).map(Parameters).map_err(|error| unreadable(&error));
        };
        let faults = listed.input.as_ref().map(|schema| schema.faults(&arguments));
        match faults {
            Ok(faults) if !faults.is_empty() => {
                let call = KeptCall::new(&context.name, arguments, context);
                Err(refused_arguments(&faults, &call, &listed))
            }
            Ok(_) | Err(_) => serde_json::from_value(arguments).map(Parameters).map_err(|error| unreadable(&error)),
        }
    }
}

/// rmcp makes a result with `isError: true` of an error with these words, and of no other.
fn unreadable(error: &serde_json::Error) -> ErrorData {
    ErrorData::invalid_params(format!("{RESULT_PREFIX} {error}"), None)
}

/// The tool with the schema of `T`, compiled once.
fn listed<T: JsonSchema + Any>(name: &str) -> Option<Arc<ListedTool>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let entry = known.entry(TypeId::of::<T>()).or_insert_with(|| {
        let schema = schema_for_input::<T>().ok()?;
        let definition = json!({"name": name, "inputSchema": *schema});
        Some(Arc::new(ListedTool::new(Tool::from_definition(&definition)?)))
    });
    entry.clone()
}

static KNOWN: LazyLock<Mutex<HashMap<TypeId, Option<Arc<ListedTool>>>>> =
    LazyLock::new(Mutex::default);
