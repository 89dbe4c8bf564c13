//! Which facts a model finds in the message of a failed call.
//!
//! A text is read as a model would read it: the dumps of validation libraries become sentences,
//! wording that every message of an SDK has is passed over, and what remains is searched for the
//! argument's name, for what would be accepted, for what was given and for advice. Nothing here
//! says whether the facts suffice, and nothing mends a text.
//!
//! Only the first 64 KiB are read; what stands further down reaches no model in time.

use std::borrow::Cow;

use serde_json::Value;

use crate::schema::fault::Pointer;

pub use internals::internals;
pub use secrets::{MASKED, secrets, shows_secret, without_secrets};
pub use stock::stock_sentence;
pub use wrapping::wrapping_prefix;

mod constraint;
mod dump;
mod imperative;
pub(crate) mod internals;
mod parameter;
mod pattern;
mod reading;
mod secrets;
mod spot;
mod stock;
pub(crate) mod subschema;
mod value;
mod wrapping;

#[cfg(test)]
mod tests;

/// The call whose message is graded.
#[derive(Clone, Copy, Debug)]
pub struct GradedCall<'a> {
    /// The tool's name as it was called.
    pub tool: &'a str,
    /// The tool's `inputSchema`; anything else than an object tells nothing.
    pub input_schema: &'a Value,
    /// The arguments as they were sent; `null` where there were none.
    pub arguments: &'a Value,
    /// What is wrong with the call.
    pub broken: Broken<'a>,
}

/// What is wrong with a call, as the probe's record or the validator knows it.
#[derive(Clone, Copy, Debug)]
pub enum Broken<'a> {
    /// An argument is at fault.
    Argument {
        /// Where it stands or should stand; the root where no single argument is at fault.
        parameter: &'a Pointer,
        /// In which way.
        breach: Breach,
    },
    /// The request is no `CallToolRequest`.
    MalformedCall {
        /// What stood in the wrong place; `None` where something was left out.
        given: Option<&'a Value>,
    },
    /// There is no such tool.
    UnknownTool,
    /// No argument is at fault: the work failed.
    Upstream,
}

/// The way in which an argument is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// `minimum`, `maxLength`, `pattern`, `multipleOf`, `minItems`, `format` and their like.
    Bound,
    /// `enum` or `const`.
    Choice,
    /// A property that a closed object does not know.
    Extra,
    /// A required argument that is not there.
    Missing,
    /// `null` where no `null` is accepted.
    Null,
    /// Another JSON type.
    Type,
    /// Valid by the schema: an unknown id, a date in the past, nonsense, a missing file.
    Value,
}

/// What a message holds. `None` where a fact does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own about one text")]
pub struct Facts {
    /// It names the argument as the schema spells it.
    pub parameter: Option<bool>,
    /// It tells what would be accepted.
    pub constraint: Option<bool>,
    /// It tells what was given, or a value that decides or is valid.
    pub value: Option<bool>,
    /// It says whether or when to repeat, or what to change or do first.
    pub retry: bool,
    /// It says nothing specific.
    pub stock_sentence: bool,
    /// Announcements of several layers stand in front of the cause.
    pub wrapped: bool,
    /// It shows the server's inside.
    pub leaks_internals: bool,
    /// It shows a secret.
    pub leaks_secret: bool,
}

/// Returns the facts that `text` holds about the failure of `call`.
pub fn facts(text: &str, call: &GradedCall<'_>) -> Facts {
    let text = reading::head(text);
    let reading = reading::Reading::of(text, call.tool);
    let names_parameter = parameter::names(&reading, call);
    Facts {
        parameter: names_parameter,
        constraint: constraint::states(&reading, call, names_parameter == Some(true)),
        value: value::gives(&reading, call),
        retry: imperative::advises(&reading.prose),
        stock_sentence: stock_sentence(&without(text, call.tool)) && names_parameter != Some(true),
        wrapped: wrapping::wrapped(text),
        leaks_internals: internals::leaks(text, call),
        leaks_secret: shows_secret(text),
    }
}

/// `text` with the tool's own name made general: a sentence that just names the tool fits any failure of it.
fn without<'t>(text: &'t str, tool: &str) -> Cow<'t, str> {
    if tool.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(text.replace(tool, "tool")) }
}
