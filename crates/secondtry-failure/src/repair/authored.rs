//! Sentences for what the author of a tool knows and no schema says.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::compose::{shown, tell_words};
use super::failure_meta::ToldFault;
use super::known_call::KnownCall;
use super::outlook;
use crate::judge::facts::subschema;
use crate::message::protocol_version::ProtocolVersion;
use crate::schema::fault::Pointer;

/// Tells that the argument at `parameter` must be what `accepted` says, and what was given in its place.
///
/// `suggestion` is what follows from the given value, if anything does.
pub fn tell_argument(
    parameter: &Pointer,
    accepted: &str,
    given: Option<&Value>,
    suggestion: Option<Value>,
) -> (String, ToldFault) {
    let words = format!("must be {}", accepted.trim_end_matches('.'));
    let told = tell_rule(parameter, &words, given);
    let mut sentences = told.0;
    if let Some(value) = &suggestion {
        _ = write!(sentences, " Suggested value: {}.", shown(value));
    }
    (sentences, ToldFault { suggestion, ..told.1 })
}

/// Tells that the argument at `parameter` breaks a rule that is known in words alone, such as "length is lower than 3".
pub fn tell_rule(parameter: &Pointer, words: &str, given: Option<&Value>) -> (String, ToldFault) {
    let request = json!({});
    let call = KnownCall {
        request: &request,
        tool: None,
        has_list: false,
        protocol: ProtocolVersion::NEWEST,
        elapsed_ms: None,
    };
    let told = tell_words(parameter, words, given, &call);
    (told.sentences, told.fault)
}

/// The `format` that `schema` asks of the argument at `parameter`, if it asks for one.
pub fn format_at(schema: &Value, parameter: &Pointer) -> Option<String> {
    Some(subschema::at(schema, parameter)?.get("format")?.as_str()?.to_owned())
}

/// `value` as JSON, cut where it grows long.
pub fn value_in_words(value: &Value) -> String {
    shown(value)
}

/// `30 s`, `2 min`
pub fn duration_in_words(ms: u64) -> String {
    outlook::duration(ms)
}
