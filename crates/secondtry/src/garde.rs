//! Arguments held against the rules of a type that derives [`garde::Validate`].

use std::any::Any;
use std::borrow::Cow;

use garde::Validate;
use rmcp::ErrorData;
use rmcp::handler::server::common::FromContextPart;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::schemars::{JsonSchema, Schema, SchemaGenerator};
use secondtry_failure::repair::tell_rule;
use secondtry_failure::schema::fault::Pointer;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::answer::argument_error;
use crate::tool_failure::ToolFailure;

#[cfg(test)]
mod tests;

/// [`Parameters`](crate::Parameters) that also keep the rules of `T`; all that are broken are told at once.
///
/// ```
/// use garde::Validate;
/// use rmcp::{tool, tool_router};
/// use secondtry::garde::Parameters;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema, Validate)]
/// struct Transfer {
///     #[garde(skip)]
///     from: String,
///     #[garde(custom(differs(&self.from)))]
///     to: String,
/// }
///
/// fn differs(from: &str) -> impl FnOnce(&String, &()) -> garde::Result + '_ {
///     move |to, ()| if to == from { Err(garde::Error::new("must differ from `from`")) } else { Ok(()) }
/// }
///
/// struct Bank;
///
/// #[tool_router]
/// impl Bank {
///     #[tool(description = "Moves money")]
///     fn transfer(&self, Parameters(Transfer { from, to }): Parameters<Transfer>) -> String {
///         format!("moved from {from} to {to}")
///     }
/// }
/// # Bank::tool_router();
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
    T: DeserializeOwned + JsonSchema + Validate<Context = ()> + Any,
{
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        let arguments = Value::Object(context.arguments.clone().unwrap_or_default());
        let crate::Parameters(read) = crate::Parameters::<T>::from_context_part(context)?;
        match read.validate() {
            Ok(()) => Ok(Self(read)),
            Err(report) => Err(broken(&report, &arguments)),
        }
    }
}

fn broken(report: &garde::Report, arguments: &Value) -> ErrorData {
    let broken = report.iter().take(MOST_FAULTS).map(|(path, error)| {
        let parameter = place(&path.to_string(), arguments);
        let given = parameter.look_up(arguments);
        let (told, fault) = tell_rule(&parameter, error.message(), given);
        ToolFailure::wrong_argument(told, fault)
    });
    match broken.reduce(ToolFailure::and) {
        Some(failure) => argument_error(&failure.to_string(), &failure.meta()),
        None => ErrorData::invalid_params("a rule is broken, and none is named", None),
    }
}

/// The place in the arguments that garde calls `legs[0].first_day`, by the names that the arguments have: serde may
/// rename what garde does not.
fn place(path: &str, arguments: &Value) -> Pointer {
    let mut place = Pointer::root();
    let tokens = path.split(['.', '[', ']']).filter(|token| !token.is_empty());
    for token in tokens {
        let members = place.look_up(arguments).and_then(Value::as_object);
        let name = members.and_then(|members| renamed(token, members)).unwrap_or(token);
        place = place.child(name);
    }
    place
}

fn renamed<'m>(field: &str, members: &'m Map<String, Value>) -> Option<&'m str> {
    let bare = |name: &str| {
        name.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    let is_there = members.get_key_value(field).map(|(name, _)| name.as_str());
    is_there.or_else(|| members.keys().find(|name| bare(name) == bare(field)).map(String::as_str))
}

/// How many broken rules are told.
const MOST_FAULTS: usize = 12;
