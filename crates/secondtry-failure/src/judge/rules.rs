//! The table of all rules. A rule is added here and nowhere else.

mod ambiguous_envelope;
mod constraint_not_stated;
mod error_breaks_output_schema;
mod failure_without_is_error;
mod input_error_as_protocol_error;
mod internals_in_message;
mod invalid_arguments_accepted;
mod no_reason_given;
mod no_response;
mod parameter_not_named;
mod reason_only_in_error_data;
mod response_id_mismatch;
mod result_breaks_output_schema;
mod result_type_missing;
mod server_exited;
mod stdout_not_protocol;
mod tool_failure_as_protocol_error;
mod unknown_tool_as_result;
mod valid_call_rejected;

use super::rule::Rule;

/// Every rule, by group, then by code.
pub static ALL: &[Rule] = &[
    // Channel
    ambiguous_envelope::RULE,
    failure_without_is_error::RULE,
    input_error_as_protocol_error::RULE,
    invalid_arguments_accepted::RULE,
    no_response::RULE,
    response_id_mismatch::RULE,
    server_exited::RULE,
    tool_failure_as_protocol_error::RULE,
    unknown_tool_as_result::RULE,
    valid_call_rejected::RULE,
    // Message
    constraint_not_stated::RULE,
    internals_in_message::RULE,
    no_reason_given::RULE,
    parameter_not_named::RULE,
    reason_only_in_error_data::RULE,
    // Result
    error_breaks_output_schema::RULE,
    result_breaks_output_schema::RULE,
    result_type_missing::RULE,
    // Transport
    stdout_not_protocol::RULE,
];

/// The rule with `code`.
pub fn by_code(code: &str) -> Option<&'static Rule> {
    ALL.iter().find(|rule| rule.code == code)
}
