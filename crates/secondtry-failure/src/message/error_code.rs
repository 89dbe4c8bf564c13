//! The codes of JSON-RPC errors, and which ranges MCP reserves.

use super::protocol_version::ProtocolVersion;

/// The `code` of a JSON-RPC error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorCode(pub i64);

impl ErrorCode {
    /// The body is no JSON (JSON-RPC 2.0, section 5.1).
    pub const PARSE_ERROR: Self = Self(-32700);
    /// The JSON is no request object (JSON-RPC 2.0, section 5.1).
    pub const INVALID_REQUEST: Self = Self(-32600);
    /// The method is not served (JSON-RPC 2.0, section 5.1).
    pub const METHOD_NOT_FOUND: Self = Self(-32601);
    /// The params are wrong (JSON-RPC 2.0, section 5.1).
    pub const INVALID_PARAMS: Self = Self(-32602);
    /// The receiver broke (JSON-RPC 2.0, section 5.1).
    pub const INTERNAL_ERROR: Self = Self(-32603);
    /// No such resource; 2026-07-28 forbids to send it (`server/resources`, Error Handling).
    pub const RESOURCE_NOT_FOUND: Self = Self(-32002);
    /// Header and body disagree (2026-07-28, `basic/transports/streamable-http`).
    pub const HEADER_MISMATCH: Self = Self(-32020);
    /// The client lacks a capability that the call needs (2026-07-28, `basic/index`).
    pub const MISSING_CLIENT_CAPABILITY: Self = Self(-32021);
    /// The revision is not served (2026-07-28, `basic/versioning`).
    pub const UNSUPPORTED_PROTOCOL_VERSION: Self = Self(-32022);
    /// A URL must be visited first (2025-11-25, `client/elicitation`); 2026-07-28 forbids to send it.
    pub const URL_ELICITATION_REQUIRED: Self = Self(-32042);

    /// Whether the code speaks of the protocol itself, whatever the request was.
    pub fn is_protocol_matter(self) -> bool {
        [
            Self::HEADER_MISMATCH,
            Self::MISSING_CLIENT_CAPABILITY,
            Self::UNSUPPORTED_PROTOCOL_VERSION,
            Self::URL_ELICITATION_REQUIRED,
        ]
        .contains(&self)
    }

    /// Whether `version` forbids a server to send the code.
    ///
    /// 2026-07-28 `basic/index`, Error Codes: -32020..-32099 belong to the specification, and -32002 and -32042
    /// must not be sent any more.
    pub fn is_forbidden_in(self, version: ProtocolVersion) -> bool {
        let reserved = (-32099..=-32020).contains(&self.0);
        let defined = [
            Self::HEADER_MISMATCH,
            Self::MISSING_CLIENT_CAPABILITY,
            Self::UNSUPPORTED_PROTOCOL_VERSION,
        ];
        version.is_modern()
            && (self == Self::RESOURCE_NOT_FOUND || reserved && !defined.contains(&self))
    }
}
