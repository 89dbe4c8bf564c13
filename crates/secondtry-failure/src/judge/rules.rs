//! The table of all rules. A rule is added here and nowhere else.

mod ambiguous_envelope;
mod channel_differs_by_era;
mod constraint_not_stated;
pub(super) mod content_missing;
mod error_breaks_output_schema;
mod failure_without_is_error;
mod faults_not_all_told;
mod handle_lifetime_not_stated;
mod hangs_on_eof;
mod http_status_wrong;
mod input_error_as_protocol_error;
mod input_schema_invalid;
mod internals_in_message;
mod invalid_arguments_accepted;
mod malformed_call_as_result;
mod message_not_text;
mod no_reason_given;
mod no_response;
mod oversized_message;
mod parameter_not_named;
mod reason_only_in_error_data;
mod ref_unresolvable;
mod reserved_error_code;
mod response_id_mismatch;
mod result_breaks_output_schema;
mod result_type_missing;
mod retry_not_advised;
mod secret_in_message;
mod server_exited;
mod stdout_not_protocol;
mod tool_failure_as_http_error;
mod tool_failure_as_protocol_error;
mod tool_name_duplicate;
mod tool_name_invalid;
mod tools_order_unstable;
mod unknown_tool_as_result;
mod valid_call_rejected;
mod value_not_given;
pub(crate) mod wrapped_error_text;
mod wrong_error_code;

use super::rule::Rule;

/// Every rule, by group, then by code.
pub static ALL: &[Rule] = &[
    // Channel
    ambiguous_envelope::RULE,
    channel_differs_by_era::RULE,
    failure_without_is_error::RULE,
    input_error_as_protocol_error::RULE,
    invalid_arguments_accepted::RULE,
    malformed_call_as_result::RULE,
    no_response::RULE,
    reserved_error_code::RULE,
    response_id_mismatch::RULE,
    server_exited::RULE,
    tool_failure_as_http_error::RULE,
    tool_failure_as_protocol_error::RULE,
    unknown_tool_as_result::RULE,
    valid_call_rejected::RULE,
    wrong_error_code::RULE,
    // Message
    constraint_not_stated::RULE,
    faults_not_all_told::RULE,
    internals_in_message::RULE,
    message_not_text::RULE,
    no_reason_given::RULE,
    oversized_message::RULE,
    parameter_not_named::RULE,
    reason_only_in_error_data::RULE,
    retry_not_advised::RULE,
    secret_in_message::RULE,
    value_not_given::RULE,
    wrapped_error_text::RULE,
    // Result
    content_missing::RULE,
    error_breaks_output_schema::RULE,
    result_breaks_output_schema::RULE,
    result_type_missing::RULE,
    // Transport
    hangs_on_eof::RULE,
    http_status_wrong::RULE,
    stdout_not_protocol::RULE,
    // Definition
    handle_lifetime_not_stated::RULE,
    input_schema_invalid::RULE,
    ref_unresolvable::RULE,
    tool_name_duplicate::RULE,
    tool_name_invalid::RULE,
    tools_order_unstable::RULE,
];

/// The rule with `code`.
pub fn by_code(code: &str) -> Option<&'static Rule> {
    ALL.iter().find(|rule| rule.code == code)
}
