//! An extractor for the arguments of a tool whose failure names the argument and what is accepted.

mod traced;

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
use secondtry_failure::repair::{format_at, tell_argument};
use secondtry_failure::schema::fault::{Constraint, Fault, Pointer};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use self::traced::place_of_failure;
use crate::answer::{RESULT_PREFIX, argument_error};
use crate::guard::{Checked, KeptCall, refused_arguments};
use crate::tool_failure::ToolFailure;

#[cfg(test)]
mod tests;

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
        let faults = match listed::<T>() {
            Some(listed) if !is_checked => {
                listed.input.as_ref().map(|schema| schema.faults(&arguments)).unwrap_or_default()
            }
            Some(_) | None => Vec::new(),
        };
        if faults.is_empty() {
            match T::deserialize(&arguments) {
                Ok(read) => return Ok(Self(read)),
                Err(error) => return Err(unreadable::<T, S>(arguments, &error, context)),
            }
        }
        Err(refused::<T, S>(&faults, arguments, context))
    }
}

fn refused<T: JsonSchema + Any, S>(
    faults: &[Fault],
    arguments: Value,
    context: &ToolCallContext<'_, S>,
) -> ErrorData {
    let call = KeptCall::new(arguments, context);
    let Some(listed) = listed::<T>() else {
        return ErrorData::invalid_params(RESULT_PREFIX, None);
    };
    refused_arguments(&context.name, faults, &call, &listed)
}

/// The schema accepts the arguments and the type does not: a date that is none, or a rule of the type's own.
fn unreadable<T: DeserializeOwned + JsonSchema + Any, S>(
    arguments: Value,
    error: &serde_json::Error,
    context: &ToolCallContext<'_, S>,
) -> ErrorData {
    let whole = || ErrorData::invalid_params(format!("{RESULT_PREFIX} {error}"), None);
    let Some((parameter, error)) = place_of_failure::<T>(&arguments) else { return whole() };
    if parameter == Pointer::root() {
        return whole();
    }
    let given = parameter.look_up(&arguments).cloned();
    let schema = listed::<T>();
    let schema = schema.as_ref().and_then(|listed| listed.tool.input_schema());
    // schemars calls an integer's size a format too.
    let format = schema.filter(|_| matches!(given, Some(Value::String(_))));
    if let Some(format) = format.and_then(|schema| format_at(schema, &parameter)) {
        let fault = Fault { parameter, constraint: Constraint::Format(format), given };
        return refused::<T, S>(&[fault], arguments, context);
    }
    let why = error.to_string();
    let accepted = match why.split_once(", expected ") {
        Some((_, expected)) => expected.to_owned(),
        None => format!("a value that can be read (this one cannot: {why})"),
    };
    let (told, fault) = tell_argument(&parameter, &accepted, given.as_ref(), None);
    let failure = ToolFailure::wrong_argument(told, fault);
    argument_error(&failure.to_string(), &failure.meta())
}

/// The tool with the schema of `T`, compiled once.
fn listed<T: JsonSchema + Any>() -> Option<Arc<ListedTool>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let entry = known.entry(TypeId::of::<T>()).or_insert_with(|| {
        let schema = schema_for_input::<T>().ok()?;
        let definition = json!({"name": T::schema_name(), "inputSchema": *schema});
        Some(Arc::new(ListedTool::new(Tool::from_definition(&definition)?)))
    });
    entry.clone()
}

static KNOWN: LazyLock<Mutex<HashMap<TypeId, Option<Arc<ListedTool>>>>> =
    LazyLock::new(Mutex::default);
