//! The table itself, in the order of the servers.

use super::{Expected, Level, Shows};

/// What must be found, by server.
pub static EXPECTED: &[Expected] = &[
    row("ambiguous_envelope", "ambiguous-envelope", Some("get_timetable"), Level::Error),
    Expected {
        shows: Shows::AcrossEras,
        ..row("channel_differs_by_era", "channel-differs-by-era", Some("get_fare"), Level::Warning)
    },
    Expected {
        legacy: None, // the right channel there
        ..row(
            "channel_differs_by_era",
            "input-error-as-protocol-error",
            Some("get_fare"),
            Level::Warning,
        )
    },
    row("constraint_not_stated", "constraint-not-stated", Some("check_table"), Level::Warning),
    row("content_missing", "content-missing", Some("get_sunrise"), Level::Error),
    row(
        "error_breaks_output_schema",
        "error-breaks-output-schema",
        Some("get_balance"),
        Level::Error,
    ),
    row("failure_in_status_member", "failure-without-is-error", Some("get_shipment"), Level::Error),
    row(
        "failure_without_is_error",
        "failure-without-is-error",
        Some("find_customer"),
        Level::Warning,
    ),
    row("faults_not_all_told", "faults-not-all-told", Some("insurance_quote"), Level::Advice),
    row(
        "handle_lifetime_not_stated",
        "handle-lifetime-not-stated",
        Some("start_export"),
        Level::Advice,
    ),
    Expected {
        modern: Some(Level::Warning), // a SHOULD there, no text before
        shows: Shows::OverStdio,
        ..row("hangs_on_eof", "hangs-on-eof", None, Level::Advice)
    },
    Expected {
        legacy: None,
        shows: Shows::OverHttp,
        ..row("http_status_wrong", "http-status-wrong", None, Level::Error)
    },
    Expected {
        modern: Some(Level::Warning), // 2026-07-28 disputes itself
        ..row(
            "input_error_as_protocol_error",
            "input-error-as-protocol-error",
            Some("quote_exchange"),
            Level::Error,
        )
    },
    row("input_schema_invalid", "input-schema-invalid", Some("search_hotels"), Level::Error),
    row("internals_in_message", "internals-in-message", Some("count_stock"), Level::Error),
    row(
        "invalid_arguments_accepted",
        "invalid-arguments-accepted",
        Some("list_free_rooms"),
        Level::Error,
    ),
    row("malformed_call_as_result", "malformed-call-as-result", None, Level::Warning),
    row("message_not_text", "message-not-text", Some("draw_chart"), Level::Error),
    row("no_reason_given", "no-reason-given", Some("estimate_tax"), Level::Error),
    row("no_response", "no-response", Some("describe_map"), Level::Error),
    row("oversized_message", "oversized-message", Some("list_holidays"), Level::Warning),
    row("parameter_not_named", "parameter-not-named", Some("plan_route"), Level::Warning),
    row(
        "reason_only_in_error_data",
        "reason-only-in-error-data",
        Some("track_parcel"),
        Level::Error,
    ),
    row(
        "reason_only_in_error_data",
        "tool-failure-as-protocol-error",
        Some("track_parcel"),
        Level::Error,
    ),
    row("ref_unresolvable", "ref-unresolvable", Some("check_address"), Level::Warning),
    Expected {
        legacy: Some(Level::Advice), // the range is free there
        ..row("reserved_error_code", "reserved-error-code", None, Level::Error)
    },
    row("response_id_mismatch", "response-id-mismatch", Some("get_platform"), Level::Error),
    row(
        "result_breaks_output_schema",
        "result-breaks-output-schema",
        Some("get_rating"),
        Level::Error,
    ),
    Expected {
        legacy: None,
        ..row("result_type_missing", "result-type-missing", Some("get_tide"), Level::Error)
    },
    row("retry_not_advised", "retry-not-advised", Some("shipping_cost"), Level::Advice),
    row("secret_in_message", "secret-in-message", Some("fetch_rates"), Level::Error),
    Expected {
        shows: Shows::OverHttp, // where no exit is to be seen
        ..row("server_exited", "no-response", Some("find_district"), Level::Error)
    },
    Expected {
        shows: Shows::OverStdio,
        ..row("server_exited", "server-exited", Some("find_district"), Level::Error)
    },
    // Over HTTP only the connection ends.
    Expected {
        shows: Shows::OverHttp,
        ..row("server_exited", "no-response", Some("find_district"), Level::Error)
    },
    Expected {
        shows: Shows::OverStdio,
        ..row("stdout_not_protocol", "stdout-not-protocol", Some("sum_sales"), Level::Error)
    },
    Expected {
        shows: Shows::OverHttp,
        ..row(
            "tool_failure_as_http_error",
            "tool-failure-as-http-error",
            Some("get_payment"),
            Level::Error,
        )
    },
    row(
        "tool_failure_as_protocol_error",
        "tool-failure-as-protocol-error",
        Some("get_invoice"),
        Level::Error,
    ),
    row("tool_name_duplicate", "tool-name-duplicate", Some("measure_wind"), Level::Error),
    row("tool_name_invalid", "tool-name-invalid", Some("get pollen, daily"), Level::Warning),
    Expected {
        legacy: Some(Level::Advice), // nothing is said of the order there
        ..row("tools_order_unstable", "tools-order-unstable", None, Level::Warning)
    },
    row("unknown_tool_as_result", "unknown-tool-as-result", None, Level::Warning),
    row("valid_call_rejected", "valid-call-rejected", Some("quote_transfer"), Level::Error),
    row("value_not_given", "value-not-given", Some("loan_payment"), Level::Advice),
    row("wrapped_error_text", "wrapped-error-text", Some("count_words"), Level::Warning),
    row("wrong_error_code", "wrong-error-code", None, Level::Advice),
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
