//! An argument that the tool cannot take.

use secondtry_failure::repair::tell_argument;
use secondtry_failure::schema::fault::Pointer;
use serde::Serialize;
use serde_json::Value;

use super::ToolFailure;

/// An invalid argument, of which it is not yet said what is accepted.
#[derive(Clone, Debug)]
#[must_use = "it is a failure only once `must_be` says what is accepted"]
pub struct InvalidArgument<'a, G: ?Sized> {
    parameter: &'a str,
    given: &'a G,
    suggestion: Option<Value>,
}

impl<'a, G: Serialize + ?Sized> InvalidArgument<'a, G> {
    pub(super) fn new(parameter: &'a str, given: &'a G) -> Self {
        Self { parameter, given, suggestion: None }
    }

    /// Suggests the value that follows from the given one, if any does.
    ///
    /// The function sees nothing but the given value and can capture nothing: models copy any other value that they are
    /// shown, and it is wrong for their user.
    ///
    /// ```compile_fail
    /// # use secondtry::ToolFailure;
    /// let tomorrow = String::from("2026-12-01");
    /// // A value that does not come from the caller's own cannot be suggested.
    /// ToolFailure::invalid_argument("date", "yesterday").suggest(|_| Some(tomorrow.clone())).must_be("a day to come");
    /// ```
    pub fn suggest<V: Serialize>(mut self, derive: fn(&G) -> Option<V>) -> Self {
        self.suggestion =
            derive(self.given).and_then(|suggestion| serde_json::to_value(suggestion).ok());
        self
    }

    /// Says what is accepted, so that it completes "it must be": "from 1 to 30", "a day after 2026-11-30, as YYYY-MM-DD".
    ///
    /// Name the value that decides ("today is 2026-11-30"), and the form rather than an example.
    pub fn must_be(self, accepted: &str) -> ToolFailure {
        let given = serde_json::to_value(self.given).ok();
        let parameter = pointer(self.parameter);
        let (what, fault) = tell_argument(&parameter, accepted, given.as_ref(), self.suggestion);
        ToolFailure::wrong_argument(what, fault)
    }
}

/// Reads a JSON Pointer, or the name of an argument.
pub(super) fn pointer(parameter: &str) -> Pointer {
    if parameter.starts_with('/') {
        Pointer::from_escaped(parameter)
    } else {
        Pointer::root().child(parameter)
    }
}
