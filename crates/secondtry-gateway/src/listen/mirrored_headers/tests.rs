use super::*;

const PARAMS: &str = r#"{"name":"größe","arguments":{}}"#;

fn said(method: &str, headers: &[(&'static str, &str)]) -> Option<String> {
    let headers: HeaderMap = headers
        .iter()
        .map(|(name, value)| {
            let name = hyper::header::HeaderName::try_from(*name).expect("a name");
            (name, value.parse().expect("a value"))
        })
        .collect();
    mismatch(&headers, method, Some(PARAMS), "2026-07-28")
}

#[test]
fn headers_that_repeat_the_body_pass() {
    let encoded = format!("=?base64?{}?=", STANDARD.encode("größe"));
    let headers = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", &encoded),
    ];
    assert_eq!(said("tools/call", &headers), None);
}

#[test]
fn each_header_that_differs_is_named() {
    let version = ("mcp-protocol-version", "2026-07-28");
    let method = ("mcp-method", "tools/call");
    for (headers, name) in [
        (vec![method], "MCP-Protocol-Version"),
        (vec![("mcp-protocol-version", "2025-11-25"), method], "MCP-Protocol-Version"),
        (vec![version], "Mcp-Method"),
        (vec![version, ("mcp-method", "TOOLS/CALL")], "Mcp-Method"),
        (vec![version, method], "Mcp-Name"),
        (vec![version, method, ("mcp-name", "other")], "Mcp-Name"),
        (vec![version, method, ("mcp-name", "=?base64?xx?=")], "Mcp-Name"),
    ] {
        let said = said("tools/call", &headers).expect("they differ");
        assert!(said.contains(name), "{said}");
    }
}

#[test]
fn method_without_a_name_needs_no_name_header() {
    let headers = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/list")];
    assert_eq!(said("tools/list", &headers), None);
}
