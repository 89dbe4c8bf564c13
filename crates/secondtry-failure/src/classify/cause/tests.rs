use serde_json::json;

use super::*;
use crate::message::call_tool::Malformed;

const VALID: Standing = Standing::Valid { doubtful: None };

fn cause(code: i64, message: &str, standing: &Standing) -> ErrorCause {
    let request = json!({"params": {"name": "t", "arguments": {}}});
    let call = FailedCall {
        request: &request,
        standing,
        tool: None,
        has_list: true,
        protocol: ProtocolVersion::V2025_11_25,
    };
    cause_of(ErrorCode(code), message, call)
}

#[test]
fn code_does_not_make_a_tool_failure_a_protocol_matter() {
    for code in [-32602, -32603, -32600, -32601, -32000, 0] {
        assert_eq!(cause(code, "period is closed", &VALID), ErrorCause::ToolFailure, "{code}");
    }
}

#[test]
fn codes_of_the_protocol_stay_whatever_the_call() {
    for code in [-32042, -32020, -32021, -32022] {
        assert_eq!(cause(code, "", &VALID), ErrorCause::Protocol, "{code}");
    }
}

#[test]
fn malformed_request_and_unknown_tool_stay() {
    assert_eq!(
        cause(-32603, "x", &Standing::Malformed(Malformed::NameMissing)),
        ErrorCause::Request
    );
    assert_eq!(cause(-32603, "x", &Standing::UnknownTool), ErrorCause::UnknownTool);
}

#[test]
fn host_failure_needs_the_server_itself() {
    for (message, expected) in [
        ("Server is draining for restart; request 38 was not started", ErrorCause::Host),
        ("Out of memory", ErrorCause::Host),
        ("server not initialized", ErrorCause::Host),
        ("upstream server is overloaded", ErrorCause::ToolFailure),
        ("invoice 7 was not started", ErrorCause::ToolFailure),
        ("starting date must lie in the future", ErrorCause::ToolFailure),
    ] {
        assert_eq!(cause(-32603, message, &VALID), expected, "{message}");
    }
}

#[test]
fn missing_meta_is_the_requests_fault() {
    let request = json!({"params": {"name": "t", "_meta": {}}});
    let call = FailedCall {
        request: &request,
        standing: &VALID,
        tool: None,
        has_list: true,
        protocol: ProtocolVersion::V2026_07_28,
    };
    assert_eq!(cause_of(ErrorCode::INVALID_PARAMS, "x", call), ErrorCause::Request);
}

#[test]
fn unlisted_tool_is_told_by_the_text() {
    let standing = Standing::Unjudged("");
    let request = json!({"params": {"name": "t"}});
    let call = FailedCall {
        request: &request,
        standing: &standing,
        tool: None,
        has_list: false,
        protocol: ProtocolVersion::V2025_11_25,
    };
    for (message, expected) in [
        ("Tool t not found", ErrorCause::UnknownTool),
        ("Unknown tool: t", ErrorCause::UnknownTool),
        ("invoice not found", ErrorCause::ToolFailure),
        ("tool t: argument x not found", ErrorCause::ToolFailure),
    ] {
        assert_eq!(cause_of(ErrorCode::INVALID_PARAMS, message, call), expected, "{message}");
    }
}
