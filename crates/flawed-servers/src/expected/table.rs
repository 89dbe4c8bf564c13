//! The table itself, in the order of the servers.

use super::{Expected, Level, Shows};

/// What must be found, by server.
pub static EXPECTED: &[Expected] = &[
    row("constraint_not_stated", "constraint-not-stated", Some("check_table"), Level::Warning),
    row("failure_in_status_member", "failure-without-is-error", Some("get_shipment"), Level::Error),
    row(
        "failure_without_is_error",
        "failure-without-is-error",
        Some("find_customer"),
        Level::Warning,
    ),
    Expected {
        modern: Some(Level::Warning), // 2026-07-28 disputes itself
        ..row(
            "input_error_as_protocol_error",
            "input-error-as-protocol-error",
            Some("quote_exchange"),
            Level::Error,
        )
    },
    row("internals_in_message", "internals-in-message", Some("count_stock"), Level::Error),
    row(
        "invalid_arguments_accepted",
        "invalid-arguments-accepted",
        Some("list_free_rooms"),
        Level::Error,
    ),
    row("no_reason_given", "no-reason-given", Some("estimate_tax"), Level::Error),
    row("no_response", "no-response", Some("describe_map"), Level::Error),
    row("parameter_not_named", "parameter-not-named", Some("plan_route"), Level::Warning),
    Expected {
        shows: Shows::OverStdio,
        ..row("server_exited", "server-exited", Some("find_district"), Level::Error)
    },
    Expected {
        shows: Shows::OverStdio,
        ..row("stdout_not_protocol", "stdout-not-protocol", Some("sum_sales"), Level::Error)
    },
    row(
        "tool_failure_as_protocol_error",
        "tool-failure-as-protocol-error",
        Some("get_invoice"),
        Level::Error,
    ),
    row("unknown_tool_as_result", "unknown-tool-as-result", None, Level::Warning),
];

/// A flaw of the same level in both eras and over any transport.
const fn row(
    server: &'static str,
    rule: &'static str,
    tool: Option<&'static str>,
    level: Level,
) -> Expected {
    Expected {
        server,
        rule,
        tool,
        legacy: Some(level),
        modern: Some(level),
        shows: Shows::Anywhere,
    }
}
