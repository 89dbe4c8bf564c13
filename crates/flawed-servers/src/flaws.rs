//! The table of flaws. Each has a file of its own and is served under its name beside one healthy tool.

mod ambiguous_envelope;
mod channel_differs_by_era;
mod constraint_not_stated;
mod content_missing;
mod error_breaks_output_schema;
mod failure_in_status_member;
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
mod wrapped_error_text;
mod wrong_error_code;

use crate::server::Habits;
use crate::tool::Tool;

/// One flaw, as it is served.
pub(crate) struct Flaw {
    /// The name of its server.
    pub(crate) name: &'static str,
    /// What its server does wrong beside its tools.
    pub(crate) adopt: fn(&mut Habits),
    /// Whether it is part of the server `all`. Not so where it would hide another flaw.
    pub(crate) in_all: bool,
    /// The tools that have it.
    pub(crate) tools: fn() -> Vec<Tool>,
}

/// Every flaw, by name.
pub(crate) static FLAWS: &[Flaw] = &[
    ambiguous_envelope::FLAW,
    channel_differs_by_era::FLAW,
    constraint_not_stated::FLAW,
    content_missing::FLAW,
    error_breaks_output_schema::FLAW,
    failure_in_status_member::FLAW,
    failure_without_is_error::FLAW,
    faults_not_all_told::FLAW,
    handle_lifetime_not_stated::FLAW,
    hangs_on_eof::FLAW,
    http_status_wrong::FLAW,
    input_error_as_protocol_error::FLAW,
    input_schema_invalid::FLAW,
    internals_in_message::FLAW,
    invalid_arguments_accepted::FLAW,
    malformed_call_as_result::FLAW,
    message_not_text::FLAW,
    no_reason_given::FLAW,
    no_response::FLAW,
    oversized_message::FLAW,
    parameter_not_named::FLAW,
    reason_only_in_error_data::FLAW,
    ref_unresolvable::FLAW,
    reserved_error_code::FLAW,
    response_id_mismatch::FLAW,
    result_breaks_output_schema::FLAW,
    result_type_missing::FLAW,
    retry_not_advised::FLAW,
    secret_in_message::FLAW,
    server_exited::FLAW,
    stdout_not_protocol::FLAW,
    tool_failure_as_http_error::FLAW,
    tool_failure_as_protocol_error::FLAW,
    tool_name_duplicate::FLAW,
    tool_name_invalid::FLAW,
    tools_order_unstable::FLAW,
    unknown_tool_as_result::FLAW,
    valid_call_rejected::FLAW,
    value_not_given::FLAW,
    wrapped_error_text::FLAW,
    wrong_error_code::FLAW,
];

/// What a flaw of a single tool adds to a server's habits: nothing.
const HABITS_STAY: fn(&mut Habits) = |_| ();
/// The tools of a flaw that is not in a tool.
const NO_TOOL: fn() -> Vec<Tool> = Vec::new;
