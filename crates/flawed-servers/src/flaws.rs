//! The table of flaws. Each has a file of its own and is served under its name beside one healthy tool.

mod constraint_not_stated;
mod failure_in_status_member;
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
    constraint_not_stated::FLAW,
    failure_in_status_member::FLAW,
    failure_without_is_error::FLAW,
    input_error_as_protocol_error::FLAW,
    internals_in_message::FLAW,
    invalid_arguments_accepted::FLAW,
    no_reason_given::FLAW,
    no_response::FLAW,
    parameter_not_named::FLAW,
    server_exited::FLAW,
    stdout_not_protocol::FLAW,
    tool_failure_as_protocol_error::FLAW,
    unknown_tool_as_result::FLAW,
];

/// What a flaw of a single tool adds to a server's habits: nothing.
const HABITS_STAY: fn(&mut Habits) = |_| ();
/// The tools of a flaw that is not in a tool.
const NO_TOOL: fn() -> Vec<Tool> = Vec::new;
