//! `tools/call` requests that are none: rmcp hands them to the server as requests of an unknown method.

use rmcp::ErrorData;
use rmcp::model::{CustomRequest, ErrorCode};
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::repair::{KnownCall, refuse_malformed};
use serde_json::json;

/// Returns the error for `request`, if it is a malformed `tools/call`: -32602, and what is wrong with it.
///
/// rmcp itself answers -32601, "method not found", which sends a client looking for the wrong fault. For a server that
/// has an `on_custom_request` of its own; one that has none writes [`answer_malformed_calls!`](crate::answer_malformed_calls).
///
/// ```
/// use rmcp::model::CustomRequest;
/// use serde_json::json;
///
/// let call = CustomRequest::new("tools/call", Some(json!({"name": "sum", "arguments": [1, 2]})));
/// let error = secondtry::malformed_call(&call).unwrap();
/// assert_eq!(error.code.0, -32602);
/// assert_eq!(error.message, "Invalid params: `arguments` must be an object, not an array");
///
/// assert_eq!(secondtry::malformed_call(&CustomRequest::new("acme/status", None)), None);
/// ```
pub fn malformed_call(request: &CustomRequest) -> Option<ErrorData> {
    if request.method != "tools/call" {
        return None;
    }
    let mut whole = json!({"jsonrpc": "2.0", "method": request.method});
    if let Some(params) = &request.params {
        whole["params"] = params.clone();
    }
    let call = KnownCall {
        request: &whole,
        tool: None,
        has_list: false,
        protocol: ProtocolVersion::NEWEST,
        elapsed_ms: None,
    };
    let mut refused = refuse_malformed(&call);
    let error = refused.as_mut().map(|refused| refused["error"].take()).unwrap_or_default();
    // Well-formed by all that matters here, and still none that rmcp can read.
    let message = error["message"].as_str().unwrap_or("Invalid params: no valid `tools/call`");
    let data = error.get("data").cloned();
    Some(ErrorData::new(ErrorCode::INVALID_PARAMS, message.to_owned(), data))
}

/// Inside an `impl ServerHandler`: answers malformed `tools/call` requests with -32602, and any other unknown method
/// with -32601 as rmcp does.
///
/// ```
/// # use rmcp::ServerHandler;
/// struct Bookings;
///
/// impl ServerHandler for Bookings {
///     secondtry::answer_malformed_calls!();
/// }
/// ```
#[macro_export]
macro_rules! answer_malformed_calls {
    () => {
        async fn on_custom_request(
            &self,
            request: $crate::rmcp::model::CustomRequest,
            _context: $crate::rmcp::service::RequestContext<$crate::rmcp::RoleServer>,
        ) -> ::std::result::Result<$crate::rmcp::model::CustomResult, $crate::rmcp::ErrorData> {
            ::std::result::Result::Err($crate::malformed_call(&request).unwrap_or_else(|| {
                $crate::rmcp::ErrorData::new(
                    $crate::rmcp::model::ErrorCode::METHOD_NOT_FOUND,
                    request.method,
                    ::std::option::Option::None,
                )
            }))
        }
    };
}
