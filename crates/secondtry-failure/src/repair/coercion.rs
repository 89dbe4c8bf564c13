//! Arguments in the only reading that is valid, where that is asked for.

use serde_json::Value;

use super::known_call::KnownCall;
use super::settings::{RepairName, RepairSettings};
use crate::classify::call::Standing;
use crate::judge::suggestion::{Suggestion, suggestion};
use crate::schema::fault::{Constraint, Fault};

#[cfg(test)]
mod tests;

/// Returns the request with `"5"` as 5 and an object in a string as the object, where each fault of the arguments is of
/// that kind and has one valid reading; `None` where there is nothing to change, or the repair is not on.
pub fn coerce_arguments(call: &KnownCall<'_>, settings: &RepairSettings) -> Option<Value> {
    if !settings.is_on(RepairName::Coercion) {
        return None;
    }
    let Standing::BadArguments(faults) = call.standing() else { return None };
    let schema = call.tool?.input.as_ref().ok()?;
    let mut request = call.request.clone();
    let arguments = request.pointer_mut("/params/arguments")?;
    for fault in &faults {
        let value = only_reading(fault, schema.source())?;
        *arguments.pointer_mut(fault.parameter.as_str())? = value;
    }
    schema.accepts(arguments).then_some(request)
}

fn only_reading(fault: &Fault, schema: &Value) -> Option<Value> {
    let is_of_type = matches!(
        fault.constraint,
        Constraint::AnyOf(_) | Constraint::OneOf(_) | Constraint::Type(_)
    );
    let given = fault.given.as_ref().filter(|_| is_of_type)?.as_str()?;
    match suggestion(fault, schema)? {
        // Another spelling would be a guess.
        Suggestion::Value(value)
            if serde_json::from_str::<Value>(given.trim()).ok() == Some(value.clone()) =>
        {
            Some(value)
        }
        Suggestion::Name(_) | Suggestion::Value(_) => None,
    }
}
