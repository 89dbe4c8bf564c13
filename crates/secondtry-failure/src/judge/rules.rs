//! The table of all rules. A rule is added here and nowhere else.

mod constraint_not_stated;
mod failure_without_is_error;
mod input_error_as_protocol_error;
mod internals_in_message;
mod invalid_arguments_accepted;
mod no_reason_given;
mod no_response;
mod parameter_not_named;
mod server_exited;
mod stdout_not_protocol;
mod tool_failure_as_protocol_error;
mod unknown_tool_as_result;

use super::rule::Rule;

/// Every rule, by group, then by code.
pub static ALL: &[Rule] = &[
    // Channel
    failure_without_is_error::RULE,
    input_error_as_protocol_error::RULE,
    invalid_arguments_accepted::RULE,
    no_response::RULE,
    server_exited::RULE,
    tool_failure_as_protocol_error::RULE,
    unknown_tool_as_result::RULE,
    // Message
    constraint_not_stated::RULE,
    internals_in_message::RULE,
    no_reason_given::RULE,
    parameter_not_named::RULE,
    // Transport
    stdout_not_protocol::RULE,
];

/// The rule with `code`.
pub fn by_code(code: &str) -> Option<&'static Rule> {
    ALL.iter().find(|rule| rule.code == code)
}
