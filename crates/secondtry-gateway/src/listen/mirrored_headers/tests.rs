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
fn argument_that_a_header_repeats_must_be_the_same() {
    let schema = serde_json::json!({"type": "object", "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "limit": {"type": "integer", "x-mcp-header": "Limit"},
    }});
    let arguments = serde_json::json!({"region": "größe", "limit": 5});
    let said = |region: &str, limit: &str| {
        let given = [("mcp-param-region", region), ("mcp-param-limit", limit)];
        let given = given.into_iter().filter(|(_, value)| !value.is_empty());
        let given = given.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        parameter_mismatch(&given, &schema, &arguments)
    };
    let region = format!("=?base64?{}?=", STANDARD.encode("größe"));
    assert_eq!(said(&region, "5.0"), None);
    assert_eq!(
        said("other", "5").as_deref(),
        Some("the header Mcp-Param-Region is not what the argument is")
    );
    assert_eq!(said(&region, "").as_deref(), Some("the header Mcp-Param-Limit is missing"));
    let none = parameter_mismatch(&Vec::new(), &schema, &serde_json::json!({"region": null}));
    assert_eq!(none, None);
}

#[test]
fn method_without_a_name_needs_no_name_header() {
    let headers = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/list")];
    assert_eq!(said("tools/list", &headers), None);
}
